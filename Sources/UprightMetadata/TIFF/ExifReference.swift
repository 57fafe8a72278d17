// Ranges of a block to remove, and the ranges that must be kept (EXIF 2.32, 4.5.2: values and directories may be
// anywhere in a block). A directory of a block with everything that it refers to (TIFF 6.0, section 2; Technical Note
// 1, "SubIFDs"). Values of a maker note behind its stated end (EXIF 2.32, 4.6.5.D; ExifTool's notes on maker notes).

/// A range that something in a block refers to, as stated.
struct ExifReference: Hashable, Sendable {
  /// Its start.
  let start: Int
  /// Its length in bytes, even beyond the block's end; nil if only its start is known.
  let count: Int?

  /// The range of an entry's values; nil if they are in the entry itself. Values of a type unknown to TIFF have no
  /// known length.
  init?(_ entry: TIFFEntry, in block: TIFFBlock) {
    guard (1...13).contains(entry.type) || (16...18).contains(entry.type) else {
      guard let start = block.u32(at: entry.offset + 8) else { return nil }
      self.init(start, nil)
      return
    }
    guard entry.valueOffset != entry.offset + 8 else { return nil }
    self.init(entry.valueOffset, entry.byteCount ?? .max)
  }

  /// Whether it was found by searching and not stated. Then it never includes bytes that anything else refers to.
  let isFound: Bool

  /// A range that begins at `start`.
  init(_ start: Int, _ count: Int?, isFound: Bool = false) {
    self.start = start
    self.count = count
    self.isFound = isFound
  }

  /// The part of the range in a block of this many bytes, without the header; nil if empty.
  func range(in byteCount: Int) -> Range<Int>? {
    guard start >= 8, start < byteCount else { return nil }
    let (end, overflow) = start.addingReportingOverflow(count ?? .max)
    return start..<(overflow ? byteCount : min(byteCount, end))
  }
}

/// The kept parts of a block: directories and what their entries refer to.
struct ExifKeeping {
  private enum Kind {
    case directory
    case value
    /// Untyped bytes, such as a maker note; ranges stated inside them are accepted.
    case opaque
  }

  private var parts: [(range: Range<Int>, kind: Kind)] = []
  /// Offsets of the kept directories.
  private(set) var directories: Set<Int> = []

  /// Everything that IFD0 refers to, except entries with the removed tags and what `ExifTree` takes; `second` keeps
  /// IFD1 too.
  init(_ block: TIFFBlock, without gone: Set<TIFFTag> = [], second: Bool) {
    self.init(block, withoutNumbers: Set(gone.map(\.rawValue)), second: second)
  }

  /// The same for tags by number.
  init(_ block: TIFFBlock, withoutNumbers gone: Set<Int>, second: Bool) {
    let known = [block.ifd0, block.exifDirectory, second ? block.ifd1 : nil].compactMap(\.self)
    let inner = known.flatMap { directory in
      [TIFFTag.interoperability, .positionDirectory].filter { !gone.contains($0.rawValue) }.flatMap {
        directory.all($0).prefix(8)
      }
    }
    let others = inner.compactMap { block.integer(of: $0) }.compactMap { block.directory(at: $0) }
      .filter { !Self.isThumbnailData($0, in: block) }
    let tags = gone.union([TIFFTag.subdirectories.rawValue])
    for directory in known + others where directories.insert(directory.offset).inserted {
      parts.append((directory.offset..<max(directory.offset, min(directory.endOffset, block.bytes.count)), .directory))
      for entry in directory.entries where !tags.contains(entry.tag) { add(entry, in: block) }
    }
    if second, let ifd1 = block.ifd1, let place = Thumbnail.range(in: block, ifd1: ifd1) {
      parts.append((place, .opaque))
    }
  }

  /// Whether a wrong offset makes bytes of the thumbnail look like a directory.
  private static func isThumbnailData(_ directory: TIFFDirectory, in block: TIFFBlock) -> Bool {
    guard let place = block.ifd1.flatMap({ Thumbnail.range(in: block, ifd1: $0) }), place.contains(directory.offset)
    else { return false }
    let isMeant = directory.isComplete && directory.entries.allSatisfy { (1...13).contains($0.type) }
    return !isMeant || directory.entries.isEmpty
  }

