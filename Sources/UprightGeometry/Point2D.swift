// Points and sizes in a plane: continuous coordinates, in which pixel (0, 0) covers 0…1 on both axes.

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
}

/// A width and a height in `S`'s unit.
public struct Size2D<S: Space>: Hashable, Sendable {
  /// Extent to the right.
  public var width: Double
  /// Extent downward.
  public var height: Double

  /// A size of `width` by `height`.
  @inlinable public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The extent of a grid of pixels.
  public init(_ pixels: PixelSize<S>) { self.init(width: Double(pixels.width), height: Double(pixels.height)) }
}
