// What the head of a JPEG XL codestream says of the samples (ISO 18181-1, D.3, E.2 and F.2).

/// Reads on from where an image header's fields begin, behind the size.
struct JPEGXLSamples {
  private var reader: BitReader
  private var isGray = false
  private var depth = 8
  private var hasOpacity = false
  private var obstacle: String?

  /// What the fields say that begin with a bit of `codestream`; nil where they break off or are none.
  static func samples(in codestream: [UInt8], from bit: Int) -> SampleCoding? {
    var samples = JPEGXLSamples(reader: BitReader(codestream, at: 0))
    return try? samples.read(from: bit)
  }

  private init(reader: BitReader) { self.reader = reader }

  private mutating func refuse(_ reason: String) { obstacle = obstacle ?? reason }

  private mutating func read(from bit: Int) throws(MetadataError) -> SampleCoding {
    try reader.skip(bit)
    var isXYB = true
    let isUsual = try reader.flag()
    if !isUsual {
      let hasFurtherFields = try reader.flag()
      if hasFurtherFields { try readFurtherFields() }
      guard obstacle == nil else { return coding(isLossless: false) }
      depth = try readDepth()
      try reader.skip(1)
      try readChannels()
      isXYB = try reader.flag()
      try readColor()
      guard obstacle == nil else { return coding(isLossless: !isXYB) }
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
      obstacle: obstacle)
  }

  /// Orientation, a size to show instead, a small picture, and whether frames follow one another.
  private mutating func readFurtherFields() throws(MetadataError) {
    try reader.skip(3)
    if try reader.flag() { _ = try JPEGXLImageHeader.size(&reader) }
    if try reader.flag() { return refuse("the JPEG XL holds a preview, which would not turn with the picture") }
    if try reader.flag() { refuse("the JPEG XL is animated, and its further frames would not turn with the first") }
  }

  private mutating func readDepth() throws(MetadataError) -> Int {
    typealias Form = BitReader.Form
    let isFloat = try reader.flag()
    let forms: (Form, Form, Form, Form) =
      isFloat
      ? (.value(32), .value(16), .value(24), Form(6, plus: 1)) : (.value(8), .value(10), .value(12), Form(6, plus: 1))
    let depth = try reader.number(forms)
    if isFloat { try reader.skip(4) }
    if isFloat || depth > 16 { refuse("the JPEG XL has samples that are no whole numbers of up to 16 bits") }
    return depth
  }

  private mutating func readChannels() throws(MetadataError) {
    let count = try reader.number((.value(0), .value(1), BitReader.Form(4, plus: 2), BitReader.Form(12, plus: 1)))
    if count > 1 { return refuse("the JPEG XL has channels besides colours and opacity, which would be lost") }
    guard count == 1 else { return }
    let start = reader
    let alpha = 0
    let kind = try reader.flag() ? alpha : try reader.kind()
    guard kind == alpha else {
      return refuse("the JPEG XL has channels besides colours and opacity, which would be lost")
    }
    hasOpacity = true
    reader = start
    try JPEGXLImageHeader.skipChannel(&reader)
  }

  /// Colours have to be those of sRGB, or its gray: what else there is only a decoder can put into a profile.
  private mutating func readColor() throws(MetadataError) {
    if try reader.flag() { return }
    let hasProfile = try reader.flag()
    let (rgb, gray, daylight, usual, sRGB, custom) = (0, 1, 1, 1, 13, 2)
    let space = try reader.kind()
    isGray = space == gray
    guard !hasProfile, space == rgb || isGray else { return refuse(Self.otherColors) }
    let white = try reader.kind()
    if white == custom { return refuse(Self.otherColors) }
    let primaries = isGray ? usual : try reader.kind()
    if primaries == custom { return refuse(Self.otherColors) }
    if try reader.flag() { return refuse(Self.otherColors) }
    let transfer = try reader.kind()
    guard transfer == sRGB, white == daylight, primaries == usual else { return refuse(Self.otherColors) }
    _ = try reader.kind()
  }

  private static let otherColors = "the JPEG XL has other colours than sRGB, and its profile cannot be carried yet"

  /// Tones of brightness: usual, or three numbers and two flags about them.
  private mutating func skipTones() throws(MetadataError) {
    if try reader.flag() { return }
    try reader.skip(16 + 16 + 1 + 16)
  }

  /// Whether the first frame is coded in modular form, in which nothing has to be lost; it begins on a byte.
  private mutating func isFrameModular() throws(MetadataError) -> Bool {
    try reader.skip((8 - reader.position % 8) % 8)
    if try reader.flag() { return false }
    try reader.skip(2)
    return try reader.flag()
  }
}
