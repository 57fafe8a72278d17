// A number of quarter turns: the only turns by which a camera can be mounted and a picture can be tagged (TIFF 6.0, tag 274).

/// A turn clockwise, as seen by whoever looks at what turns.
public enum QuarterTurn: Int, CaseIterable, Hashable, Sendable {
  /// No turn.
  case zero = 0
  /// 90 degrees clockwise.
  case clockwise = 90
  /// 180 degrees.
  case half = 180
  /// 90 degrees counterclockwise.
  case counterclockwise = 270

  /// From degrees clockwise, of any sign and size; nil where they are no multiple of 90.
  public init?(degrees: Int) {
    let rest = degrees % 360
    self.init(rawValue: rest < 0 ? rest + 360 : rest)
  }

  /// Quarters clockwise; any integer counts modulo 4.
  public init(quarters: Int) { self = Self.allCases[quarters & 3] }

  /// Degrees clockwise, 0…270.
  public var degrees: Int { rawValue }

  /// Quarters clockwise, 0…3.
  public var quarters: Int { rawValue / 90 }

  /// Degrees clockwise the shorter way, -90…180: what a control on the screen is animated by.
  public var signedDegrees: Int { self == .counterclockwise ? -90 : rawValue }

  /// The turn back.
  public var inverse: Self { Self(quarters: -quarters) }

  /// One turn after the other.
  public static func + (first: Self, second: Self) -> Self { Self(quarters: first.quarters + second.quarters) }

  /// The turn that leads from `second` to `first`.
  public static func - (first: Self, second: Self) -> Self { Self(quarters: first.quarters - second.quarters) }
}
