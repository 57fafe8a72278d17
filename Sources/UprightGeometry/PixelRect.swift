// A half-open rectangle of whole pixels, with exact orientation.

/// A rectangle of whole pixels in space `S`: columns `x ..< x + width`, rows `y ..< y + height`.
public struct PixelRect<S: Space>: Hashable, Sendable {
  /// First column.
  public var x: Int
  /// First row.
  public var y: Int
  /// Columns.
  public var width: Int
  /// Rows.
  public var height: Int

  /// The rectangle that begins at column `x` and row `y`.
  @inlinable public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// One past the last column; saturates at the ends of `Int`.
  @inlinable public var maxX: Int { x.addingSaturating(width) }
  /// One past the last row; saturates at the ends of `Int`.
  @inlinable public var maxY: Int { y.addingSaturating(height) }
  /// Its columns and rows.
  @inlinable public var size: PixelSize<S> { PixelSize(width: width, height: height) }
  /// Whether it contains no pixel.
  @inlinable public var isEmpty: Bool { size.isEmpty }

  /// The part inside a grid of `size`; nil if no pixel remains.
  @inlinable public func clipped(to size: PixelSize<S>) -> Self? {
    let left = max(0, x)
    let top = max(0, y)
    let right = min(size.width, maxX)
    let bottom = min(size.height, maxY)
    guard right > left, bottom > top else { return nil }
    return Self(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The same pixels after `orientation` is applied to an image of `size`. Exact wherever the result fits an `Int`;
  /// otherwise the position saturates, so that a rectangle outside the image stays outside.
  @inlinable public func applying<To: Space>(_ orientation: Orientation<S, To>, in size: PixelSize<S>) -> PixelRect<To>
  {
    // From each side of the image; neither is computed from the other, which would saturate twice.
    let (fromRight, fromBottom) = (size.width.subtracting(x, width), size.height.subtracting(y, height))
    let (near, far) = orientation.isMirrored ? (fromRight, x) : (x, fromRight)
    switch orientation.clockwiseQuarters {
    case 0: return PixelRect<To>(x: near, y: y, width: width, height: height)
    case 1: return PixelRect<To>(x: fromBottom, y: near, width: height, height: width)
    case 2: return PixelRect<To>(x: far, y: fromBottom, width: width, height: height)
    default: return PixelRect<To>(x: y, y: far, width: height, height: width)
    }
  }
}

extension PixelSize {
  /// The rectangle that covers the whole grid.
  @inlinable public var bounds: PixelRect<S> { PixelRect(x: 0, y: 0, width: width, height: height) }

  /// The largest centered square; an odd remainder goes to the right or bottom.
  public var middleSquare: PixelRect<S> {
    let side = min(width, height)
    return PixelRect(x: (width - side) / 2, y: (height - side) / 2, width: side, height: side)
  }

  /// The image in parts that a texture or a layer can hold (Core Animation and OpenGL limit both sides).
  ///
  /// Tiles of at most `edge` pixels on either side, row by row from the top left; those at the right and bottom are what
  /// remains. Together they are the image. None for an empty image, or unless `edge` is positive.
  public func tiles(longestEdge edge: Int) -> [PixelRect<S>] {
    guard !isEmpty, edge > 0 else { return [] }
    return stride(from: 0, to: height, by: edge).flatMap { y in
      stride(from: 0, to: width, by: edge).map { x in
        PixelRect(x: x, y: y, width: min(edge, width - x), height: min(edge, height - y))
      }
    }
  }
}

extension Int {
  @inlinable func addingSaturating(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other < 0 ? .min : .max) : sum
  }

  /// Exact if the result fits, even where the first difference does not; otherwise saturates.
  @inlinable func subtracting(_ first: Int, _ second: Int) -> Int {
    let (part, isPartOver) = subtractingReportingOverflow(first)
    let (all, isOver) = part.subtractingReportingOverflow(second)
    let excess = (isPartOver ? first.signum() : 0) + (isOver ? second.signum() : 0)
    return excess == 0 ? all : excess < 0 ? .max : .min
  }

  @inlinable func subtractingSaturating(_ other: Int) -> Int {
    let (difference, overflow) = subtractingReportingOverflow(other)
    return overflow ? (other < 0 ? .max : .min) : difference
  }
}

extension PixelRect: CustomStringConvertible {
  /// `x,y,w,h`, IIIF's form of a region.
  public var description: String { "\(x),\(y),\(width),\(height)" }
}

/// How a rectangle with continuous edges is rounded to whole pixels.
public enum PixelRounding: Hashable, Sendable, CaseIterable {
  /// The smallest rectangle of whole pixels that covers it: every pixel that it touches.
  case outward
  /// Each edge to the nearest whole pixel, halves right and down: every pixel whose center it contains.
  case nearest
  /// The largest rectangle of whole pixels inside it: every pixel that it contains completely.
  case inward

  /// Edges this close to a whole number (or to a half, for rounding halves) count as that number. No selection is
  /// finer, and double arithmetic errs by less as long as image and view stay within 10⁸ pixels.
  @inlinable static var slack: Double { 1e-6 }

  @inlinable func low(_ edge: Double) -> Double {
    switch self {
    case .outward: (edge + Self.slack).rounded(.down)
    case .nearest: (edge + 0.5 + Self.slack).rounded(.down)
    case .inward: (edge - Self.slack).rounded(.up)
    }
  }

  @inlinable func high(_ edge: Double) -> Double {
    switch self {
    case .outward: (edge - Self.slack).rounded(.up)
    case .nearest: low(edge)
    case .inward: (edge + Self.slack).rounded(.down)
    }
  }
}
