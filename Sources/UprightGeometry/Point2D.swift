// A place in a plane: continuous coordinates, where pixel (0, 0) covers 0…1 in both directions.

/// A place in space `S`: continuous, y down, in `S`'s unit.
public struct Point2D<S: Space>: Hashable, Sendable {
  /// Distance from the left edge.
  public var x: Double
  /// Distance from the top edge.
  public var y: Double

  /// The place `x` from the left and `y` from the top.
  @inlinable public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The same place in another space.
  @inlinable public func applying<To: Space>(_ transform: Transform2D<S, To>) -> Point2D<To> { transform.apply(self) }
}
