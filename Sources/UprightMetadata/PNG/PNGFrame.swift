// How a PNG codes its samples, according to its header and transparency chunks (ISO 15948, 11.2.2 and 11.3.2; PNG 3rd
// edition, 11.3.6). The colors defined by a PNG's chunks, and the equivalent ICC profile (PNG 3rd edition, 4.3 and
// 11.3.2).

/// How a PNG's chunks describe the coding of its image.
public struct PNGFrame: Hashable, Sendable {
  /// The color type (ISO 15948, table 11.1).
  public enum ColorType: Int, Hashable, Sendable, CaseIterable {
    /// Gray.
    case gray = 0
    /// RGB.
    case rgb = 2
    /// A palette index.
    case palette = 3
    /// Gray and alpha.
    case grayAlpha = 4
    /// RGB and alpha.
    case rgba = 6

    /// The depths that the standard allows.
    var depths: [Int] {
      switch self {
      case .gray: [1, 2, 4, 8, 16]
      case .palette: [1, 2, 4, 8]
      case .rgb, .grayAlpha, .rgba: [8, 16]
      }
    }
  }

  /// The color type.
  public let colorType: ColorType
  /// Bits per sample or palette index: 1, 2, 4, 8 or 16.
  public let depth: Int
  /// Whether the image is interlaced in seven passes (ISO 15948, 8.2).
  public let isInterlaced: Bool
  /// Whether a chunk gives palette entries an alpha value, or makes one color transparent.
  public internal(set) var hasTransparencyChunk = false
  /// Whether there are animation frames (APNG).
  public internal(set) var isAnimated = false

  /// Whether any pixel may be transparent.
  public var hasTransparency: Bool { hasTransparencyChunk || colorType == .grayAlpha || colorType == .rgba }

  /// Whether it is gray, with or without alpha.
  public var isGray: Bool { colorType == .gray || colorType == .grayAlpha }

  /// From the 13 bytes of a header chunk; nil if the standard does not allow them.
  init?(header: [UInt8]) {
    guard header.count == 13, let colorType = ColorType(rawValue: Int(header[9])),
      colorType.depths.contains(Int(header[8])), header[10] == 0, header[11] == 0, header[12] <= 1
    else { return nil }
    self.colorType = colorType
    depth = Int(header[8])
    isInterlaced = header[12] == 1
  }
}

/// The color chunks, in order of precedence: `cICP`, `iCCP`, `sRGB`, `gAMA` with `cHRM`.
struct PNGColors: Hashable, Sendable {
  /// The colors as H.273 code points.
  private(set) var numbered: ItemCoding.Colors?
  /// Whether there is a profile, and whether there is an `sRGB` chunk.
  private(set) var hasProfile = false, isSRGB = false
  /// Whether samples have narrow range (ITU-T H.273, 8.3).
  private var isNarrow = false
  private var places: Chromaticities?
  private var gamma: Double?

  /// The chunk types that define colors.
  static let kinds: [FourCC] = ["cICP", "iCCP", "sRGB", "gAMA", "cHRM"]

  /// Adds a chunk with its data.
  mutating func take(_ kind: FourCC, _ data: [UInt8]) {
    switch kind {
    case "iCCP": hasProfile = true
    case "sRGB" where data.count == 1: isSRGB = true
    case "cICP" where data.count == 4:
      numbered = ItemCoding.Colors(primaries: Int(data[0]), transfer: Int(data[1]))
      isNarrow = data[3] == 0
    case "gAMA" where data.count == 4:
      let value = BigEndian.number(data)
      gamma = (1_000...1_000_000).contains(value) ? Double(value) / 100_000 : nil
    case "cHRM" where data.count == 32:
      places = Chromaticities((0..<8).map { Double(BigEndian.number(data[4 * $0..<4 * $0 + 4])) / 100_000 })
    default: break
    }
  }

  /// Why there is no profile for the named colors; nil if there is one, or none are named.
  var unsupportedReason: UnsupportedColors? {
    hasProfile ? nil : unsupportedRangeReason ?? numbered?.unsupportedReason
  }

  /// Why samples cannot be used with their usual meaning; nil if they can, or if a profile is used instead.
  var unsupportedRangeReason: UnsupportedColors? { isNarrow && !hasProfile ? .narrowRange : nil }

  /// The dynamic range if code points state that it is high and no profile overrides them.
  var highRange: HighRange? { isNarrow && hasProfile ? nil : numbered?.highRange }

  /// Whether H.273 code points define the colors, before any profile in the file.
  var isNumbered: Bool { !isNarrow && numbered.map { $0.unsupportedReason == nil } ?? false }

  /// A profile equivalent to the code points. nil if that would be sRGB, if they are unknown, or if a profile in the
  /// file is used.
  var profile: [UInt8]? {
    if isNumbered { return numbered?.profile }
    guard !hasProfile, !isSRGB, numbered == nil, gamma != nil || places != nil, let usual = Chromaticities.sRGB else {
      return nil
    }
    let colors = places ?? usual
    let isUsual = gamma.map { abs($0 - 0.45455) <= 0.005 } ?? true
    if isUsual, colors.isNear(usual) { return nil }
    let curve = gamma.map { ProfileWriter.curve(power: 1 / $0) } ?? ProfileWriter.curveOfSRGB
    return ProfileWriter.profile(
      of: "RGB ", ProfileWriter.tags("Colours by gAMA and cHRM", colors: colors.columns, curve: curve))
  }

  /// Whether there is a profile, or one can be built from the chunks.
  var mayHaveProfile: Bool { profile != nil || hasProfile && !isNumbered }
}
