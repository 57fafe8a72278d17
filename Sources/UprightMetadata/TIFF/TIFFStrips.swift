// Where the strips and tiles of a TIFF are (TIFF 6.0, sections 3 and 15). Whether a TIFF ends before its strips and
// tiles do (TIFF 6.0, sections 3 and 15). The byte counts of uncompressed TIFF strips and tiles (TIFF 6.0, sections 3,
// 15 and 21). The ranges of a TIFF's pixels, even if its stated lengths are wrong (TIFF 6.0, section 3,
// StripByteCounts; libtiff recomputes wrong ones).

internal import UprightGeometry

extension TIFFReader {
  /// Maximum number of strips or tiles of an image that are looked at: the last ones, which programs write last.
  private static var lastParts: Int { 64 }

  /// Whether strips or tiles of a directory's image are beyond the end of the file; their contents are not read.
  ///
  /// Uncompressed ones need not be as long as the directory states.
  ///
  /// - Throws: `.unreadable`.
  func isCut(_ table: TIFFTable) throws(MetadataError) -> Bool {
    // What is read here does not count against the limit on metadata.
    var reader = self
    do throws(MetadataError) {
      for (starts, counts) in [(TIFFTag.stripOffsets, TIFFTag.stripByteCounts), (.tileOffsets, .tileByteCounts)] {
        guard let start = table.directory.first(starts) else { continue }
        if reader.isMissing(start) { return true }
        let parts = try reader.lastParts(start, table.directory.first(counts), in: table)
        let beyond = parts.filter { $0.isBeyond(byteCount) }
        guard !beyond.isEmpty else { continue }
        let sizes = try reader.uncompressed(table, isTiled: starts == .tileOffsets)
        if beyond.contains(where: { $0.shortened(to: sizes).isBeyond(byteCount) }) { return true }
      }
    } catch {
      guard error.code != .unreadable else { throw error }
    }
    return false
  }

  /// Whether the values of an entry are beyond the end of the file.
  private func isMissing(_ entry: TIFFEntry) -> Bool {
    guard let size = entry.byteCount else { return true }
    return entry.valueOffset > byteCount || size > byteCount - entry.valueOffset
  }

  private mutating func lastParts(
    _ start: TIFFEntry, _ count: TIFFEntry?, in table: TIFFTable
  ) throws(MetadataError) -> [TIFFPart] {
    guard let offsets = try lastIntegers(of: start, in: table, limit: Self.lastParts) else { return [] }
    let stated = count?.count == start.count ? count : nil
    let lengths = try stated.flatMap { entry throws(MetadataError) in
      try lastIntegers(of: entry, in: table, limit: Self.lastParts)
    }
    let first = start.count - offsets.count
    return offsets.indices.map { TIFFPart(index: first + $0, offset: offsets[$0], length: lengths?[$0] ?? 0) }
  }
}

/// Where a strip or tile is, as a directory states.
private struct TIFFPart {
  let index, offset: Int
  var length: Int

  /// Whether it ends after `end`; one of no length does not.
  func isBeyond(_ end: Int) -> Bool { length > 0 && (offset > end || length > end - offset) }

  /// The same, no longer than its uncompressed samples.
  func shortened(to sizes: TIFFUncompressed?) -> Self {
    var part = self
    if let sizes { part.length = min(length, sizes.byteCount(of: index)) }
    return part
  }
}

/// The lengths that follow from a directory's geometry, whatever lengths it states.
struct TIFFUncompressed: Hashable, Sendable {
  /// Columns and rows of a strip or tile, and rows of the whole image.
  fileprivate let width, rows, height: Int
  /// Bits per sample, and interleaved samples per pixel.
  fileprivate let depth, samples: Int
  /// Pixels across and down that share their chroma; 1 and 1 without subsampling.
  fileprivate let across, down: Int
  fileprivate let isTiled: Bool

  /// Minimum number of bytes in strip or tile `index`, 0-based; `.max` on overflow.
  func byteCount(of index: Int) -> Int {
    let perPlane = (height + rows - 1) / rows
    let own = isTiled ? rows : min(rows, height - index % perPlane * rows)
    let blocks = (width + across - 1) / across
    let perBlock = across * down == 1 ? samples : across * down + samples - 1
    let rowSize = (blocks * perBlock * depth + 7) / 8
    let (count, overflow) = rowSize.multipliedReportingOverflow(by: (own + down - 1) / down)
    return overflow ? .max : count
  }
}

