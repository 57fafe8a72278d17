// Cuts units of a scan out as a JPEG of its own: coded bits are copied, only the first differences are re-encoded.

package import UprightGeometry
package import UprightMetadata

/// A part of a JPEG as a small JPEG, whose pixels decode to those of the whole.
package struct RegionCut: Hashable, Sendable {
  /// A sequential JPEG without metadata, and without restart markers.
  package let bytes: [UInt8]
  /// The stored pixels it has; all but the last units of the image are whole.
  package let bounds: PixelRect<Stored>
}

/// The units that hold a region, and some around them.
struct UnitRegion: Sendable {
  let columns: Range<Int>
  let rows: Range<Int>
  private let header: ScanHeader

  /// - Throws: `.regionOutside`.
  init(_ region: PixelRect<Stored>, margin: Int, in header: ScanHeader) throws(ScanFault) {
    guard region.x >= 0, region.y >= 0, !region.isEmpty, region.maxX <= header.size.width,
      region.maxY <= header.size.height
    else { throw ScanFault(.regionOutside, at: 0) }
    let unit = header.unitSize
    columns = Self.units(region.x..<region.maxX, of: unit.width, margin, in: header.unitsAcross)
    rows = Self.units(region.y..<region.maxY, of: unit.height, margin, in: header.unitsDown)
    self.header = header
  }

  private static func units(_ pixels: Range<Int>, of size: Int, _ margin: Int, in count: Int) -> Range<Int> {
    let first = pixels.lowerBound / size
    let last = (pixels.upperBound - 1) / size
    let more = min(max(0, margin), count)
    return max(0, first - more)..<min(count, last + 1 + more)
  }

  /// The units of each row.
  var runs: [Range<Int>] {
    rows.map { row in
      let first = row * header.unitsAcross
      return first + columns.lowerBound..<first + columns.upperBound
    }
  }

  /// The units' pixels, as far as the image has them.
  var bounds: PixelRect<Stored> {
    let unit = header.unitSize
    let (x, y) = (columns.lowerBound * unit.width, rows.lowerBound * unit.height)
    return PixelRect(
      x: x, y: y, width: min(columns.upperBound * unit.width, header.size.width) - x,
      height: min(rows.upperBound * unit.height, header.size.height) - y)
  }
}

extension RegionIndex {
  /// Cuts the units out that hold `region`, and `margin` units around them, as far as there are any.
  ///
  /// With a margin of 1, each pixel of `region` decodes to what it is in a decode of the whole file, at 1/1, 1/2, 1/4
  /// and 1/8: libjpeg smooths chroma across the nearest samples only.
  ///
  /// - Parameter longest: The maximum bytes of coded data to cut out.
  /// - Throws: `.regionOutside`, `.indexMismatch`, `.cutTooLong`, and for damage.
  package func cut(
    _ region: PixelRect<Stored>, from source: some ByteSource, margin: Int = 1, longest: Int = .max
  ) throws(ScanFault) -> RegionCut {
    let part = try UnitRegion(region, margin: margin, in: header)
    guard source.byteCount == fingerprint.byteCount else { throw ScanFault(.indexMismatch, at: source.byteCount) }
    var splice = UnitSplice(header, tables, dataEnd: dataEnd, comparing: checkpoints, interval: interval)
    for units in part.runs {
      try splice.add(run(to: units), from: source)
      guard splice.byteCount <= longest else { throw ScanFault(.cutTooLong, at: header.dataStart) }
    }
    return RegionCut(bytes: splice.finish(part.bounds.size), bounds: part.bounds)
  }

  /// The way to `units` from the checkpoint before them.
  ///
  /// - Throws: `.indexMismatch`.
  func run(to units: Range<Int>) throws(ScanFault) -> UnitRun {
    let first = units.lowerBound / interval
    guard first < checkpoints.count else { throw ScanFault(.indexMismatch, at: 0) }
    let next = (units.upperBound + interval - 1) / interval
    return UnitRun(
      start: checkpoints[first], unit: first * interval, units: units,
      end: next < checkpoints.count ? checkpoints[next].place.byte : dataEnd)
  }
}

