// How a PNG codes its samples, according to its header and transparency chunks (ISO 15948, 11.2.2 and 11.3.2; PNG 3rd
// edition, 11.3.6).

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
