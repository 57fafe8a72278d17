// A point in a plane: continuous coordinates, in which pixel (0, 0) covers 0…1 on both axes.

/// A point in space `S`: continuous, y down, in `S`'s unit.
public struct Point2D<S: Space>: Hashable, Sendable {
  /// Distance from the left edge.
  public var x: Double
  /// Distance from the top edge.
  public var y: Double

  /// The point `x` from the left and `y` from the top.
  @inlinable public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The same point in another space.
  @inlinable public func applying<To: Space>(_ transform: Transform2D<S, To>) -> Point2D<To> { transform.apply(self) }
}
