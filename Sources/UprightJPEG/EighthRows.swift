// Rows of an image at 1/8 of its size, decoded from the few coefficients that this needs; the same samples as libjpeg's
// (jidctred.c: jpeg_idct_1x1, jpeg_idct_2x2; jdcolor.c).

package import UprightGeometry
package import UprightMetadata

/// Decodes a sequential JPEG at 1/8, row by row from the first on.
///
/// Each block gives one sample from its first coefficient. A component with half the samples of another one, across and
/// down, gives 2 × 2 from 25 coefficients, as in libjpeg.
package struct EighthRows {
  private let header: ScanHeader
  private let colors: ScanColors
  /// 1 for gray, 3 for RGB.
  private let channels: Int
  private let width, height: Int
  private var walk: WindowedWalk
  private var sink: EighthSink
  /// Rows that were delivered or skipped.
  private var done = 0

  /// At the first row.
  ///
  /// - Parameters:
  ///   - channels: 1 for gray, 3 for RGB; a gray image is delivered as either.
  ///   - window: The bytes of the file to read at once.
  /// - Throws: `.samplesUnusual` for colors or samplings that are left to libjpeg; faults of the header.
  package init(
    _ source: any ByteSource, channels: Int, window: Int? = nil, threads: WalkThreads = .one
  ) throws(ScanFault) {
    let header = try ScanHeader(of: source)
    guard let colors = ScanColors(header), channels == 3 || colors == .gray && channels == 1 else {
      throw ScanFault(.samplesUnusual, at: header.dataStart)
    }
    (self.header, self.colors, self.channels) = (header, colors, channels)
    sink = try EighthSink(header)
    let tables = UnitTables(header, readsCoefficients: sink.isDetailed)
    (width, height) = ((header.size.width + 7) / 8, (header.size.height + 7) / 8)
    walk = WindowedWalk(
      source, header, tables, window: window ?? (threads == .one ? 1 << 16 : 1 << 19), threads: threads)
  }

  /// The stored image, whole.
  package var size: PixelSize<Stored> { header.size }

  /// Whether a component gives 2 × 2 samples per block, which takes longer.
  package var isDetailed: Bool { sink.isDetailed }

  /// Rows that come with one row of units.
  private var rowsPerUnit: Int { header.unitSize.height / 8 }

  /// Writes `columns` of the next row to `pixels`, which has room for them.
  ///
  /// - Throws: `ScanFault`, for damage too; nothing is written then.
  package mutating func next(_ columns: Range<Int>, into pixels: inout [UInt8]) throws(ScanFault) {
    try advance()
    write(columns.clamped(to: 0..<width), ofRow: (done - 1) % rowsPerUnit, to: &pixels)
  }

  /// Skips the next row.
  ///
  /// - Throws: As `next(_:into:)`.
  package mutating func skip() throws(ScanFault) { try advance() }

  private mutating func advance() throws(ScanFault) {
    guard done < height else { throw ScanFault(.regionOutside, at: 0) }
    if done % rowsPerUnit == 0 {
      sink.firstUnit = done / rowsPerUnit * header.unitsAcross
      let end = sink.firstUnit + header.unitsAcross
      while try walk.step(to: end, into: &sink) {}
      guard !sink.isUnusual else { throw ScanFault(.samplesUnusual, at: walk.checkpoint.place.byte) }
    }
    done += 1
  }

  /// Checks what is left after the last row that is wanted: nothing if there are more rows, otherwise the end marker.
  ///
  /// - Parameter readingRest: Whether to skip to the last row first.
  /// - Throws: `.extraneousData`, `.truncated`, `.severalScans`, and as `next(_:into:)`.
  package mutating func finish(readingRest: Bool = false) throws(ScanFault) {
    while readingRest, done < height { try skip() }
    let isExtraneous = done == height ? try walk.end().hasExtraneousBytes : walk.hasExtraneousBytes
    guard !isExtraneous else { throw ScanFault(.extraneousData, at: walk.checkpoint.place.byte) }
  }

  private func write(_ columns: Range<Int>, ofRow row: Int, to pixels: inout [UInt8]) {
    let (samples, planes) = (sink.samples.span, sink.planes)
    var pixels = pixels.mutableSpan
    var at = 0
    let first = planes[0].rowStart(row)
    guard planes.count == 3 else {
      for x in columns {
        for channel in 0..<channels { pixels[at &+ channel] = samples[first &+ x] }
        at &+= channels
      }
      return
    }
    let (second, third) = (planes[1].rowStart(row), planes[2].rowStart(row))
    for x in columns {
      let values = (
        samples[first &+ planes[0].column(x)], samples[second &+ planes[1].column(x)],
        samples[third &+ planes[2].column(x)]
      )
      let pixel = colors == .rgb ? values : ScanColors.rgb(values.0, values.1, values.2)
      pixels[at] = pixel.0
      pixels[at &+ 1] = pixel.1
      pixels[at &+ 2] = pixel.2
      at &+= 3
    }
  }
}

/// How the components are colors, as libjpeg decides (jdapimin.c, default_decompress_parms).
enum ScanColors {
  case gray, rgb, luma

  /// nil for four components, an unusual number of them, or colors about which libjpeg warns.
  init?(_ header: ScanHeader) {
    switch header.components.count {
    case 1: self = .gray
    case 3:
      // libjpeg warns about an Adobe segment that states CMYK.
      if header.jfif == nil, header.adobe?[11] == 2 { return nil }
      self = Self.isRGB(header) ? .rgb : .luma
    default: return nil
    }
  }

  private static func isRGB(_ header: ScanHeader) -> Bool {
    if header.jfif != nil { return false }
    if let adobe = header.adobe { return adobe[11] == 0 }
    return header.components.map(\.identifier) == Array("RGB".utf8)
  }

  /// JFIF's formulas in 65536ths.
  @inline(__always) static func rgb(_ y: UInt8, _ cb: UInt8, _ cr: UInt8) -> (UInt8, UInt8, UInt8) {
    let (y, cb, cr) = (Int32(y), Int32(cb) &- 128, Int32(cr) &- 128)
    let red = y &+ (91_881 &* cr &+ 32_768) &>> 16
    let green = y &+ (-22_554 &* cb &- 46_802 &* cr &+ 32_768) &>> 16
    let blue = y &+ (116_130 &* cb &+ 32_768) &>> 16
    return (UInt8(clamping: red), UInt8(clamping: green), UInt8(clamping: blue))
  }
}
