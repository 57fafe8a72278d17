// Coordinate spaces, and the sizes and points in them: marker types state which space a coordinate belongs to (EXIF
// 2.32, 4.6.4 tag 274, distinguishes stored and displayed). In continuous coordinates, pixel (0, 0) covers 0…1 on both
// axes.

/// A coordinate space: a type without instances that marks the grid or plane of a value.
///
/// All spaces have their origin at the top left, with x to the right and y down; only ``YUp`` differs.
public protocol Space: Sendable {}

/// The pixel grid as stored in the file, in pixels.
public enum Stored: Space {}

/// A codec's output: a region of the stored image, perhaps reduced, in pixels of that pass.
public enum Decoded: Space {}

/// The image as displayed, at full resolution, in pixels.
public enum Displayed: Space {}

/// The pixel grid of the result.
public enum Output: Space {}

/// Points on a screen, or of the enclosing view.
public enum Viewport: Space {}

/// 0…1 across `Base` on both axes.
public enum Normalized<Base: Space>: Space {}

/// Columns and rows of a pixel grid in space `S`.
public struct PixelSize<S: Space>: Hashable, Sendable {
  /// Columns.
  public var width: Int
  /// Rows.
  public var height: Int

  /// A grid of `width` columns and `height` rows.
  @inlinable public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Columns times rows; nil if that does not fit an `Int`.
  public var pixelCount: Int? {
    let (count, overflow) = width.multipliedReportingOverflow(by: height)
    return overflow ? nil : count
  }

  /// Whether it has no pixel.
  @inlinable public var isEmpty: Bool { width <= 0 || height <= 0 }
}

extension PixelSize: CustomStringConvertible {
  /// `1800x1200`.
  public var description: String { "\(width)x\(height)" }
}

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
