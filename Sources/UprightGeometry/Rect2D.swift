// A rectangle with continuous edges in a space.

/// A rectangle with continuous edges in space `S`, in `S`'s unit, y down.
public struct Rect2D<S: Space>: Hashable, Sendable {
  /// Left edge.
  public var x: Double
  /// Top edge.
  public var y: Double
  /// Extent to the right.
  public var width: Double
  /// Extent downward.
  public var height: Double

  /// The rectangle whose top left corner is (`x`, `y`).
  @inlinable public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Right edge.
  @inlinable public var maxX: Double { x + width }
  /// Bottom edge.
  @inlinable public var maxY: Double { y + height }
  /// The same rectangle with nonnegative extents: the direction of a drag does not matter.
  @inlinable public var standardized: Self {
    Self(
      x: width < 0 ? x + width : x, y: height < 0 ? y + height : y,
      width: width.magnitude, height: height.magnitude)
  }

  /// The smallest rectangle around its image under `transform`; NaN stays NaN.
  @inlinable public func applying<To: Space>(_ transform: Transform2D<S, To>) -> Rect2D<To> {
    guard isOfNumbers else { return Rect2D<To>(x: .nan, y: .nan, width: .nan, height: .nan) }
    let (own, map) = (standardized, transform)
    return Rect2D<To>(
      x: Self.part(map.a, map.a < 0 ? own.maxX : own.x) + Self.part(map.c, map.c < 0 ? own.maxY : own.y) + map.tx,
      y: Self.part(map.b, map.b < 0 ? own.maxX : own.x) + Self.part(map.d, map.d < 0 ? own.maxY : own.y) + map.ty,
      width: Self.part(map.a.magnitude, own.width) + Self.part(map.c.magnitude, own.height),
      height: Self.part(map.b.magnitude, own.width) + Self.part(map.d.magnitude, own.height))
  }

  /// `factor` times a length; 0 times infinity is 0.
  @inlinable static func part(_ factor: Double, _ length: Double) -> Double { factor == 0 ? 0 : factor * length }

  /// The same rectangle after `orientation` is applied to an image of `size`: coordinates are swapped, and reversed
  /// ones take one subtraction.
  @inlinable public func applying<To: Space>(_ orientation: Orientation<S, To>, in size: PixelSize<S>) -> Rect2D<To> {
    carried(by: orientation, across: Double(size.width), down: Double(size.height))
  }

  /// The same rectangle, in 0…1 across an image, after `orientation` is applied to the image.
  @inlinable public func applying<Base: Space, To: Space>(_ orientation: Orientation<Base, To>) -> Rect2D<
    Normalized<To>
  >
  where S == Normalized<Base> {
    carried(by: orientation, across: 1, down: 1)
  }

  @inlinable func carried<A: Space, B: Space, To: Space>(
    by orientation: Orientation<A, B>, across: Double, down: Double
  ) -> Rect2D<To> {
    let own = standardized
    let (wide, high) = (own.width, own.height)
    var (left, right) = (own.x, across - own.x - wide)
    let (top, bottom) = (own.y, down - own.y - high)
    if orientation.isMirrored { swap(&left, &right) }
    switch orientation.clockwiseQuarters {
    case 0: return Rect2D<To>(x: left, y: top, width: wide, height: high)
    case 1: return Rect2D<To>(x: bottom, y: left, width: high, height: wide)
    case 2: return Rect2D<To>(x: right, y: bottom, width: wide, height: high)
    default: return Rect2D<To>(x: top, y: right, width: high, height: wide)
    }
  }

  /// The intersection with `other`; nil if its area is not positive: edges that only touch have none, nor does NaN.
  /// Extents that are not clipped stay bit-identical.
  @inlinable public func intersection(_ other: Self) -> Self? {
    let (own, other) = (standardized, other.standardized)
    guard own.isOfNumbers, other.isOfNumbers else { return nil }
    let left = max(own.x, other.x)
    let top = max(own.y, other.y)
    let right = min(own.maxX, other.maxX)
    let bottom = min(own.maxY, other.maxY)
    guard right > left, bottom > top else { return nil }
    return Self(
      x: left, y: top,
      width: left == own.x && right == own.maxX ? own.width : right - left,
      height: top == own.y && bottom == own.maxY ? own.height : bottom - top)
  }

  /// The part inside a grid of `size`; nil if its area is not positive. An empty grid contains nothing.
  @inlinable public func clipped(to size: PixelSize<S>) -> Self? {
    size.isEmpty ? nil : intersection(size.bounds.rect)
  }

