// The number of columns and rows of a grid in a space.

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
