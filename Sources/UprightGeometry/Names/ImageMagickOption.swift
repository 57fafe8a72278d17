// ImageMagick's options that turn and mirror (magick command line); -rotate is clockwise.

/// An option of ImageMagick that turns or mirrors, as written on a command line.
public enum ImageMagickOption: String, CaseIterable, PixelOperation {
  /// Left and right swapped.
  case flop = "-flop"
  /// Half a turn.
  case rotate180 = "-rotate 180"
  /// Top and bottom swapped.
  case flip = "-flip"
  /// Reflected in the main diagonal.
  case transpose = "-transpose"
  /// A quarter turn clockwise.
  case rotate90 = "-rotate 90"
  /// Reflected in the other diagonal.
  case transverse = "-transverse"
  /// Three quarters clockwise.
  case rotate270 = "-rotate 270"

  /// What it does, as seen.
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
