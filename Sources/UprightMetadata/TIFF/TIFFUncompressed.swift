// The byte counts of uncompressed TIFF strips and tiles (TIFF 6.0, sections 3, 15 and 21).

internal import UprightGeometry

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
