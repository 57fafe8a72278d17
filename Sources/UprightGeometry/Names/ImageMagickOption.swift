// ImageMagick's options that rotate and mirror (magick command line); -rotate is clockwise.

/// An ImageMagick option that rotates or mirrors, as on a command line.
public enum ImageMagickOption: String, CaseIterable, PixelOperation {
  /// Left and right swapped.
  case flop = "-flop"
  /// Rotated by 180 degrees.
  case rotate180 = "-rotate 180"
  /// Top and bottom swapped.
  case flip = "-flip"
  /// Reflected in the main diagonal.
  case transpose = "-transpose"
  /// Rotated by 90 degrees clockwise.
  case rotate90 = "-rotate 90"
  /// Reflected in the other diagonal.
  case transverse = "-transverse"
  /// Rotated by 270 degrees clockwise.
  case rotate270 = "-rotate 270"

  /// Its effect, as displayed.
  public var turn: Orientation<Displayed, Displayed> {
    switch self {
    case .flop: .mirrorHorizontal
    case .rotate180: .rotate180
    case .flip: .mirrorVertical
    case .transpose: .transpose
    case .rotate90: .rotate90
    case .transverse: .transverse
    case .rotate270: .rotate270
    }
  }
}
