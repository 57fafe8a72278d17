// Parts of a rectangle by the names that Core Graphics gives them (CGRect: origin, size, midX, isNull, integral).

extension Rect2D {
  /// The rectangle of this size whose top left corner is `origin`.
  public init(origin: Point2D<S>, size: Size2D<S>) {
    self.init(x: origin.x, y: origin.y, width: size.width, height: size.height)
  }

  /// The top left corner; in a space with y up, the lower left one.
  public var origin: Point2D<S> {
    get { Point2D(x: x, y: y) }
    set { (x, y) = (newValue.x, newValue.y) }
  }

  /// The extents.
  public var size: Size2D<S> {
    get { Size2D(width: width, height: height) }
    set { (width, height) = (newValue.width, newValue.height) }
  }

  /// The middle.
  public var center: Point2D<S> { Point2D(x: x + width / 2, y: y + height / 2) }

  /// Whether it has no area: an extent is zero, or it is null. An extent below zero is that of a drag to the left or up.
  public var isEmpty: Bool { isNull || width == 0 || height == 0 }

  /// Whether it has no position: an edge is NaN, or the corner is infinite, as in `CGRect.null`.
  ///
  /// ``intersection(_:)`` returns nil instead of such a rectangle.
  public var isNull: Bool { !isOfNumbers || x.isInfinite || y.isInfinite }

  /// The smallest rectangle of whole numbers around it. Unlike `CGRect.integral`, an edge within 10⁻⁶ of a whole number
  /// stays there. A null rectangle stays as it is.
  public var integral: Self { isNull ? self : pixels(.outward).rect }
}