  private mutating func add(_ entry: TIFFEntry, in block: TIFFBlock) {
    guard let place = ExifReference(entry, in: block), let count = place.count, count > 0,
      let range = place.range(in: block.bytes.count), range.count == count
    else { return }
    let isOpaque = entry.type == 7 || entry.tag == TIFFTag.makerNote.rawValue
    parts.append((range, isOpaque ? .opaque : .value))
  }

  /// Number of kept directories and values.
  var count: Int { parts.count }

  /// Whether the range overlaps a value or an image that is kept.
  func holds(_ range: Range<Int>) -> Bool { parts.contains { $0.kind != .directory && $0.range.overlaps(range) } }

  /// The parts of a range that belong to nothing kept, in order. nil if the range is completely in the block and
  /// starts inside a kept value, so that neither is reliable.
  ///
  /// A range that is completely in the block may include untyped bytes. A truncated or open-ended range stops before
  /// them, and a range that nothing states never includes them.
  func pieces(of place: ExifReference, in byteCount: Int) -> [Range<Int>]? {
    guard let range = place.range(in: byteCount), !range.isEmpty else { return [] }
    let isWhole = !place.isFound && place.count == range.count
    var spared: [Range<Int>] = []
    for part in parts where part.range.overlaps(range) {
      let reachesIn = part.range.lowerBound < range.lowerBound
      switch part.kind {
      case .directory: spared.append(part.range)
      case .value:
        if reachesIn, isWhole { return nil }
        spared.append(part.range)
      case .opaque: if place.isFound || !isWhole && !reachesIn { spared.append(part.range) }
      }
    }
    return spared.gaps(in: range)
  }
}

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

/// Finds bytes behind a maker note that its own directory refers to: some cameras state a length that is too short.
enum MakerNoteReach {
  /// Bytes before the directory: none, or a vendor's prefix, with a TIFF header or without.
  private static let heads = [0, 6, 8, 10, 12, 18]
  /// Maximum number of bytes between the note and its values, and between these.
  private static let padding = 16
  /// Maximum number of entries; real notes have fewer.
  private static let entryLimit = 1_024

  /// The values that begin right behind the note, or behind one another. Only a directory most of whose other values
  /// are inside the note is believed: then its offsets are still right.
  static func ranges(of note: TIFFEntry, in block: TIFFBlock) -> [Range<Int>] {
    guard note.elementSize == 1, note.count > 12, let place = block.place(of: note) else { return [] }
    for head in heads {
      guard let directory = block.directory(at: place.lowerBound + head), isPlausible(directory, in: place) else {
        continue
      }
      for base in [0, place.lowerBound, place.lowerBound + max(0, head - 8)] {
        let values = directory.entries.compactMap { Self.place(of: $0, from: base, in: block) }
        let insideCount = values.count { place.contains($0.lowerBound) }
        if insideCount > values.count - insideCount { return adjoining(values, place) }
      }
    }
    return []
  }

  /// Whether it is a whole directory inside the note, whose fields have types that exist.
  private static func isPlausible(_ directory: TIFFDirectory, in note: Range<Int>) -> Bool {
    let entries = directory.entries
    return !entries.isEmpty && entries.count <= entryLimit && entries.count == directory.declaredCount
      && directory.nextFieldOffset <= note.upperBound && entries.allSatisfy { (1...13).contains($0.type) }
  }

  /// The range of an entry's values outside the directory, if the block has all of it.
  private static func place(of entry: TIFFEntry, from base: Int, in block: TIFFBlock) -> Range<Int>? {
    guard entry.valueOffset != entry.offset + 8, entry.valueOffset >= 0 else { return nil }
    let (start, isTooFar) = base.addingReportingOverflow(entry.valueOffset)
    guard let size = entry.byteCount, !isTooFar, size > 0, start < block.bytes.count,
      size <= block.bytes.count - start
    else { return nil }
    return start..<start + size
  }

  /// The values that go on behind the note.
  private static func adjoining(_ values: [Range<Int>], _ note: Range<Int>) -> [Range<Int>] {
    var (end, found): (Int, [Range<Int>]) = (note.upperBound, [])
    for value in values.sorted(by: { $0.lowerBound < $1.lowerBound })
    where value.lowerBound >= note.lowerBound && value.upperBound > end {
      guard value.lowerBound - end <= padding else { break }
      found.append(value)
      end = value.upperBound
    }
    return found
  }
}
