// The lengths that the standard requires of ancillary chunks (PNG 3rd edition, 11.3; its extensions 1.5.0: oFFs,
// sCAL, sTER; ImageMagick: vpAg, caNv).

/// Checks the lengths of chunks whose length is fixed, or depends on the color type.
enum PNGChunkLengths {
  /// The lengths in bytes of chunks with a fixed one.
  private static let fixed: [FourCC: Int] = [
    "cHRM": 32, "gAMA": 4, "sRGB": 1, "cICP": 4, "mDCV": 24, "mDCv": 24, "cLLI": 8, "cLLi": 8, "pHYs": 9, "tIME": 7,
    "oFFs": 9, "sTER": 1, "vpAg": 9, "caNv": 16, "acTL": 8, "fcTL": 26,
  ]
  /// The fewest bytes of chunks that begin with a keyword: the keyword, its end, and a method or depth; and of a scale:
  /// its unit and two numbers.
  private static let keyed: [FourCC: Int] = ["iCCP": 4, "sPLT": 3, "tEXt": 2, "zTXt": 3, "iTXt": 6, "sCAL": 4]

  /// Whether a chunk of this type may have this length in an image of this color type; true for unknown types.
  static func isValid(_ kind: FourCC, count: Int, _ color: PNGFrame.ColorType?) -> Bool {
    if let exact = fixed[kind] { return count == exact }
    if let least = keyed[kind] { return count >= least }
    guard let color else { return true }
    switch kind {
    case "sBIT": return count == samples(color)
    case "bKGD": return count == (color == .palette ? 1 : [.gray, .grayAlpha].contains(color) ? 2 : 6)
    case "tRNS":
      switch color {
      case .gray: return count == 2
      case .rgb: return count == 6
      case .palette: return (1...256).contains(count)
      case .grayAlpha, .rgba: return false
      }
    case "hIST": return color == .palette && count % 2 == 0 && (2...512).contains(count)
    default: return true
    }
  }

  /// The bytes of `sBIT`: one for each channel; a palette has three.
  private static func samples(_ color: PNGFrame.ColorType) -> Int {
    switch color {
    case .gray: 1
    case .grayAlpha: 2
    case .rgb, .palette: 3
    case .rgba: 4
    }
  }
}
