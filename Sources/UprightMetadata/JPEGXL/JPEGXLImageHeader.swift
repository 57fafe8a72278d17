// The image header of a JPEG XL codestream: size, orientation, and the end of everything before the first frame (ISO
// 18181-1, D.1 to D.3 and E.2).

internal import UprightGeometry

/// A codestream's image header, as far as orientation needs it.
struct JPEGXLImageHeader: Hashable, Sendable {
  /// How the header codes the orientation.
  enum Form: Hashable, Sendable {
    /// In three bits, of which the first is bit `bit` of the codestream.
    case written(bit: Int)
    /// Not coded: bit `bit` states that all fields have default values.
    case allUsual(bit: Int)
    /// Not coded: bit `bit` states that there are no extra fields; the tone mapping fields would start at `tones`.
    case noFurtherFields(bit: Int, tones: Int)
    /// Not coded, and the end of the header cannot be found without decoding.
    case absent
  }

  /// Columns and rows as stored; an intrinsic display size is ignored.
  let storedSize: PixelSize<Stored>
  /// How the stored image is displayed.
  let orientation: ExifOrientation
  /// How that is coded, or could be.
  let form: Form
  /// Number of bits in the header, if known and needed; the first frame starts at the next byte.
  let bitCount: Int?
  /// The samples; nil if the header is truncated.
  let samples: SampleCoding?
  /// Whether the colors differ from sRGB or its gray, so that they have a profile that only a decoder can determine.
  let hasOtherColors: Bool

  /// Whether there are several frames; only a decoder can count them.
  let isAnimated: Bool

  /// The codestream signature.
  static let signature: [UInt8] = [0xFF, 0x0A]

  /// Reads the head of `codestream`, which begins at `offset` in its file. `next` is the start of the second part of
  /// a partial codestream; it gives the coding of the first frame if that begins there.
  ///
  /// - Throws: `.boxInvalid` if it is not a codestream, `.truncated` if it ends before the orientation.
  init(_ codestream: [UInt8], at offset: Int, continuedBy next: [UInt8] = []) throws(MetadataError) {
    guard codestream.starts(with: Self.signature) else { throw MetadataError(.boxInvalid, at: offset) }
    var reader = BitReader(codestream, at: offset)
    try reader.skip(8 * Self.signature.count)
    storedSize = try Self.size(&reader)
    let first = reader.position
    let samples = JPEGXLSamples(in: codestream + next, from: first)
    (self.samples, hasOtherColors) = (samples?.coding, samples?.hasOtherColors ?? false)
    isAnimated = samples?.isAnimated ?? false
    let isUsual = try reader.flag()
    if !isUsual, try reader.flag() {
      form = .written(bit: reader.position)
      orientation = ExifOrientation(rawValue: UInt8(try reader.bits(3) + 1)) ?? .topLeft
      bitCount = nil
    } else {
      orientation = .topLeft
      let rest = try? Self.rest(&reader, isUsual: isUsual)
      form = rest.map { isUsual ? .allUsual(bit: first) : .noFurtherFields(bit: first + 1, tones: $0) } ?? .absent
      bitCount = rest == nil ? nil : reader.position
    }
  }

  static func size(_ reader: inout BitReader) throws(MetadataError) -> PixelSize<Stored> {
    let isSmall = try reader.flag()
    let height = try side(&reader, isSmall: isSmall)
    let ratios: [(Int, Int)] = [(1, 1), (12, 10), (4, 3), (3, 2), (16, 9), (5, 4), (2, 1)]
    let ratio = try reader.bits(3)
    guard ratio > 0 else { return PixelSize(width: try side(&reader, isSmall: isSmall), height: height) }
    return PixelSize(width: height * ratios[ratio - 1].0 / ratios[ratio - 1].1, height: height)
  }

  private static func side(_ reader: inout BitReader, isSmall: Bool) throws(MetadataError) -> Int {
    if isSmall { return 8 * (try reader.bits(5) + 1) }
    typealias Form = BitReader.Form
    return try reader.number((Form(9, plus: 1), Form(13, plus: 1), Form(18, plus: 1), Form(30, plus: 1)))
  }

  // MARK: Fields after the orientation, if it is not coded

  /// Skips the rest of the header.
  ///
  /// - Returns: the position at which the tone mapping fields would be.
  /// - Throws: `.truncated`; `.notExpressible` if an ICC profile follows, whose end only a decoder can find.
  private static func rest(_ reader: inout BitReader, isUsual: Bool) throws(MetadataError) -> Int {
    var tones = reader.position
    var isXYB = true
    if !isUsual {
      try skipDepth(&reader)
      try reader.skip(1)
      for _ in 0..<(try reader.number((.value(0), .value(1), BitReader.Form(4, plus: 2), BitReader.Form(12, plus: 1))))
      {
        try skipChannel(&reader)
      }
      isXYB = try reader.flag()
      try skipColor(&reader)
      tones = reader.position
      try skipExtensions(&reader)
    }
    try skipTransform(&reader, isXYB: isXYB)
    return tones
  }