extension TIFFReader {
  /// The lengths of a directory's strips or tiles; nil if they are compressed, or their dimensions are missing.
  ///
  /// - Throws: `.tooMuchMetadata`, `.unreadable`.
  mutating func uncompressed(_ table: TIFFTable, isTiled: Bool) throws(MetadataError) -> TIFFUncompressed? {
    guard try number(.compression, in: table) ?? 1 == 1,
      let width = try side(isTiled ? .tileWidth : .imageWidth, in: table),
      let height = try side(.imageLength, in: table)
    else { return nil }
    let said = try number(isTiled ? .tileLength : .rowsPerStrip, in: table)
    guard let rows = isTiled ? said : min(height, max(1, said ?? height)), (1...TIFFImage.longestSide).contains(rows),
      let depth = try depth(of: table)
    else { return nil }
    let isPlanar = try number(.planarConfiguration, in: table) == 2
    let samples = min(65_535, max(1, try number(.samplesPerPixel, in: table) ?? 1))
    let unit = try chromaUnit(of: table)
    let isShared = !isPlanar && samples == 3
    return TIFFUncompressed(
      width: width, rows: rows, height: height, depth: depth, samples: isPlanar ? 1 : samples,
      across: isShared ? unit.across : 1, down: isShared ? unit.down : 1, isTiled: isTiled)
  }

  private mutating func number(_ tag: TIFFTag, in table: TIFFTable) throws(MetadataError) -> Int? {
    try integer(of: table.directory.first(tag), in: table)
  }

  private mutating func side(_ tag: TIFFTag, in table: TIFFTable) throws(MetadataError) -> Int? {
    guard let side = try number(tag, in: table), (1...TIFFImage.longestSide).contains(side) else { return nil }
    return side
  }

  /// Bits of the largest sample; nil if it exceeds every reader's limits.
  private mutating func depth(of table: TIFFTable) throws(MetadataError) -> Int? {
    guard let entry = table.directory.first(.bitsPerSample) else { return 1 }
    var depth = 0
    for index in 0..<min(entry.count, 64) { depth = max(depth, try integer(of: entry, in: table, at: index) ?? 0) }
    return (1...64).contains(depth) ? depth : nil
  }

  /// Pixels that share their chroma: for luma and chroma, 2 × 2 by default; otherwise 1 × 1.
  private mutating func chromaUnit(of table: TIFFTable) throws(MetadataError) -> (across: Int, down: Int) {
    guard try number(.photometric, in: table) == 6 else { return (1, 1) }
    let entry = table.directory.entries.first { $0.tag == 530 }
    let said = [try integer(of: entry, in: table), try integer(of: entry, in: table, at: 1)].map { $0 ?? 2 }
    return said.allSatisfy([1, 2, 4].contains) ? (said[0], said[1]) : (1, 1)
  }
}

/// The ranges of strips and tiles.
struct TIFFPixelRanges {
  /// The ranges: as the file states, and at least as long as uncompressed samples require.
  private(set) var ranges: [Range<Int>] = []
  /// The parts of them beyond the stated lengths.
  private(set) var unsized: [Range<Int>] = []
  /// Offset of a strip whose end cannot be determined; nil if there is none.
  private(set) var endless: Int?
  /// Total size in bytes of an uncompressed image, by the image's end offset.
  private(set) var byteCounts: [Int: Int] = [:]

  /// Adds a strip at an offset. `stated` is its length, or 0. `needed` is its required length, or nil if only its
  /// coding determines it. `room` is the number of bytes available.
  ///
  /// If neither an offset nor a length is stated, there is no strip.
  mutating func add(_ offset: Int, stated: Int, needed: Int?, room: Int) {
    guard offset > 0 || stated > 0 else { return }
    let believed = stated <= room ? stated : needed == nil ? room : 0
    let length = min(room, max(believed, needed ?? 0))
    if needed == nil, stated == 0 || stated > room { endless = endless ?? offset }
    if length > 0 { ranges.append(offset..<offset + length) }
    if length > believed { unsized.append(offset + believed..<offset + length) }
  }

  /// Records the end of an uncompressed image whose strips were added.
  mutating func noteEnd() {
    guard let end = ranges.map(\.upperBound).max() else { return }
    byteCounts[end] = ranges.reduce(0) { $0 + $1.count }
  }

  /// Merges the facts of another image, except its ranges.
  mutating func add(_ other: TIFFPixelRanges) {
    unsized += other.unsized
    endless = endless ?? other.endless
    byteCounts.merge(other.byteCounts) { min($0, $1) }
  }
}
