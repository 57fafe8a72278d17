// jpegtran's switches that rotate and mirror (libjpeg, jpegtran.1); -rotate is clockwise.

/// A jpegtran switch that rotates or mirrors, as on a command line.
public enum JpegtranSwitch: String, CaseIterable, PixelOperation {
  /// Left and right swapped.
  case flipHorizontal = "-flip horizontal"
  /// Rotated by 180 degrees.
  case rotate180 = "-rotate 180"
  /// Top and bottom swapped.
  case flipVertical = "-flip vertical"
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
