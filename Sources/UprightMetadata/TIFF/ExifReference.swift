// Ranges of a block to remove, and the ranges that must be kept (EXIF 2.32, 4.5.2: values and directories may be
// anywhere in a block).

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
    let (size, overflow) = entry.elementSize.multipliedReportingOverflow(by: entry.count)
    self.init(entry.valueOffset, overflow ? .max : size)
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
