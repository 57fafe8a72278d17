// jpegtran's switches that turn and mirror (libjpeg, jpegtran.1); -rotate is clockwise.

/// A switch of jpegtran that turns or mirrors, as written on a command line.
public enum JpegtranSwitch: String, CaseIterable, PixelOperation {
  /// Left and right swapped.
  case flipHorizontal = "-flip horizontal"
  /// Half a turn.
  case rotate180 = "-rotate 180"
  /// Top and bottom swapped.
  case flipVertical = "-flip vertical"
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
    case .flipHorizontal: .mirrorHorizontal
    case .rotate180: .rotate180
    case .flipVertical: .mirrorVertical
    case .transpose: .transpose
    case .rotate90: .rotate90
    case .transverse: .transverse
    case .rotate270: .rotate270
    }
  }
}
