// An affine map from one space to another, in the row-vector form of SVG 1.1 (7.4) and of the ISO 14496-12 track
// matrix.

/// An affine map from `From` to `To`: x' = a·x + c·y + tx, y' = b·x + d·y + ty.
public struct Transform2D<From: Space, To: Space>: Hashable, Sendable {
  /// x' per x.
  public var a: Double
  /// y' per x.
  public var b: Double
  /// x' per y.
  public var c: Double
  /// y' per y.
  public var d: Double
  /// x' of the origin, in `To`'s unit.
  public var tx: Double
  /// y' of the origin, in `To`'s unit.
  public var ty: Double

  /// The map with these six numbers, in SVG's order.
  public init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
    (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
  }

  /// Scales by `x` and `y` about the origin, then moves by `tx` and `ty`.
  public init(scaleX x: Double, scaleY y: Double, tx: Double = 0, ty: Double = 0) {
    self.init(a: x, b: 0, c: 0, d: y, tx: tx, ty: ty)
  }

  /// The map of continuous coordinates for `orientation` applied to an image of `size`.
  public init(_ orientation: Orientation<From, To>, in size: PixelSize<From>) {
    var map = Self(scaleX: 1, scaleY: 1)
    var (wide, high) = (Double(size.width), Double(size.height))
    if orientation.isMirrored { (map.a, map.tx) = (-1, wide) }
    for _ in 0..<orientation.clockwiseQuarters {
      map = Self(a: -map.b, b: map.a, c: -map.d, d: map.c, tx: high - map.ty, ty: map.tx)
      (wide, high) = (high, wide)
    }
    self = map
  }

  /// The image of a point.
  @inlinable public func apply(_ point: Point2D<From>) -> Point2D<To> {
    Point2D<To>(x: a * point.x + c * point.y + tx, y: b * point.x + d * point.y + ty)
  }

  /// This map followed by `next`.
  public func then<Next: Space>(_ next: Transform2D<To, Next>) -> Transform2D<From, Next> {
    Transform2D<From, Next>(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d,
      c: c * next.a + d * next.c, d: c * next.b + d * next.d,
      tx: tx * next.a + ty * next.c + next.tx, ty: tx * next.b + ty * next.d + next.ty)
  }

  /// The inverse map; nil if this one is degenerate or its inverse is not finite.
  public var inverse: Transform2D<To, From>? {
    if b == 0, c == 0 { return scalingInverse }
    let area = a * d - b * c
    guard area != 0 else { return nil }
    let back = Transform2D<To, From>(
      a: d / area, b: -b / area, c: -c / area, d: a / area,
      tx: (c * ty - d * tx) / area, ty: (b * tx - a * ty) / area)
    return area.isFinite && back.isFinite ? back : nil
  }

  /// The inverse of a map that only scales and translates, without multiplying both scales, which might overflow or
  /// underflow.
  private var scalingInverse: Transform2D<To, From>? {
    guard a != 0, d != 0, a.isFinite, d.isFinite else { return nil }
    let back = Transform2D<To, From>(scaleX: 1 / a, scaleY: 1 / d, tx: -tx / a, ty: -ty / d)
    return back.isFinite ? back : nil
  }

  var isFinite: Bool { [a, b, c, d, tx, ty].allSatisfy { $0.isFinite } }
}

extension Point2D {
  /// The same point in another space.
  @inlinable public func applying<To: Space>(_ transform: Transform2D<S, To>) -> Point2D<To> { transform.apply(self) }
}