  /// Whole pixels, rounded as given; edges beyond ±2⁵² (±2²⁹ where `Int` has 32 bits) saturate there, and NaN gives no
  /// pixel.
  @inlinable public func pixels(_ rounding: PixelRounding) -> PixelRect<S> {
    let own = standardized
    guard own.isOfNumbers else { return PixelRect(x: 0, y: 0, width: 0, height: 0) }
    let left = Self.whole(rounding.low(own.x))
    let top = Self.whole(rounding.low(own.y))
    let right = Self.whole(rounding.high(own.maxX))
    let bottom = Self.whole(rounding.high(own.maxY))
    return PixelRect(x: left, y: top, width: max(0, right - left), height: max(0, bottom - top))
  }

  /// 0…1 across a grid of `size`; an empty grid gives an empty rectangle at the origin.
  @inlinable public func normalized(in size: PixelSize<S>) -> Rect2D<Normalized<S>> {
    guard !size.isEmpty else { return Rect2D<Normalized<S>>(x: 0, y: 0, width: 0, height: 0) }
    let (wide, high) = (Double(size.width), Double(size.height))
    return Rect2D<Normalized<S>>(x: x / wide, y: y / high, width: width / wide, height: height / high)
  }

  /// A rectangle in 0…1 scaled to a grid of `size`: the inverse of `normalized(in:)`.
  @inlinable public func denormalized<Base: Space>(in size: PixelSize<Base>) -> Rect2D<Base>
  where S == Normalized<Base> {
    let (wide, high) = (Double(size.width), Double(size.height))
    return Rect2D<Base>(x: x * wide, y: y * high, width: width * wide, height: height * high)
  }

  /// Whether each edge is a number; a rectangle from minus to plus infinity has no right edge.
  @inlinable var isOfNumbers: Bool { !(x.isNaN || y.isNaN || maxX.isNaN || maxY.isNaN) }

  @inlinable static func whole(_ edge: Double) -> Int {
    #if _pointerBitWidth(_32)
      let bound = 536_870_912.0
    #else
      let bound = 4_503_599_627_370_496.0
    #endif
    return Int(min(bound, max(-bound, edge)))
  }
}

extension PixelRect {
  /// The same rectangle with continuous edges.
  @inlinable public var rect: Rect2D<S> {
    Rect2D(x: Double(x), y: Double(y), width: Double(width), height: Double(height))
  }

  /// `size` pixels around a point, moved inside `image`, and clipped if the image is smaller. With odd sides, the
  /// pixel at the point is in the middle. Nil if either has no pixel or the point is NaN.
  public static func around(_ place: Point2D<S>, size: PixelSize<S>, in image: PixelSize<S>) -> Self? {
    guard !size.isEmpty, !image.isEmpty, !place.x.isNaN, !place.y.isNaN else { return nil }
    let (wide, high) = (min(size.width, image.width), min(size.height, image.height))
    let corner = Rect2D<S>(x: place.x - Double(wide) / 2, y: place.y - Double(high) / 2, width: 0, height: 0)
    let wanted = corner.pixels(.nearest)
    return Self(
      x: min(max(0, wanted.x), image.width - wide), y: min(max(0, wanted.y), image.height - high),
      width: wide, height: high)
  }
}

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

// The pixels that a region in fractions or percent of an image means (IIIF Image API 3.0, 4.1): one rule for addresses,
// command lines and jobs.
extension Rect2D {
  /// The pixels of an image of `size` that a region in fractions of its sides means.
  ///
  /// Each edge goes to the nearest pixel, halves right and down, so that regions that touch share an edge. At least one
  /// pixel is left, unless the region has no width or height, or begins beyond the image's right or lower edge. It is
  /// not clipped.
  public func region<Base: Space>(in size: PixelSize<Base>) -> PixelRect<Base> where S == Normalized<Base> {
    let columns = Self.span(x, x + width, of: size.width, hasPixels: width > 0)
    let rows = Self.span(y, y + height, of: size.height, hasPixels: height > 0)
    return PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
  }

  private static func span(_ first: Double, _ last: Double, of side: Int, hasPixels: Bool) -> Range<Int> {
    let (low, high) = (nearest(first * Double(side)), nearest(last * Double(side)))
    guard hasPixels, !first.isNaN else { return low..<low }
    let begin = first < 1 ? min(low, side - 1) : low
    return begin..<max(begin + 1, high)
  }

  /// No image has a side of as many pixels; beyond, arithmetic on edges could overflow, where `Int` has 32 bits too.
  private static var farthest: Double { min(1e12, Double(Int.max / 4)) }

  private static func nearest(_ edge: Double) -> Int {
    let rounded = PixelRounding.nearest.low(edge)
    return rounded.isNaN ? 0 : Int(max(-farthest, min(farthest, rounded)))
  }
}
