// A directory of a block with everything that it leads to (TIFF 6.0, section 2; Technical Note 1, "SubIFDs").

/// The places of directories that go, of their values, and of pictures that they name.
struct ExifTree {
  /// All of them, in no order.
  private(set) var places: [ExifReference] = []
  private let kept: Set<Int>
  private var seen: Set<Int> = []

  /// No block has more directories, nor any more values: one with more is made to keep readers busy.
  private static let (directoryLimit, placeLimit) = (64, 2_048)

  /// Nothing yet; directories that start where `keeping` has one are none of it.
  init(besides keeping: ExifKeeping) { kept = keeping.directories }

  /// Whether there is more than any writer makes, so that not all was looked at.
  var isTooLarge: Bool { places.count > Self.placeLimit || seen.count > Self.directoryLimit }

  /// Adds the directories that an entry names.
  mutating func take(_ entry: TIFFEntry, of block: TIFFBlock) {
    let numbers = (0..<min(entry.count, Self.directoryLimit)).compactMap { block.integer(of: entry, at: $0) }
    let follows = entry.tag != TIFFTag.positionDirectory.rawValue
    for start in numbers.isEmpty ? [block.u32(at: entry.offset + 8) ?? 0] : numbers {
      take(at: start, of: block, follows: follows)
    }
  }

  /// Adds the directory at an offset; with `follows`, those behind it too.
  mutating func take(at start: Int, of block: TIFFBlock, follows: Bool) {
    guard !isTooLarge, !kept.contains(start), seen.insert(start).inserted, let directory = block.directory(at: start)
    else { return }
    places.append(ExifReference(directory.offset, directory.endOffset - directory.offset))
    for entry in directory.entries.prefix(Self.placeLimit) {
      if let place = ExifReference(entry, in: block) { places.append(place) }
    }
    places += Self.pictures(of: directory, in: block)
    for tag in [TIFFTag.subdirectories, .exifDirectory, .positionDirectory, .interoperability] {
      for entry in directory.all(tag).prefix(Self.directoryLimit) { take(entry, of: block) }
    }
    if follows, let next = directory.next, next != 0 { take(at: next, of: block, follows: true) }
  }

  /// Where the pictures that a directory names lie: a JPEG, strips and tiles.
  static func pictures(of directory: TIFFDirectory, in block: TIFFBlock) -> [ExifReference] {
    jpegs(of: directory, in: block)
      + parts(.stripOffsets, .stripByteCounts, of: directory, in: block)
      + parts(.tileOffsets, .tileByteCounts, of: directory, in: block)
  }

  /// A JPEG of no length, or of one that is no number, may reach to the block's end; one whose length is too short has a rest, up to its own end.
  static func jpegs(of directory: TIFFDirectory, in block: TIFFBlock) -> [ExifReference] {
    let count = directory.first(.thumbnailLength).flatMap { block.integer(of: $0) }.flatMap { $0 > 0 ? $0 : nil }
    return directory.all(.thumbnailOffset).prefix(directoryLimit).compactMap { block.integer(of: $0) }.flatMap {
      start in
      [ExifReference(start, count)] + (rest(ofJPEGAt: start, count, in: block).map { [$0] } ?? [])
    }
  }

  /// What of a JPEG lies behind the end that is stated for it; nil where it ends there, or where it has no end in the block.
  private static func rest(ofJPEGAt start: Int, _ count: Int?, in block: TIFFBlock) -> ExifReference? {
    guard let count, start >= 8, start < block.bytes.count, count < block.bytes.count - start else { return nil }
    guard block.bytes[start...].starts(with: [0xFF, 0xD8]) else { return nil }
    let bytes = Array(block.bytes[start...])
    guard let end = JPEGExtent.end(of: bytes), end > count else { return nil }
    return ExifReference(start + count, end - count, isFound: true)
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