  private static func skipDepth(_ reader: inout BitReader) throws(MetadataError) {
    let isFloat = try reader.flag()
    if isFloat {
      _ = try reader.number((.value(32), .value(16), .value(24), BitReader.Form(6, plus: 1)))
      try reader.skip(4)
    } else {
      _ = try reader.number((.value(8), .value(10), .value(12), BitReader.Form(6, plus: 1)))
    }
  }

  static func skipChannel(_ reader: inout BitReader) throws(MetadataError) {
    if try reader.flag() { return }
    let (alpha, spot, filter) = (0, 2, 5)
    typealias Form = BitReader.Form
    let kind = try reader.kind()
    try skipDepth(&reader)
    _ = try reader.number((.value(0), .value(3), .value(4), Form(3, plus: 1)))
    try reader.skip(8 * (try reader.number((.value(0), Form(4), Form(5, plus: 16), Form(10, plus: 48)))))
    if kind == alpha { try reader.skip(1) }
    if kind == spot { try reader.skip(4 * 16) }
    if kind == filter { _ = try reader.number((.value(1), Form(2), Form(4, plus: 3), Form(8, plus: 19))) }
  }

  private static func skipColor(_ reader: inout BitReader) throws(MetadataError) {
    if try reader.flag() { return }
    if try reader.flag() { throw MetadataError(.notExpressible, at: 0) }
    let (gray, xyb, custom) = (1, 2, 2)
    let space = try reader.kind()
    if space != xyb, try reader.kind() == custom { try skipPoints(1, &reader) }
    if space != xyb, space != gray, try reader.kind() == custom { try skipPoints(3, &reader) }
    if space != xyb {
      if try reader.flag() { try reader.skip(24) } else { _ = try reader.kind() }
    }
    _ = try reader.kind()
  }

  static func skipPoints(_ count: Int, _ reader: inout BitReader) throws(MetadataError) {
    typealias Form = BitReader.Form
    for _ in 0..<2 * count { _ = try reader.number((Form(19), Form(19), Form(20), Form(21))) }
  }

  static func skipExtensions(_ reader: inout BitReader) throws(MetadataError) {
    var total = 0
    for _ in 0..<(try reader.longNumber()).nonzeroBitCount {
      guard let count = Int(exactly: try reader.longNumber()), count <= 1 << 32 else {
        throw MetadataError(.numberTooLarge, at: 0)
      }
      total += count
    }
    try reader.skip(total)
  }

  /// Skips the XYB matrix and the upsampling weights (ISO 18181-1, L.2 and J.2).
  static func skipTransform(_ reader: inout BitReader, isXYB: Bool) throws(MetadataError) {
    if try reader.flag() { return }
    if isXYB, try !reader.flag() { try reader.skip(16 * 16) }
    let weights = try reader.bits(3)
    for (bit, count) in [15, 55, 210].enumerated() where weights >> bit & 1 == 1 { try reader.skip(16 * count) }
  }
}

// How the header of a JPEG XL codestream describes the samples (ISO 18181-1, D.3, E.2 and F.2).

/// Reads the image header's fields after the size.
struct JPEGXLSamples {
  private var reader: BitReader
  private var isGray = false
  private var depth = 8
  private var hasOpacity = false
  private var unsupportedReason: UnsupportedSamples?
  private var highRange: HighRange?
  /// Whether the colors differ from sRGB or its gray, so that they have a profile.
  private(set) var hasOtherColors = false
  /// Whether there are several frames.
  private(set) var isAnimated = false
  /// How the samples are coded.
  private(set) var coding = SampleCoding(color: .rgb, isLossless: false)

  /// The fields that begin at a bit of `codestream`; nil if they are truncated or invalid.
  init?(in codestream: [UInt8], from bit: Int) {
    self.init(reader: BitReader(codestream, at: 0))
    guard let coding = try? read(from: bit) else { return nil }
    self.coding = coding
  }

  private init(reader: BitReader) { self.reader = reader }

  private mutating func refuse(_ reason: UnsupportedSamples.JPEGXL) {
    unsupportedReason = unsupportedReason ?? .jpegXL(reason)
  }

  private mutating func read(from bit: Int) throws(MetadataError) -> SampleCoding {
    try reader.skip(bit)
    var isXYB = true
    let isUsual = try reader.flag()
    if !isUsual {
      let hasFurtherFields = try reader.flag()
      if hasFurtherFields { try readFurtherFields() }
      guard unsupportedReason == nil else { return coding(isLossless: false) }
      depth = try readDepth()
      try reader.skip(1)
      try readChannels()
      isXYB = try reader.flag()
      let hasProfile = try readColor()
      // After a profile, only a decoder can find the first frame.
      guard unsupportedReason == nil, !hasProfile else { return coding(isLossless: false) }
      if hasFurtherFields { try skipTones() }
      try JPEGXLImageHeader.skipExtensions(&reader)
    }
    try JPEGXLImageHeader.skipTransform(&reader, isXYB: isXYB)
    let isModular = try isFrameModular()
    return coding(isLossless: !isXYB && isModular)
  }

