// A directory of a block with everything that it refers to (TIFF 6.0, section 2; Technical Note 1, "SubIFDs").

/// The ranges of removed directories, their values, and the images that they refer to.
struct ExifTree {
  /// All ranges, unordered.
  private(set) var places: [ExifReference] = []
  private let kept: Set<Int>
  private var seen: Set<Int> = []
  private var ends = JPEGEnds()

  /// Maximum numbers of directories and ranges; only a malicious block has more.
  private static let (directoryLimit, placeLimit) = (64, 2_048)

  /// An empty tree that ignores directories which `keeping` contains.
  init(besides keeping: ExifKeeping) { kept = keeping.directories }

  /// Whether a limit was exceeded, so that the tree is incomplete.
  var isTooLarge: Bool { places.count > Self.placeLimit || seen.count > Self.directoryLimit }

  /// Adds the directories that an entry refers to.
  mutating func take(_ entry: TIFFEntry, of block: TIFFBlock) {
    let numbers = (0..<min(entry.count, Self.directoryLimit)).compactMap { block.integer(of: entry, at: $0) }
    let follows = entry.tag != TIFFTag.positionDirectory.rawValue
    for start in numbers.isEmpty ? [block.u32(at: entry.offset + 8) ?? 0] : numbers {
      take(at: start, of: block, follows: follows)
    }
  }

  /// Adds the directory at an offset; `follows` includes those linked after it.
  mutating func take(at start: Int, of block: TIFFBlock, follows: Bool) {
    guard !isTooLarge, !kept.contains(start), seen.insert(start).inserted, let directory = block.directory(at: start)
    else { return }
    places.append(ExifReference(directory.offset, directory.endOffset - directory.offset))
    for entry in directory.entries.prefix(Self.placeLimit) {
      if let place = ExifReference(entry, in: block) { places.append(place) }
    }
    places += Self.images(of: directory, in: block, &ends)
    for tag in [TIFFTag.subdirectories, .exifDirectory, .positionDirectory, .interoperability] {
      for entry in directory.all(tag).prefix(Self.directoryLimit) { take(entry, of: block) }
    }
    if follows, let next = directory.next, next != 0 { take(at: next, of: block, follows: true) }
  }

  /// The ranges of the images that a directory refers to: a JPEG, strips and tiles. `ends` caches searches.
  static func images(
    of directory: TIFFDirectory, in block: TIFFBlock, _ ends: inout JPEGEnds
  ) -> [ExifReference] {
    jpegs(of: directory, in: block, &ends)
      + parts(.stripOffsets, .stripByteCounts, of: directory, in: block)
      + parts(.tileOffsets, .tileByteCounts, of: directory, in: block)
  }

  /// A JPEG with length 0 or an invalid length may extend to the block's end. One whose length is too short has a
  /// rest, up to its actual end.
  static func jpegs(of directory: TIFFDirectory, in block: TIFFBlock, _ ends: inout JPEGEnds) -> [ExifReference] {
    let count = directory.first(.thumbnailLength).flatMap { block.integer(of: $0) }.flatMap { $0 > 0 ? $0 : nil }
    var found: [ExifReference] = []
    for start in directory.all(.thumbnailOffset).prefix(directoryLimit).compactMap({ block.integer(of: $0) }) {
      found.append(ExifReference(start, count))
      if let rest = rest(ofJPEGAt: start, count, in: block, &ends) { found.append(rest) }
    }
    return found
  }

  /// The part of a JPEG after its stated end; nil if it ends there, or has no end in the block. If the end is
  /// unknown, the rest may extend to the block's end.
  private static func rest(
    ofJPEGAt start: Int, _ count: Int?, in block: TIFFBlock, _ ends: inout JPEGEnds
  ) -> ExifReference? {
    guard let count, start >= 8, start < block.bytes.count, count < block.bytes.count - start else { return nil }
    switch ends.end(ofJPEGAt: start, in: block) {
    case .missing: return nil
    case .unknown: return ExifReference(start + count, nil, isFound: true)
    case .at(let end):
      return end > start + count ? ExifReference(start + count, end - start - count, isFound: true) : nil
    }
  }

  private static func parts(
    _ offsets: TIFFTag, _ counts: TIFFTag, of directory: TIFFDirectory, in block: TIFFBlock
  ) -> [ExifReference] {
    guard let offsets = directory.first(offsets), let counts = directory.first(counts) else { return [] }
    return (0..<min(offsets.count, counts.count, placeLimit)).compactMap { index in
      guard let start = block.integer(of: offsets, at: index), let count = block.integer(of: counts, at: index),
        count > 0
      else { return nil }
      return ExifReference(start, count)
    }
  }
}