extension RegionCut {
  /// Cuts a region out without an index: walks from the first unit to the end of the region's last row, and no further.
  ///
  /// At most a megabyte of the file is read at once, and usually a quarter of that. Damage below that row is not found,
  /// as with a decoder that stops there, unless `rest` is walked; nil if the region has the last row.
  ///
  /// - Parameters:
  ///   - margin: As in `RegionIndex.cut(_:from:margin:)`.
  ///   - longest: The maximum bytes of coded data to cut out.
  ///   - walksRest: Whether `rest` will be walked. Bytes of no unit are then no fault until its end, as in one walk.
  /// - Throws: `.regionOutside`, `.cutTooLong`, `.extraneousData`, and for damage.
  package static func walked(
    _ region: PixelRect<Stored>, of source: some ByteSource, margin: Int = 1, longest: Int = .max,
    walksRest: Bool = false, threads: WalkThreads = .one
  ) throws(ScanFault) -> (cut: RegionCut, rest: ScanRest?) {
    try walked(
      region, of: source, margin: margin, longest: longest, walksRest: walksRest, window: ScanRest.window(threads),
      threads: threads)
  }

  /// `window` is how many bytes are walked at once.
  static func walked(
    _ region: PixelRect<Stored>, of source: some ByteSource, margin: Int, longest: Int = .max,
    walksRest: Bool = false, window: Int, threads: WalkThreads = .one
  ) throws(ScanFault) -> (cut: RegionCut, rest: ScanRest?) {
    let header = try ScanHeader(of: source)
    let part = try UnitRegion(region, margin: margin, in: header)
    let tables = UnitTables(header)
    let (runs, rest) = try UnitRun.walked(
      part.runs, header, tables, of: source, walksRest: walksRest, window: window, threads: threads)
    let length = runs.reduce(0) { $0 + $1.end - $1.start.place.byte }
    guard length <= longest else { throw ScanFault(.cutTooLong, at: runs.first?.start.place.byte ?? 0) }
    var splice = UnitSplice(header, tables, dataEnd: source.byteCount)
    for run in runs { try splice.add(run, from: source) }
    return (RegionCut(bytes: splice.finish(part.bounds.size), bounds: part.bounds), rest)
  }
}

/// The units below a region's last row, which are walked only for the damage that shows there: it may be damage of the
/// region.
package struct ScanRest: Sendable {
  private let header: ScanHeader
  private let tables: UnitTables
  private let state: WindowedWalk.State

  fileprivate init(_ header: ScanHeader, _ tables: UnitTables, from state: WindowedWalk.State) {
    (self.header, self.tables, self.state) = (header, tables, state)
  }

  /// Walks from there to the end marker of the file that the region was cut out of.
  ///
  /// - Throws: `.extraneousData`, and for damage.
  package func walk(_ source: some ByteSource, threads: WalkThreads = .one) throws(ScanFault) {
    var walk = WindowedWalk(
      source, header, tables, from: state, window: Self.window(threads), threads: threads)
    var sink = PlaceSink(.listed([]))
    while try walk.step(to: header.unitCount, into: &sink) {}
    guard try !walk.end().hasExtraneousBytes else { throw ScanFault(.extraneousData, at: state.place.byte) }
  }

  /// How many bytes are walked at once.
  fileprivate static func window(_ threads: WalkThreads) -> Int { threads == .one ? 1 << 18 : 1 << 19 }
}

extension UnitRun {
  /// Walks to the end of the row of the last of `runs`; what is below it is left to be walked.
  ///
  /// - Throws: `.extraneousData`, and for damage.
  static func walked(
    _ runs: [Range<Int>], _ header: ScanHeader, _ tables: UnitTables, of source: some ByteSource, walksRest: Bool,
    window: Int, threads: WalkThreads
  ) throws(ScanFault) -> (runs: [UnitRun], rest: ScanRest?) {
    let last = runs.last?.upperBound ?? 0
    // A decoder reads the last row to its end, and in the image's last row finds what follows.
    let across = header.unitsAcross
    let rowEnd = (last + across - 1) / across * across
    var walk = WindowedWalk(source, header, tables, to: rowEnd, window: window, threads: threads)
    let edges = Set(runs.flatMap { [$0.lowerBound, $0.upperBound] }).sorted()
    var sink = PlaceSink(.listed(edges))
    while try walk.step(to: last, into: &sink) {}
    let end = walk.checkpoint
    var places = Dictionary(zip(edges, sink.places)) { first, _ in first }
    places[last] = end
    while try walk.step(to: rowEnd, into: &sink) {}
    let isWhole = rowEnd == header.unitCount
    let isExtraneous = isWhole ? try walk.end().hasExtraneousBytes : !walksRest && walk.hasExtraneousBytes
    guard !isExtraneous else { throw ScanFault(.extraneousData, at: end.place.byte) }
    let found = runs.compactMap { units -> UnitRun? in
      guard let start = places[units.lowerBound], let arrival = places[units.upperBound] else { return nil }
      return UnitRun(
        start: start, unit: units.lowerBound, units: units, end: arrival.place.byte, arrival: arrival)
    }
    return (found, isWhole ? nil : ScanRest(header, tables, from: walk.state))
  }
}
