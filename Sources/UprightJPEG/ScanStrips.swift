// Strips of a scan that one walk finds the beginnings of, so that each can be read on its own (Design.md).

package import UprightGeometry
package import UprightMetadata

/// The units of a region: rows of them, each divided at the same columns.
struct StripGrid: Sendable {
  /// Rows of units of the scan.
  let rows: Range<Int>
  /// The columns of units at which strips begin, ascending, and the one after the last.
  let columns: [Int]
  private let unitsAcross: Int

  init(rows: Range<Int>, columns: [Int], in header: ScanHeader) {
    (self.rows, self.columns, unitsAcross) = (rows, columns, header.unitsAcross)
  }

  var strips: Range<Int> { 0..<columns.count - 1 }

  /// Whether a row ends where the next one begins.
  private var isWhole: Bool { columns.first == 0 && columns.last == unitsAcross }

  /// The units at which strips begin or end, ascending.
  var units: [Int] {
    let columns = isWhole ? Array(columns.dropLast()) : columns
    let inside = rows.flatMap { row in columns.map { row * unitsAcross + $0 } }
    return isWhole ? inside + [rows.upperBound * unitsAcross] : inside
  }

  /// Where the place at which a strip of a row begins is among `units`.
  func index(_ strip: Int, inRow row: Int) -> Int {
    (row - rows.lowerBound) * (columns.count - (isWhole ? 1 : 0)) + strip
  }

  /// The units of strips in one row.
  func units(_ strips: Range<Int>, inRow row: Int) -> Range<Int> {
    row * unitsAcross + columns[strips.lowerBound]..<row * unitsAcross + columns[strips.upperBound]
  }
}

extension StripGrid {
  /// The units of strips in one row, and where they begin and end among the places of `units`.
  func run(_ strips: Range<Int>, inRow row: Int, from places: [Checkpoint]) -> UnitRun {
    let units = units(strips, inRow: row)
    let (first, last) = (index(strips.lowerBound, inRow: row), index(strips.upperBound, inRow: row))
    return UnitRun(
      start: places[first], unit: units.lowerBound, units: units, end: places[last].place.byte, arrival: places[last])
  }

  /// Walks a scan once, with no more than about a megabyte of the file in memory: where `units` begin, and what follows
  /// the last unit.
  ///
  /// - Throws: For damage.
  func places(
    _ header: ScanHeader, _ tables: UnitTables, of source: some ByteSource, threads: WalkThreads
  ) throws(ScanFault) -> ([Checkpoint], ScanEnd) {
    let units = units
    let window = threads == .one ? 1 << 20 : 1 << 19
    var walk = WindowedWalk(source, header, tables, window: window, threads: threads)
    var sink = PlaceSink(.listed(units))
    while try walk.step(to: header.unitCount, into: &sink) {}
    let last = walk.checkpoint
    let end = try walk.end()
    return (sink.places + (units.last == header.unitCount ? [last] : []), end)
  }
}

/// A scan whose strips can be read in any order.
struct ScanStrips {
  let header: ScanHeader
  let tables: UnitTables
  let grid: StripGrid
  let end: ScanEnd
  /// Not a type parameter: reading is then specialized whatever the source is.
  private let source: any ByteSource
  private let threads: WalkThreads
  private let start: Start

  /// From where strips are read.
  private enum Start {
    /// Where `StripGrid.units` begin.
    case places([Checkpoint])
    case index(RegionIndex)
  }

  /// Walks a scan once, with no more than about a megabyte of the file in memory.
  ///
  /// - Throws: `.extraneousData`, and for damage.
  init(_ grid: StripGrid, _ header: ScanHeader, of source: some ByteSource, threads: WalkThreads) throws(ScanFault) {
    let (places, end) = try grid.places(header, UnitTables(header), of: source, threads: threads)
    try self.init(grid, header, of: source, threads, .places(places), end)
  }

  /// Uses the index of `source` in place of a walk. Damage is found only in what is read.
  ///
  /// - Throws: As `ScanEnd` does.
  init(_ grid: StripGrid, _ index: RegionIndex, of source: some ByteSource, threads: WalkThreads) throws(ScanFault) {
    let end = try ScanEnd(dataEnd: index.dataEnd, in: source)
    try self.init(grid, index.header, of: source, threads, .index(index), end)
  }

  private init(
    _ grid: StripGrid, _ header: ScanHeader, of source: some ByteSource, _ threads: WalkThreads, _ start: Start,
    _ end: ScanEnd
  ) throws(ScanFault) {
    guard !end.hasExtraneousBytes, !end.hasTables else { throw ScanFault(.extraneousData, at: end.dataEnd) }
    tables = UnitTables(header, readsCoefficients: true)
    (self.header, self.grid, self.source, self.threads) = (header, grid, source, threads)
    (self.start, self.end) = (start, end)
  }