  private func coding(isLossless: Bool) -> SampleCoding {
    SampleCoding(
      color: isGray ? .gray : .rgb, hasTransparency: hasOpacity, depth: depth, isLossless: isLossless,
      unsupportedReason: unsupportedReason,
      highRange: highRange)
  }

  /// Orientation, intrinsic size, preview, and animation.
  private mutating func readFurtherFields() throws(MetadataError) {
    try reader.skip(3)
    if try reader.flag() { _ = try JPEGXLImageHeader.size(&reader) }
    if try reader.flag() { return refuse(.preview) }
    isAnimated = try reader.flag()
    if isAnimated { try skipTimes() }
  }

  /// Ticks per second, number of loops, and whether frames have timecodes (ISO 18181-1, D.3.3).
  private mutating func skipTimes() throws(MetadataError) {
    typealias Form = BitReader.Form
    _ = try reader.number((.value(100), .value(1_000), Form(10, plus: 1), Form(30, plus: 1)))
    _ = try reader.number((.value(1), .value(1_001), Form(8, plus: 1), Form(10, plus: 1)))
    _ = try reader.number((.value(0), Form(3), Form(16), Form(32)))
    try reader.skip(1)
  }

  private mutating func readDepth() throws(MetadataError) -> Int {
    typealias Form = BitReader.Form
    let isFloat = try reader.flag()
    let forms: (Form, Form, Form, Form) =
      isFloat
      ? (.value(32), .value(16), .value(24), Form(6, plus: 1)) : (.value(8), .value(10), .value(12), Form(6, plus: 1))
    let depth = try reader.number(forms)
    if isFloat { try reader.skip(4) }
    if isFloat || depth > 16 { refuse(.numbers) }
    return depth
  }

  private mutating func readChannels() throws(MetadataError) {
    let count = try reader.number((.value(0), .value(1), BitReader.Form(4, plus: 2), BitReader.Form(12, plus: 1)))
    if count > 1 { return refuse(.furtherChannels) }
    guard count == 1 else { return }
    let start = reader
    let alpha = 0
    let kind = try reader.flag() ? alpha : try reader.kind()
    guard kind == alpha else { return refuse(.furtherChannels) }
    hasOpacity = true
    reader = start
    try JPEGXLImageHeader.skipChannel(&reader)
  }

  /// Reads enumerated colors, or whether a profile follows the header; returns the latter.
  private mutating func readColor() throws(MetadataError) -> Bool {
    if try reader.flag() { return false }
    let hasProfile = try reader.flag()
    let (rgb, gray, daylight, usual, sRGB, custom) = (0, 1, 1, 1, 13, 2)
    let space = try reader.kind()
    isGray = space == gray
    guard space == rgb || isGray else {
      refuse(.colorModel)
      return hasProfile
    }
    hasOtherColors = true
    if hasProfile { return true }
    let white = try reader.kind()
    if white == custom { try JPEGXLImageHeader.skipPoints(1, &reader) }
    let primaries = isGray ? usual : try reader.kind()
    if primaries == custom { try JPEGXLImageHeader.skipPoints(3, &reader) }
    var transfer: Int?
    if try reader.flag() { try reader.skip(24) } else { transfer = try reader.kind() }
    if let transfer, transfer == 16 || transfer == 18 {
      highRange = Self.highRange(white: white, primaries: primaries, transfer)
      if highRange == nil { refuse(.highRangeColors) }
    }
    hasOtherColors = white != daylight || primaries != usual || transfer != sRGB
    _ = try reader.kind()
    return false
  }

  /// High dynamic range by enumerated colors, which match H.273 except for P3's white point (ISO 18181-1, tables E.4
  /// to E.6).
  private static func highRange(white: Int, primaries: Int, _ transfer: Int) -> HighRange? {
    let (daylight, p3) = (1, 11)
    guard white == daylight else { return nil }
    return ItemCoding.Colors(primaries: primaries == p3 ? 12 : primaries, transfer: transfer).highRange
  }

  /// Tone mapping: default, or three numbers and two flags.
  private mutating func skipTones() throws(MetadataError) {
    if try reader.flag() { return }
    try reader.skip(16 + 16 + 1 + 16)
  }

  /// Whether the first frame is in modular mode, which may be lossless; the frame begins at a byte boundary.
  private mutating func isFrameModular() throws(MetadataError) -> Bool {
    try reader.skip((8 - reader.position % 8) % 8)
    if try reader.flag() { return false }
    try reader.skip(2)
    return try reader.flag()
  }
}
