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
