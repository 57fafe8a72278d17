// A continuous width and height in a space.

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
