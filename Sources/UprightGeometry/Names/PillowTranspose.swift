// Pillow's Image.Transpose, the argument of `Image.transpose`; its ROTATE_90 is counterclockwise.

/// A constant of Pillow's `Image.Transpose`, by its number.
public enum PillowTranspose: Int, CaseIterable, PixelOperation {
  /// `FLIP_LEFT_RIGHT`.
  case flipLeftRight = 0
  /// `FLIP_TOP_BOTTOM`.
  case flipTopBottom = 1
  /// `ROTATE_90`: 90 degrees **counter**clockwise, as displayed.
  case rotate90 = 2
  /// `ROTATE_180`.
  case rotate180 = 3
  /// `ROTATE_270`: 270 degrees counterclockwise, or 90 clockwise, as displayed.
  case rotate270 = 4
  /// `TRANSPOSE`.
  case transpose = 5
  /// `TRANSVERSE`.
  case transverse = 6

  /// Its effect, as displayed.
  public var turn: Orientation<Displayed, Displayed> {
    switch self {
    case .flipLeftRight: .mirrorHorizontal
    case .flipTopBottom: .mirrorVertical
    case .rotate90: .rotate270
    case .rotate180: .rotate180
    case .rotate270: .rotate90
    case .transpose: .transpose
    case .transverse: .transverse
    }
  }

  /// The constant's name in Python.
  public var name: String {
    switch self {
    case .flipLeftRight: "FLIP_LEFT_RIGHT"
    case .flipTopBottom: "FLIP_TOP_BOTTOM"
    case .rotate90: "ROTATE_90"
    case .rotate180: "ROTATE_180"
    case .rotate270: "ROTATE_270"
    case .transpose: "TRANSPOSE"
    case .transverse: "TRANSVERSE"
    }
  }

  /// The constant with this name.
  public init?(name: String) {
    guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }
}
