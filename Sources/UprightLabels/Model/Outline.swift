// What is finer than a box: the shapes that label formats hold (COCO "segmentation", CVAT 1.1, LabelMe "shape_type").

public import UprightGeometry

/// A filled area between straight edges.
public struct Polygon<S: Space>: Hashable, Sendable {
  /// How several rings make one area.
  public enum Filling: Hashable, Sendable {
    /// Each ring is filled: parts of one thing (COCO).
    case union
    /// Rings within rings are holes (SVG 1.1, 11.3, `evenodd`).
    case evenOdd
  }

  /// Its rings; the last point of each is joined with the first.
  public var rings: [[Point2D<S>]]
  /// How they are filled.
  public var filling: Filling

  /// The area of `rings`.
  public init(rings: [[Point2D<S>]], filling: Filling = .union) { (self.rings, self.filling) = (rings, filling) }

  /// The smallest box around it; nil where it has no point.
  public var box: Rect2D<S>? { Rect2D(around: rings.joined()) }
}

/// A shape that is finer than its box.
public indirect enum Outline<S: Space>: Hashable, Sendable {
  /// A rectangle turned about its centre.
  case rotated(RotatedRect<S>)
  /// A filled area.
  case polygon(Polygon<S>)
  /// Pixels, one by one.
  case mask(RunMask<S>)
  /// A line through points that encloses nothing.
  case line([Point2D<S>])
  /// Places without extent.
  case points([Point2D<S>])
  /// An ellipse whose axes are those of the rectangle.
  case ellipse(RotatedRect<S>)

  /// The same shape after a picture of `size` has gone through `orientation`.
  public func applying<To: Space>(_ orientation: Orientation<S, To>, in size: PixelSize<S>) -> Outline<To> {
    let map = Transform2D(orientation, in: size)
    func moved(_ points: [Point2D<S>]) -> [Point2D<To>] { points.map { map.apply($0) } }
    switch self {
    case .rotated(let rect): return .rotated(rect.applying(orientation, in: size))
    case .ellipse(let rect): return .ellipse(rect.applying(orientation, in: size))
    case .polygon(let polygon):
      let filling: Polygon<To>.Filling = polygon.filling == .union ? .union : .evenOdd
      return .polygon(Polygon<To>(rings: polygon.rings.map(moved), filling: filling))
    case .mask(let mask): return .mask(mask.applying(orientation))
    case .line(let points): return .line(moved(points))
    case .points(let points): return .points(moved(points))
    }
  }

  /// The smallest box around it; nil where it has no point or pixel.
  public var box: Rect2D<S>? {
    switch self {
    case .rotated(let rect): Rect2D(around: rect.corners)
    case .ellipse(let rect): rect.ellipseBox
    case .polygon(let polygon): polygon.box
    case .mask(let mask): mask.box?.rect
    case .line(let points), .points(let points): Rect2D(around: points)
    }
  }
}

extension RotatedRect {
  /// The box around the ellipse within it.
  var ellipseBox: Rect2D<S> {
    let angle = DegreeAngle(degrees)
    func half(_ one: Double, _ two: Double) -> Double {
      ((size.width * one) * (size.width * one) + (size.height * two) * (size.height * two)).squareRoot() / 2
    }
    let (across, down) = (half(angle.cosine, angle.sine), half(angle.sine, angle.cosine))
    return Rect2D(x: center.x - across, y: center.y - down, width: 2 * across, height: 2 * down)
  }
}

extension Rect2D {
  /// The smallest box around points; nil where there is none.
  public init?(around points: some Sequence<Point2D<S>>) {
    var iterator = points.makeIterator()
    guard let first = iterator.next() else { return nil }
    var (left, top, right, bottom) = (first.x, first.y, first.x, first.y)
    while let point = iterator.next() {
      (left, right) = (min(left, point.x), max(right, point.x))
      (top, bottom) = (min(top, point.y), max(bottom, point.y))
    }
    self.init(x: left, y: top, width: right - left, height: bottom - top)
  }
}
