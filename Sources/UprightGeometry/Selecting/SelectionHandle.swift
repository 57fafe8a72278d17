// The eight handles of a selection: the centers of its edges and its corners, as displayed.

/// A handle of a rectangle; the edges that it names follow a drag, the others stay.
public struct SelectionHandle: Hashable, Sendable, CaseIterable {
  /// Which vertical edge follows: left, none, right.
  public let horizontal: ContentAnchor.Position
  /// Which horizontal edge follows: top, none, bottom.
  public let vertical: ContentAnchor.Position

  private init(_ horizontal: ContentAnchor.Position, _ vertical: ContentAnchor.Position) {
    (self.horizontal, self.vertical) = (horizontal, vertical)
  }

  /// The corner at the top left.
  public static var topLeft: Self { Self(.near, .near) }
  /// The middle of the top edge.
  public static var top: Self { Self(.middle, .near) }
  /// The corner at the top right.
  public static var topRight: Self { Self(.far, .near) }
  /// The middle of the left edge.
  public static var left: Self { Self(.near, .middle) }
  /// The middle of the right edge.
  public static var right: Self { Self(.far, .middle) }
  /// The corner at the bottom left.
  public static var bottomLeft: Self { Self(.near, .far) }
  /// The middle of the bottom edge.
  public static var bottom: Self { Self(.middle, .far) }
  /// The corner at the bottom right.
  public static var bottomRight: Self { Self(.far, .far) }

  /// Corners first, so that of close handles a corner is chosen.
  public static var allCases: [Self] {
    [.topLeft, .topRight, .bottomLeft, .bottomRight, .top, .left, .right, .bottom]
  }

  /// Its position on a rectangle.
  public func point<S: Space>(on rect: Rect2D<S>) -> Point2D<S> {
    Point2D(x: rect.x + rect.width * horizontal.share, y: rect.y + rect.height * vertical.share)
  }
}
