// The sides of the picture that the tag's names speak of (TIFF 6.0, page 36: the 0th row is the visual top …).

extension ExifOrientation {
  /// A side of the picture, as displayed.
  public enum Side: String, CaseIterable, Hashable, Sendable {
    /// The upper edge, as displayed.
    case top
    /// The right edge, as displayed.
    case right
    /// The lower edge, as displayed.
    case bottom
    /// The left edge, as displayed.
    case left

    /// Where it comes to lie when the picture is turned clockwise.
    func rotated(clockwise quarters: Int) -> Side {
      let sides = Self.allCases
      return sides[((sides.firstIndex(of: self) ?? 0) + quarters) & 3]
    }
  }

  /// The displayed side on which the stored picture's first row lies.
  public var row0: Side { Side.top.rotated(clockwise: form.clockwiseQuarters) }

  /// The displayed side on which the stored picture's first column lies.
  public var column0: Side {
    (form.isMirrored ? Side.right : .left).rotated(clockwise: form.clockwiseQuarters)
  }

  /// The tag whose first row and column lie on these sides; nil where both are the same or opposite.
  public init?(row0: Side, column0: Side) {
    guard let tag = Self.allCases.first(where: { $0.row0 == row0 && $0.column0 == column0 }) else { return nil }
    self = tag
  }

  var form: Orientation<Stored, Displayed> { Orientation(exif: self) }
}
