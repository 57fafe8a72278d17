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

// The samples at 1/8 of one row of units (jidctred.c: jpeg_idct_1x1, jpeg_idct_2x2).

/// Turns blocks into samples.
struct EighthSink: RewindableSink {
  /// A component's samples in a row of units.
  struct Plane {
    /// Where they begin in `samples`.
    let start: Int
    /// Samples in a row of the plane.
    let stride: Int
    /// Pixels that a sample covers, across and down; and its logarithm across, which is a power of two.
    let across, down: Int
    private let shift: Int

    init(start: Int, stride: Int, across: Int, down: Int) {
      (self.start, self.stride, self.across, self.down) = (start, stride, across, down)
      shift = across.trailingZeroBitCount
    }

    /// The sample in a row for a column of pixels.
    @inline(__always) func column(_ x: Int) -> Int { x &>> shift }

    /// Where the samples for a row of pixels begin.
    func rowStart(_ row: Int) -> Int { start + row / down * stride }
  }

  /// A block of a unit.
  private struct Slot {
    /// Where the block's samples begin, for the first unit of the row.
    let start: Int
    /// Samples from one unit to the next, and from one row to the next.
    let step, stride: Int
    /// Whether it gives 2 × 2 samples.
    let isDetailed: Bool
    /// Where its divisors begin in `divisors`.
    let divisors: Int
  }

  private let slots: [Slot]
  private let divisors: [Int32]
  let planes: [Plane]
  /// Whether any block gives more than one sample.
  let isDetailed: Bool
  private(set) var samples: [UInt8]
  /// The first unit of the row.
  var firstUnit = 0
  /// Whether a coefficient was larger than those of any image, for which libjpeg's decoders differ.
  private(set) var isUnusual = false
  var base = 0

  private let places = allPlaces
  private let columnBits: [UInt8] = (0..<25).map { 1 << ($0 % 5) }
  private var unitInRow = 0
  private var slot = 0
  /// The coefficients in rows and columns 0, 1, 3, 5 and 7.
  private var coefficients = [Int32](repeating: 0, count: 25)
  /// The columns of `coefficients` that hold any besides the first, as bits.
  private var usedColumns: UInt8 = 0

  /// - Throws: `.samplesUnusual` for samplings that are left to libjpeg.
  init(_ header: ScanHeader) throws(ScanFault) {
    let (across, down) = (header.unitSize.width / 8, header.unitSize.height / 8)
    var (slots, planes, divisors, count): ([Slot], [Plane], [Int32], Int) = ([], [], [], 0)
    for component in header.components {
      let blocks = header.blocks(of: component)
      let (isWide, isHigh) = (across % (2 * blocks.across) == 0, down % (2 * blocks.down) == 0)
      let side = isWide && isHigh ? 2 : 1
      let (columns, rows) = (blocks.across * side, blocks.down * side)
      // libjpeg would give 4 × 4 samples.
      let isCoarse = side == 2 && across % (2 * columns) == 0 && down % (2 * rows) == 0
      guard across % columns == 0, down % rows == 0, (across / columns).nonzeroBitCount == 1, !isCoarse else {
        throw ScanFault(.samplesUnusual, at: header.dataStart)
      }
      let stride = columns * header.unitsAcross
      planes.append(Plane(start: count, stride: stride, across: across / columns, down: down / rows))
      for block in 0..<blocks.across * blocks.down {
        let (row, column) = (block / blocks.across, block % blocks.across)
        slots.append(
          Slot(
            start: count + row * side * stride + column * side, step: columns, stride: stride,
            isDetailed: side == 2, divisors: divisors.count))
      }
      divisors += (header.quantization[component.quantization]?.divisors ?? []).map {
        Int32(Int16(truncatingIfNeeded: $0))
      }
      count += stride * rows
    }
    (self.slots, self.planes, self.divisors) = (slots, planes, divisors)
    isDetailed = slots.contains(where: \.isDetailed)
    samples = [UInt8](repeating: 0, count: count)
  }

  @inline(__always) mutating func unit(_ index: Int, _ mark: UnitMark, _ bytes: Span<UInt8>) {
    unitInRow = index &- firstUnit
    slot = -1
  }

  @inline(__always) mutating func block(_ dc: Int16) {
    slot &+= 1
    let slot = slots[slot]
    let value = Int32(dc) &* divisors[slot.divisors]
    if slot.isDetailed {
      coefficients[0] = checked(value)
    } else {
      samples[slot.start &+ unitInRow &* slot.step] = Self.limit((value &+ 4) &>> 3)
    }
  }

  @inline(__always) var takesCoefficients: Bool { slots[slot].isDetailed }

