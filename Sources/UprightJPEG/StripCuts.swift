// Strips of a JPEG as small JPEGs: one walk finds where the units of each begin, then their bits are copied
// (Design.md).

package import UprightGeometry
package import UprightMetadata

/// The strips of an undamaged scan, each of which can be cut out at any time.
package struct StripCuts: Sendable {
  private let header: ScanHeader
  private let tables: UnitTables
  private let grid: StripGrid
  private let parts: [UnitRegion]
  private let places: [Checkpoint]
  private let dataEnd: Int

  /// Walks a scan once, with no more than about a megabyte of the file in memory.
  ///
  /// - Parameters:
  ///   - strips: Regions with the same rows, or with the same columns.
  ///   - longest: The maximum bytes of a strip's coded data.
  ///   - most: The pixels that the image may have.
  /// - Throws: `.regionOutside`, `.tooLarge`, `.cutTooLong`, `.samplesUnusual`, `.extraneousData`, and for damage.
  package init(
    _ strips: [PixelRect<Stored>], of source: some ByteSource, longest: Int, most: Int, threads: WalkThreads
  ) throws(ScanFault) {
    header = try ScanHeader(of: source)
    guard header.size.pixelCount ?? .max <= most else { throw ScanFault(.tooLarge, at: header.dataStart) }
    tables = UnitTables(header)
    var parts: [UnitRegion] = []
    for strip in strips { parts.append(try UnitRegion(strip, margin: 0, in: header)) }
    self.parts = parts
    let rows = parts.map(\.rows)
    grid = StripGrid(
      rows: (rows.map(\.lowerBound).min() ?? 0)..<(rows.map(\.upperBound).max() ?? 0),
      columns: Set(parts.flatMap { [$0.columns.lowerBound, $0.columns.upperBound] }).sorted(), in: header)
    let end: ScanEnd
    (places, end) = try grid.places(header, tables, of: source, threads: threads)
    guard !end.hasExtraneousBytes, !end.hasTables else { throw ScanFault(.extraneousData, at: end.dataEnd) }
    dataEnd = end.dataEnd
    // Between two of 8 bits, every difference has a code.
    let isUsual = places.allSatisfy { place in
      header.components.indices.allSatisfy { abs(Int(place.predictors[$0])) < 8_192 }
    }
    guard isUsual else { throw ScanFault(.samplesUnusual, at: header.dataStart) }
    for strip in parts.indices {
      let bytes = runs(of: strip).reduce(0) { $0 + $1.end - $1.start.place.byte + 1 }
      guard bytes <= longest else { throw ScanFault(.cutTooLong, at: header.dataStart) }
    }
  }

  /// One of the strips; the units on its edges are whole.
  ///
  /// - Throws: `.unreadable`, `.indexMismatch` and others if the file changed.
  package func cut(_ strip: Int, of source: some ByteSource) throws(ScanFault) -> RegionCut {
    var splice = UnitSplice(header, tables, dataEnd: dataEnd)
    for run in runs(of: strip) { try splice.add(run, from: source, isWalked: true) }
    let bounds = parts[strip].bounds
    return RegionCut(bytes: splice.finish(bounds.size), bounds: bounds)
  }

  /// The units of a strip, row by row.
  private func runs(of strip: Int) -> [UnitRun] {
    let part = parts[strip]
    guard let first = grid.columns.firstIndex(of: part.columns.lowerBound),
      let last = grid.columns.firstIndex(of: part.columns.upperBound)
    else { return [] }
    return part.rows.map { row in grid.run(first..<last, inRow: row, from: places) }
  }
}
