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