  @inline(__always) mutating func coefficients(_ found: Span<UInt16>) {
    let slot = slots[slot]
    var at = 0
    while at < found.count {
      let (place, value) = PackedCoefficient.next(found, &at)
      let index = places[place]
      guard index >= 0 else { continue }
      coefficients[index] = checked(Int32(value) &* divisors[slot.divisors &+ place])
      usedColumns |= columnBits[index]
    }
    let first = slot.start &+ unitInRow &* slot.step
    guard usedColumns != 0 else {
      let sample = sample((coefficients[0] &+ 4) &>> 3)
      (samples[first], samples[first &+ 1]) = (sample, sample)
      (samples[first &+ slot.stride], samples[first &+ slot.stride &+ 1]) = (sample, sample)
      return
    }
    let (upper, lower) = transformed()
    (samples[first], samples[first &+ 1]) = upper
    (samples[first &+ slot.stride], samples[first &+ slot.stride &+ 1]) = lower
    clear()
  }

  private mutating func clear() {
    for column in 0..<5 where usedColumns & 1 &<< column != 0 {
      for row in 0..<5 { coefficients[5 &* row &+ column] = 0 }
    }
    usedColumns = 0
  }

  func recorded(_ blockCount: Int) -> RecordedBlocks {
    let kept = places.indices.reduce(UInt64(0)) { $0 | (places[$1] >= 0 ? 1 << $1 : 0) }
    return .first(others: slots.map(\.isDetailed), places: kept)
  }

  /// Only this: each unit of a row has its own samples.
  var mark: Bool { isUnusual }

  mutating func rewind(to mark: Bool) {
    isUnusual = mark
    clear()
  }
}

extension EighthSink {
  /// A product as libjpeg's loops with SIMD have it; others differ from those without.
  @inline(__always) private mutating func checked(_ product: Int32) -> Int32 {
    if product != Int32(Int16(truncatingIfNeeded: product)) { isUnusual = true }
    return product
  }

  /// The sample of a value around 0, if libjpeg's loops with and without SIMD agree about it.
  @inline(__always) private mutating func sample(_ value: Int32) -> UInt8 {
    if value < -512 || value > 511 { isUnusual = true }
    return Self.limit(value)
  }

  /// Two rows of two samples.
  private mutating func transformed() -> (upper: (UInt8, UInt8), lower: (UInt8, UInt8)) {
    let (c0, c1, c2, c3, c4) = (column(0), column(1), column(2), column(3), column(4))
    return (
      pair(c0.upper, Self.odd(c1.upper, c2.upper, c3.upper, c4.upper)),
      pair(c0.lower, Self.odd(c1.lower, c2.lower, c3.lower, c4.lower))
    )
  }

  /// The two values that a column of coefficients becomes.
  @inline(__always) private mutating func column(_ index: Int) -> (upper: Int32, lower: Int32) {
    let first = coefficients[index] &<< 2
    guard usedColumns & 1 &<< index != 0 else { return (first, first) }
    let rest = Self.odd(
      coefficients[5 &+ index], coefficients[10 &+ index], coefficients[15 &+ index], coefficients[20 &+ index])
    return (
      checked(first &+ Int32(truncatingIfNeeded: (4_096 &+ rest) &>> 13)),
      checked(first &+ Int32(truncatingIfNeeded: (4_096 &- rest) &>> 13))
    )
  }

  @inline(__always) private mutating func pair(_ first: Int32, _ rest: Int64) -> (UInt8, UInt8) {
    let first = Int64(first) &<< 15
    return (
      sample(Int32(truncatingIfNeeded: (first &+ rest &+ 524_288) &>> 20)),
      sample(Int32(truncatingIfNeeded: (first &- rest &+ 524_288) &>> 20))
    )
  }

  /// The odd part, in 8192nds times 4: 3.62, 1.27, 0.85 and 0.72.
  @inline(__always) private static func odd(_ one: Int32, _ three: Int32, _ five: Int32, _ seven: Int32) -> Int64 {
    29_692 &* Int64(one) &- 10_426 &* Int64(three) &+ 6_967 &* Int64(five) &- 5_906 &* Int64(seven)
  }

  /// The sample of a value around 0; far outside, values repeat as in libjpeg's table (jdmaster.c,
  /// prepare_range_limit_table).
  @inline(__always) static func limit(_ value: Int32) -> UInt8 {
    let wrapped = value & 1_023
    return UInt8(clamping: (wrapped < 512 ? wrapped : wrapped &- 1_024) &+ 128)
  }

  /// For each place in zigzag order, its index in `coefficients`; -1 for rows and columns 2, 4 and 6.
  private static let allPlaces: [Int] = (0..<15).flatMap { diagonal -> [Int] in
    let rows = max(0, diagonal - 7)...min(7, diagonal)
    let down = rows.map { (row: $0, column: diagonal - $0) }
    return (diagonal % 2 == 0 ? down.reversed() : down).map { row, column in
      guard let row = kept[row], let column = kept[column] else { return -1 }
      return row * 5 + column
    }
  }

  private static let kept = [0: 0, 1: 1, 3: 2, 5: 3, 7: 4]
}
