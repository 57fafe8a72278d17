// Rows of an image at 1/1, 1/2, 1/4 or 1/8 of its size, or of its component planes, decoded from the coefficients of its
// blocks; the same samples as libjpeg's (jdmaster.c, jdsample.c, jdcolor.c).

import CKernels
package import UprightGeometry
package import UprightMetadata

/// Decodes a sequential JPEG row by row, from the first on.
package struct SampleRows {
  private let planes: SamplePlanes
  /// Units in a row, and rows of units.
  private let unitsAcross, unitsDown: Int
  private let colors: ScanColors
  /// 1 for gray, 3 for RGB.
  private let channels: Int
  private var walk: WindowedWalk
  private var sink: SampleSink
  private var writer: RowWriter
  /// Rows that were delivered or skipped, and rows of units that were read.
  private var done = 0
  private var unitRows = 0
  /// The rows that are delivered.
  private var wanted: Range<Int>

  /// At the first row.
  ///
  /// - Parameters:
  ///   - channels: 1 for gray, 3 for RGB; a gray image is delivered as either.
  ///   - denominator: 1, 2, 4 or 8.
  ///   - areMeans: Whether samples at 1/2 and 1/4 are to be means of the pixels that they cover, and not libjpeg's.
  ///   - columns: The columns of the reduced image that are delivered; nil for all.
  ///   - rows: Its rows that are delivered, after the others were skipped; nil for all.
  ///   - window: The bytes of the file to read at once.
  ///   - usesBaseline: Whether kernels use only instructions that all processors have, for comparison.
  /// - Throws: `.samplesUnusual` for colors or samplings that are left to libjpeg.
  package init(
    _ source: any ByteSource, _ header: ScanHeader, channels: Int, denominator: Int, areMeans: Bool = false,
    columns: Range<Int>? = nil, rows: Range<Int>? = nil,
    window: Int? = nil, threads: WalkThreads = .one, usesBaseline: Bool = false
  ) throws(ScanFault) {
    guard let colors = ScanColors(header), channels == 3 || colors == .gray && channels == 1,
      let planes = SamplePlanes(header, denominator: denominator, areMeans: areMeans)
    else { throw ScanFault(.samplesUnusual, at: header.dataStart) }
    (self.colors, self.channels, self.planes) = (colors, channels, planes)
    (size, unitsAcross, unitsDown) = (header.size, header.unitsAcross, header.unitsDown)
    let columns = (columns ?? 0..<planes.size.width).clamped(to: 0..<planes.size.width)
    wanted = (rows ?? 0..<planes.size.height).clamped(to: 0..<planes.size.height)
    let kernels = usesBaseline ? UP_BASE_KERNELS : up_best_kernels()
    let tables = UnitTables(header, readsCoefficients: planes.isDetailed)
    sink = SampleSink(planes, tables, units: planes.units(columns, of: header), kernels)
    writer = RowWriter(columns, channels: channels, kernels)
    walk = Self.walk(source, header, tables, planes, to: wanted.upperBound, window, threads)
  }

  /// A walk to the units of `row`: by one thread if they are few, and with no larger window than they take.
  private static func walk(
    _ source: any ByteSource, _ header: ScanHeader, _ tables: UnitTables, _ planes: SamplePlanes, to row: Int,
    _ window: Int?, _ threads: WalkThreads
  ) -> WindowedWalk {
    let unitRows = min(header.unitsDown, (row + planes.rowsBelow + planes.rowsPerUnit - 1) / planes.rowsPerUnit)
    let share = Double(unitRows) / Double(max(1, header.unitsDown))
    let bytes = Int(min(1e12, Double(max(0, source.byteCount - header.dataStart)) * share))
    let isDivided = threads == .twoInTurn || threads == .two && bytes >= leastBytesForTwo
    let usual = isDivided ? 1 << 19 : min(1 << 16, max(1 << 12, bytes + bytes / 8))
    return WindowedWalk(
      source, header, tables, to: unitRows * header.unitsAcross, window: window ?? usual,
      threads: isDivided ? threads : .one, share: planes.isMostlyTransformed ? .least : WalkShare())
  }

  /// Below this many bytes, a second thread saves nothing.
  private static let leastBytesForTwo = 1 << 18

  /// At the first row of the component planes of an image with `chroma` pixels across and down in a chroma sample.
  ///
  /// - Parameters:
  ///   - columns: The columns whose samples are copied.
  ///   - rows: The rows.
  /// - Throws: As the other.
  package init(
    planesOf source: any ByteSource, _ header: ScanHeader, chroma: (across: Int, down: Int), columns: Range<Int>,
    rows: Range<Int>, threads: WalkThreads = .one
  ) throws(ScanFault) {
    guard ScanColors(header) == .luma, let planes = SamplePlanes(header, denominator: 1, interpolates: false),
      planes.has(chroma)
    else { throw ScanFault(.samplesUnusual, at: header.dataStart) }
    (colors, channels, self.planes) = (.luma, 3, planes)
    (size, unitsAcross, unitsDown) = (header.size, header.unitsAcross, header.unitsDown)
    wanted = rows.clamped(to: 0..<planes.size.height)
    let tables = UnitTables(header, readsCoefficients: true)
    sink = SampleSink(planes, tables, units: planes.units(columns, of: header), up_best_kernels())
    writer = RowWriter(columns, channels: channels, up_best_kernels())
    walk = Self.walk(source, header, tables, planes, to: wanted.upperBound, nil, threads)
  }

  /// The stored image, whole.
  package let size: PixelSize<Stored>

  /// Whether a component gives more than one sample per block, for which coefficients besides the first are needed.
  package var isDetailed: Bool { planes.isDetailed }

  /// Writes the columns of the next row to `pixels`, which has just as many bytes.
  ///
  /// - Throws: `ScanFault`, for damage too; nothing is written then.
  package mutating func next(into pixels: inout MutableSpan<UInt8>) throws(ScanFault) {
    // The last row of samples of a row of units is interpolated with the first of the next one.
    try advance(to: done + 1 + planes.rowsBelow)
    writer.write(planes.row(done - 1, channels: channels, colors), of: sink.samples, to: &pixels)
  }

  /// Goes to the next row, whose samples `copyPlane` then copies.
  ///
  /// - Throws: As `next(into:)`.
  package mutating func nextPlanes() throws(ScanFault) { try advance(to: done + 1) }

  /// Copies samples of the row of plane 0, 1 or 2 that the last row of pixels is in, as many from `column` as there is
  /// room for. It changes nothing; it is mutating so that no copy of this value is made for it.
  package mutating func copyPlane(_ plane: Int, from column: Int, to row: inout MutableSpan<UInt8>) {
    RowWriter.copy(sink.samples, from: planes.start(ofPlane: plane, row: done - 1) + column, to: &row)
  }

  /// Skips the next row.
  ///
  /// - Throws: As `next(into:)`.
  package mutating func skip() throws(ScanFault) { try advance(to: done + 1) }

  /// Goes to the next row, and reads units until there are samples of `count` rows, or of all.
  private mutating func advance(to count: Int) throws(ScanFault) {
    guard done < planes.size.height else { throw ScanFault(.regionOutside, at: 0) }
    while unitRows < unitsDown, count > unitRows * planes.rowsPerUnit {
      let rows = unitRows * planes.rowsPerUnit..<(unitRows + 1) * planes.rowsPerUnit
      sink.begin(row: unitRows, unit: unitRows * unitsAcross, isWanted: planes.isNeeded(rows, for: wanted))
      while try walk.step(to: sink.firstUnit + unitsAcross, into: &sink) {}
      guard !sink.isUnusual else { throw ScanFault(.samplesUnusual, at: walk.checkpoint.place.byte) }
      unitRows += 1
    }
    done += 1
  }

  /// Checks what is left after the last row that is wanted: nothing if there are more rows, otherwise the end marker.
  ///
  /// - Parameter readingRest: Whether to skip to the last row first.
  /// - Throws: `.extraneousData`, `.truncated`, `.severalScans`, and as `next(into:)`.
  package mutating func finish(readingRest: Bool = false) throws(ScanFault) {
    while readingRest, done < planes.size.height { try skip() }
    let isExtraneous = done == planes.size.height ? try walk.end().hasExtraneousBytes : walk.hasExtraneousBytes
    guard !isExtraneous else { throw ScanFault(.extraneousData, at: walk.checkpoint.place.byte) }
  }
}
