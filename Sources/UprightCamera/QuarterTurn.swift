// A multiple of 90 degrees: the only rotations in which a camera can be mounted and an image can be tagged (TIFF 6.0,
// tag 274).

/// A clockwise rotation, from the viewer's position.
public enum QuarterTurn: Int, CaseIterable, Hashable, Sendable {
  /// No rotation.
  case zero = 0
  /// 90 degrees clockwise.
  case clockwise = 90
  /// 180 degrees.
  case half = 180
  /// 90 degrees counterclockwise.
  case counterclockwise = 270

  /// From degrees clockwise, of any sign and size; nil unless a multiple of 90.
  public init?(degrees: Int) {
    let rest = degrees % 360
    self.init(rawValue: rest < 0 ? rest + 360 : rest)
  }

  /// Quarter turns clockwise; any integer is taken modulo 4.
  public init(quarters: Int) { self = Self.allCases[quarters & 3] }

  /// Degrees clockwise, 0…270.
  public var degrees: Int { rawValue }

  /// Quarter turns clockwise, 0…3.
  public var quarters: Int { rawValue / 90 }

  /// Degrees clockwise the shorter way, -90…180, to animate a control on the screen.
  public var signedDegrees: Int { self == .counterclockwise ? -90 : rawValue }

  /// The inverse rotation.
  public var inverse: Self { Self(quarters: -quarters) }

  /// One rotation followed by the other.
  public static func + (first: Self, second: Self) -> Self { Self(quarters: first.quarters + second.quarters) }

  /// The rotation from `second` to `first`.
  public static func - (first: Self, second: Self) -> Self { Self(quarters: first.quarters - second.quarters) }
}
