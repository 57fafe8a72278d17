// How a PNG codes its samples, from its header chunk and those that speak of opacity (ISO 15948, 11.2.2 and 11.3.2; PNG 3rd edition, 11.3.6).

/// What a PNG's chunks say about how its picture is coded.
public struct PNGFrame: Hashable, Sendable {
  /// What the samples of a pixel are (ISO 15948, table 11.1).
  public enum ColorType: Int, Hashable, Sendable, CaseIterable {
    /// Lightness.
    case gray = 0
    /// Red, green, blue.
    case rgb = 2
    /// A place in a list of colours.
    case palette = 3
    /// Lightness and opacity.
    case grayAlpha = 4
    /// Red, green, blue and opacity.
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

  /// What the samples are.
  public let colorType: ColorType
  /// Bits per sample, or of a place in the palette: 1, 2, 4, 8 or 16.
  public let depth: Int
  /// Whether the rows come in seven passes (ISO 15948, 8.2).
  public let isInterlaced: Bool
  /// Whether a chunk gives colours of the palette an opacity, or makes one colour transparent.
  public internal(set) var hasTransparencyChunk = false
  /// Whether further frames follow the picture (APNG).
  public internal(set) var isAnimated = false

  /// Whether any pixel may let through what is behind it.
  public var hasTransparency: Bool { hasTransparencyChunk || colorType == .grayAlpha || colorType == .rgba }

  /// Whether it has lightness only, whatever its opacity.
  public var isGray: Bool { colorType == .gray || colorType == .grayAlpha }

  /// What a header chunk's 13 bytes say; nil where the standard knows nothing like it.
  init?(header: [UInt8]) {
    guard header.count == 13, let colorType = ColorType(rawValue: Int(header[9])),
      colorType.depths.contains(Int(header[8])), header[10] == 0, header[11] == 0, header[12] <= 1
    else { return nil }
    self.colorType = colorType
    depth = Int(header[8])
    isInterlaced = header[12] == 1
  }
}