  /// The bytes of memory that reading strips of a row may take: their coded bytes, at most 8 for each of these as
  /// coefficients of 2 bits, and what each block takes; for half of them twice, while their memory grows.
  func cost(_ strips: Range<Int>, inRow row: Int) throws(ScanFault) -> Int {
    let run = try run(strips, inRow: row)
    return 13 * run.byteCount + 9 * run.units.count * header.blocksPerUnit
  }

  private func run(_ strips: Range<Int>, inRow row: Int) throws(ScanFault) -> UnitRun {
    let units = grid.units(strips, inRow: row)
    switch start {
    case .index(let index): return try index.run(to: units)
    case .places(let places): return grid.run(strips, inRow: row, from: places)
    }
  }
}

extension UnitRun {
  fileprivate var byteCount: Int { end - start.place.byte + 1 }
}

extension ScanStrips {
  /// The blocks of strips in some rows, row by row.
  ///
  /// - Throws: `.indexMismatch` if the file changed, `.unreadable`, and for damage.
  func blocks(_ strips: Range<Int>, _ rows: Range<Int>) throws(ScanFault) -> PackedBlocks {
    var runs: [UnitRun] = []
    runs.reserveCapacity(rows.count)
    for row in rows { runs.append(try run(strips, inRow: row)) }
    let middle = threads == .one ? runs.count : runs.count / 2
    let later = StripReader(header, tables, try read(runs[middle...]))
    let second = later.isEmpty ? nil : SecondThread.begin(threads) { later.result }
    // Also if the first half fails, the other thread has ended then.
    defer { _ = second?.result() }
    // The second thread reads the rest into memory of its own.
    var store = BlockStore(Array(second == nil ? runs[...] : runs[..<middle]), header)
    for run in runs[..<middle] {
      try StripReader.read(run, try run.bytes(of: source, upTo: end.dataEnd), header, tables, into: &store)
    }
    guard !later.isEmpty else { return PackedBlocks(store) }
    switch second?.result() ?? .none {
    case .none: try later.read(into: &store)
    case .ready(let rest), .awaited(let rest): return PackedBlocks(store, try rest.get())
    }
    return PackedBlocks(store)
  }

  private func read(_ runs: ArraySlice<UnitRun>) throws(ScanFault) -> [(run: UnitRun, bytes: [UInt8])] {
    var read: [(run: UnitRun, bytes: [UInt8])] = []
    read.reserveCapacity(runs.count)
    for run in runs { read.append((run, try run.bytes(of: source, upTo: end.dataEnd))) }
    return read
  }
}

extension BlockStore {
  /// Empty, with memory for runs.
  fileprivate init(_ runs: [UnitRun], _ header: ScanHeader) {
    self.init(longest: .max, keepsMarks: false)
    let units = runs.reduce(0) { $0 + $1.units.count }
    reserve(blocks: units * header.blocksPerUnit, bytes: runs.reduce(0) { $0 + $1.byteCount })
  }
}

/// Reads coefficients of runs that are in memory.
private struct StripReader: Sendable {
  private let header: ScanHeader
  private let tables: UnitTables
  private let runs: [(run: UnitRun, bytes: [UInt8])]

  init(_ header: ScanHeader, _ tables: UnitTables, _ runs: [(run: UnitRun, bytes: [UInt8])]) {
    (self.header, self.tables, self.runs) = (header, tables, runs)
  }

  var isEmpty: Bool { runs.isEmpty }

  var result: Result<BlockStore, ScanFault> {
    var store = BlockStore(runs.map(\.run), header)
    do throws(ScanFault) { try read(into: &store) } catch { return .failure(error) }
    return .success(store)
  }

  func read(into store: inout BlockStore) throws(ScanFault) {
    for (run, bytes) in runs { try Self.read(run, bytes, header, tables, into: &store) }
  }

  static func read(
    _ run: UnitRun, _ bytes: [UInt8], _ header: ScanHeader, _ tables: UnitTables, into store: inout BlockStore
  ) throws(ScanFault) {
    guard !Cancellation.isRequested else { throw ScanFault(.unreadable, at: run.start.place.byte) }
    let (base, span) = (run.start.place.byte, bytes.span)
    var walker = UnitWalker(
      EntropyReader(at: run.start.place, in: span, from: base), unit: run.unit, predictors: run.start.predictors,
      restartInterval: header.restartInterval)
    var skipped = SkippingSink()
    try walker.walk(to: run.units.lowerBound, span, from: base, tables, into: &skipped)
    try walker.walk(to: run.units.upperBound, span, from: base, tables, into: &store)
    try run.checkEnd(of: walker, in: span)
  }
}

/// Keeps nothing.
private struct SkippingSink: UnitSink {
  @inline(__always) mutating func unit(_ index: Int, _ mark: UnitMark, _ bytes: Span<UInt8>) {}
}

// Strips of a JPEG as small JPEGs: one walk finds where the units of each begin, then their bits are copied
// (Design.md).

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
