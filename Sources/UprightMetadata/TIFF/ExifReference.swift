// Where in a block something lies that goes, and what it may not touch (EXIF 2.32, 4.5.2: values and directories lie anywhere in a block).

/// A place that something in a block leads to, as it is stated.
struct ExifReference: Hashable, Sendable {
  /// Where it starts.
  let start: Int
  /// How many bytes it has, be they there or not; nil where only its start is known.
  let count: Int?

  /// The place of an entry's values; nil where they lie in the entry itself. Values of a type that TIFF does not know have no known length.
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

  /// Whether nothing states it, so that it has no claim on a byte that anything else leads to.
  let isFound: Bool

  /// A place from `start` on.
  init(_ start: Int, _ count: Int?, isFound: Bool = false) {
    self.start = start
    self.count = count
    self.isFound = isFound
  }

  /// What of it lies in a block of so many bytes; nil for nothing. The header is no part of it.
  func range(in byteCount: Int) -> Range<Int>? {
    guard start >= 8, start < byteCount else { return nil }
    let (end, overflow) = start.addingReportingOverflow(count ?? .max)
    return start..<(overflow ? byteCount : min(byteCount, end))
  }
}

/// What of a block stays: directories and what their entries lead to.
struct ExifKeeping {
  private enum Kind {
    case directory
    case value
    /// Bytes without a type, such as a maker note: what is stated to lie in them, lies in them.
    case opaque
  }

  private var parts: [(range: Range<Int>, kind: Kind)] = []
  /// Where its directories start.
  private(set) var directories: Set<Int> = []

  /// Everything that IFD0 leads to but entries with the tags that go, and but what `ExifTree` takes; `second` says whether IFD1 stays.
  init(_ block: TIFFBlock, without gone: Set<TIFFTag> = [], second: Bool) {
    let known = [block.ifd0, block.exifDirectory, second ? block.ifd1 : nil].compactMap(\.self)
    let inner = known.flatMap { directory in
      [TIFFTag.interoperability, .positionDirectory].filter { !gone.contains($0) }.flatMap {
        directory.all($0).prefix(8)
      }
    }
    let others = inner.compactMap { block.integer(of: $0) }.compactMap { block.directory(at: $0) }
    let tags = Set((Array(gone) + [.subdirectories]).map(\.rawValue))
    for directory in known + others where directories.insert(directory.offset).inserted {
      parts.append((directory.offset..<max(directory.offset, min(directory.endOffset, block.bytes.count)), .directory))
      for entry in directory.entries where !tags.contains(entry.tag) { add(entry, in: block) }
    }
    if second, let ifd1 = block.ifd1, let place = Thumbnail.range(in: block, ifd1: ifd1) {
      parts.append((place, .opaque))
    }
  }

  private mutating func add(_ entry: TIFFEntry, in block: TIFFBlock) {
    guard let place = ExifReference(entry, in: block), let count = place.count, count > 0,
      let range = place.range(in: block.bytes.count), range.count == count
    else { return }
    let isOpaque = entry.type == 7 || entry.tag == TIFFTag.makerNote.rawValue
    parts.append((range, isOpaque ? .opaque : .value))
  }

  /// Whether bytes are part of a value or a picture that stays.
  func holds(_ range: Range<Int>) -> Bool { parts.contains { $0.kind != .directory && $0.range.overlaps(range) } }

  /// What of a place belongs to nothing that stays, in order; nil where it lies in the block whole and starts inside a value that stays, so
  /// that neither can be believed.
  ///
  /// A place that lies in the block whole reaches into bytes without a type; one that breaks off or has no known end stops before them, and one that nothing
  /// states takes nothing of them.
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
