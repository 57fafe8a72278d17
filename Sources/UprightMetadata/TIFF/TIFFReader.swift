// Directories and values of a TIFF file, read in ranges (TIFF 6.0, section 2; BigTIFF).

internal import UprightGeometry

/// Reads only what is requested; no bytes are read twice with different meanings.
struct TIFFReader<Source: ByteSource> {
  /// The layout of the file's numbers.
  let layout: TIFFLayout
  /// Offset of the first directory, from the header.
  let firstDirectoryOffset: Int
  /// Entries that may still be read, in all directories together.
  private(set) var entriesLeft = TIFFDirectory.entryLimit
  /// Directories that may still be read; each is compared with the ranges of the others.
  private(set) var directoriesLeft = 512
  /// Whether a requested value overlaps a directory, so that moving the directory or changing its tag would change
  /// the value.
  private(set) var hasOverlaps = false
  private var reader: RangeReader<Source>
  private var taken: [Range<Int>]
  /// Ranges of numbers read outside directories.
  private var values: [Range<Int>] = []

  /// Reads the header.
  ///
  /// - Throws: `.truncated`, `.boxInvalid` if it is not a header of TIFF or BigTIFF, `.unreadable`.
  init(_ source: Source) throws(MetadataError) {
    reader = RangeReader(source)
    let magic = try reader.bytes(at: 0, count: 4)
    guard let layout = TIFFLayout(header: magic) else { throw MetadataError(.boxInvalid, at: 0) }
    let head = try reader.bytes(at: 0, count: layout.headerSize)
    if layout.isBigTIFF, (4..<8).map({ head[$0] }) != layout.encode(8, size: 2) + [0, 0] {
      throw MetadataError(.boxInvalid, at: 4)
    }
    self.layout = layout
    let place = layout.firstPointerOffset
    firstDirectoryOffset = layout.number(in: head, at: place, size: layout.offsetSize) ?? 0
    taken = [0..<layout.headerSize]
  }

  /// Whether another directory may be read.
  var isWithinBudget: Bool { entriesLeft > 0 && directoriesLeft > 0 }

  /// Number of bytes in the file.
  var byteCount: Int { reader.byteCount }

  /// `count` bytes starting at `offset`.
  ///
  /// - Throws: as `RangeReader.bytes(at:count:)`.
  mutating func bytes(at offset: Int, count: Int) throws(MetadataError) -> [UInt8] {
    try reader.bytes(at: offset, count: count)
  }

  /// The directory at an offset, as far as the bytes and the entry budget allow; nil if even its count is missing.
  ///
  /// - Throws: `.tooMuchMetadata`, `.unreadable`.
  mutating func table(at offset: Int) throws(MetadataError) -> TIFFTable? {
    guard let head = try present(at: offset, count: layout.countSize),
      let declared = layout.number(in: head, at: 0, size: layout.countSize)
    else { return nil }
    let count = min(declared, entriesLeft)
    let size = layout.countSize + layout.entrySize * count + layout.offsetSize
    let bytes = try reader.bytes(at: offset, count: min(size, byteCount - offset))
    guard let directory = TIFFDirectory(at: offset, in: bytes, startingAt: offset, layout) else { return nil }
    return TIFFTable(directory: directory, bytes: bytes)
  }

  /// Counts a directory's entries; false if it overlaps another one, as in a loop.
  mutating func take(_ table: TIFFTable) -> Bool {
    guard !taken.contains(where: { $0.overlaps(table.range) }) else { return false }
    if values.contains(where: { $0.overlaps(table.range) }) { hasOverlaps = true }
    taken.append(table.range)
    directoriesLeft -= 1
    entriesLeft -= table.directory.entries.count
    return true
  }

  /// Element `index` of an integer entry; nil if the type is not an integer, or the bytes are missing or overlap a
  /// directory.
  ///
  /// - Throws: `.tooMuchMetadata`, `.unreadable`.
  mutating func integer(of entry: TIFFEntry?, in table: TIFFTable, at index: Int = 0) throws(MetadataError) -> Int? {
    guard let entry, index < entry.count, let bytes = try value(of: entry, in: table, at: index) else { return nil }
    return layout.number(in: bytes, at: 0, size: bytes.count).flatMap { entry.integer($0) }
  }

  /// The last elements of an integer entry, `limit` at most, wherever they are; nil if they are not integers, or are
  /// missing. Unlike `integer(of:in:at:)`, it does not mark them as requested.
  ///
  /// - Throws: `.tooMuchMetadata`, `.unreadable`.
  mutating func lastIntegers(of entry: TIFFEntry, in table: TIFFTable, limit: Int) throws(MetadataError) -> [Int]? {
    let (size, count) = (entry.elementSize, min(entry.count, limit))
    let (skipped, overflow) = size.multipliedReportingOverflow(by: entry.count - count)
    let place = entry.valueOffset.addingReportingOverflow(skipped)
    guard !overflow, !place.overflow else { return nil }
    let start = place.partialValue - table.range.lowerBound
    let isInside = start >= 0 && start <= table.bytes.count - size * count
    guard isInside || place.partialValue <= byteCount && size * count <= byteCount - place.partialValue else {
      return nil
    }
    let bytes =
      isInside
      ? Array(table.bytes[start..<start + size * count])
      : try reader.exactly(at: place.partialValue, count: size * count)
    let numbers = entry.integers(in: bytes, layout)
    return numbers.count == count ? numbers : nil
  }

  /// All bytes of an entry of single bytes, and their offset; nil if they are missing or overlap a directory.
  ///
  /// - Throws: `.tooMuchMetadata`, `.unreadable`.
  mutating func packet(of entry: TIFFEntry) throws(MetadataError) -> (bytes: [UInt8], offset: Int)? {
    guard entry.elementSize == 1, isFree(entry.valueOffset, count: entry.count) else { return nil }
    return try present(at: entry.valueOffset, count: entry.count).map { ($0, entry.valueOffset) }
  }

  private mutating func value(
    of entry: TIFFEntry, in table: TIFFTable, at index: Int
  ) throws(MetadataError) -> [UInt8]? {
    let size = entry.elementSize
    let place = entry.valueOffset.addingReportingOverflow(index * size)
    guard !place.overflow else { return nil }
    let isInline = entry.valueOffset == entry.offset + 4 + layout.offsetSize && entry.count <= layout.offsetSize / size
    if isInline {
      let start = place.partialValue - table.directory.offset
      return Array(table.bytes[start..<start + size])
    }
    guard isFree(place.partialValue, count: size) else {
      if place.partialValue >= layout.headerSize { hasOverlaps = true }
      return nil
    }
    let bytes = try present(at: place.partialValue, count: size)
    if bytes != nil { values.append(place.partialValue..<place.partialValue + size) }
    return bytes
  }

  /// Whether a range overlaps no directory and no number read so far, so that a directory may be written there.
  func isVacant(_ range: Range<Int>) -> Bool {
    !taken.contains { $0.overlaps(range) } && !values.contains { $0.overlaps(range) }
  }

  /// Whether a range overlaps no directory read so far, so that changing one does not affect the other.
  private func isFree(_ offset: Int, count: Int) -> Bool {
    let (end, overflow) = offset.addingReportingOverflow(count)
    return !overflow && !taken.contains { $0.overlaps(offset..<end) }
  }

  private mutating func present(at offset: Int, count: Int) throws(MetadataError) -> [UInt8]? {
    guard offset <= byteCount, count <= byteCount - offset else { return nil }
    return try reader.bytes(at: offset, count: count)
  }
}
