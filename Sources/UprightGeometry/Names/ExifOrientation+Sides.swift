// The image sides in the tag's names (TIFF 6.0, page 36: the 0th row is the visual top …).

extension ExifOrientation {
  /// A side of the displayed image.
  public enum Side: String, CaseIterable, Hashable, Sendable {
    /// The upper edge.
    case top
    /// The right edge.
    case right
    /// The lower edge.
    case bottom
    /// The left edge.
    case left

    /// The side that it becomes when the image is rotated clockwise.
    func rotated(clockwise quarters: Int) -> Side {
      let sides = Self.allCases
      return sides[((sides.firstIndex(of: self) ?? 0) + quarters) & 3]
    }
  }

  /// The displayed side of the stored image's first row.
  public var row0: Side { Side.top.rotated(clockwise: form.clockwiseQuarters) }

  /// The displayed side of the stored image's first column.
  public var column0: Side {
    (form.isMirrored ? Side.right : .left).rotated(clockwise: form.clockwiseQuarters)
  }

  /// The tag whose first row and column have these sides; nil if both are the same or opposite.
  public init?(row0: Side, column0: Side) { self.init(where: { $0.row0 == row0 && $0.column0 == column0 }) }

  var form: Orientation<Stored, Displayed> { Orientation(exif: self) }
}
