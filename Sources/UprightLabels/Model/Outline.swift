// Shapes that are more precise than a box (COCO "segmentation", CVAT 1.1, LabelMe "shape_type").

public import UprightGeometry

/// A filled area with straight edges.
public struct Polygon<S: Space>: Hashable, Sendable {
  /// How several rings form one area.
  public enum Filling: Hashable, Sendable {
    /// Each ring is filled: parts of one object (COCO).
    case union
    /// Nested rings are holes (SVG 1.1, 11.3, `evenodd`).
    case evenOdd
  }

  /// Its rings; each is closed implicitly.
  public var rings: [[Point2D<S>]]
  /// The fill rule.
  public var filling: Filling

  /// A polygon with these rings.
  public init(rings: [[Point2D<S>]], filling: Filling = .union) { (self.rings, self.filling) = (rings, filling) }

  /// Its bounding box; nil if it has no points.
  public var box: Rect2D<S>? { Rect2D(around: rings.joined()) }
}

/// A shape that is more precise than its box.
public indirect enum Outline<S: Space>: Hashable, Sendable {
  /// A rectangle rotated about its center.
  case rotated(RotatedRect<S>)
  /// A filled area.
  case polygon(Polygon<S>)
  /// A mask of pixels.
  case mask(RunMask<S>)
  /// An open polyline.
  case line([Point2D<S>])
  /// Separate points.
  case points([Point2D<S>])
  /// An ellipse whose axes are the sides of a rotated rectangle.
  case ellipse(RotatedRect<S>)

  /// The shape after an image of `size` is reoriented by `orientation`.
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

  /// Its bounding box; nil if it has no points or pixels.
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
  /// The bounding box of the inscribed ellipse.
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
  /// The bounding box of points; nil if there are none.
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

// A rectangle rotated about its center; angles are clockwise with the y axis pointing down (CVAT 1.1, `rotation`).

/// A rectangle rotated about its center, in the unit of `S`.
public struct RotatedRect<S: Space>: Hashable, Sendable {
  /// Its center, which is the center of rotation.
  public var center: Point2D<S>
  /// Its sides before rotation.
  public var size: Size2D<S>
  /// Its rotation in degrees, clockwise as displayed.
  public var degrees: Double

  /// A rectangle of `size` around `center`, rotated clockwise by `degrees`.
  public init(center: Point2D<S>, size: Size2D<S>, degrees: Double) {
    (self.center, self.size, self.degrees) = (center, size, degrees)
  }

  /// Its corners, clockwise, starting with the one that is top left before rotation.
  public var corners: [Point2D<S>] {
    let angle = DegreeAngle(degrees)
    return [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map { across, down in
      let (x, y) = (across * size.width / 2, down * size.height / 2)
      return Point2D(x: center.x + x * angle.cosine - y * angle.sine, y: center.y + x * angle.sine + y * angle.cosine)
    }
  }

  /// The rectangle after an image of size `image` is reoriented by `orientation`.
  ///
  /// A mirror negates the angle. A quarter turn swaps the sides and keeps the angle. That is the same set of points
  /// as adding 90 degrees, and it keeps an unrotated rectangle unrotated.
  public func applying<To: Space>(_ orientation: Orientation<S, To>, in image: PixelSize<S>) -> RotatedRect<To> {
    let place = center.applying(Transform2D(orientation, in: image))
    let sides = orientation.swapsAxes ? (size.height, size.width) : (size.width, size.height)
    return RotatedRect<To>(
      center: place, size: Size2D(width: sides.0, height: sides.1),
      degrees: orientation.isMirrored && degrees != 0 ? -degrees : degrees)
  }
}

/// The sine and cosine of an angle in degrees, exact for multiples of 90.
struct DegreeAngle {
  let sine, cosine: Double

  /// Whether it is a multiple of 90 degrees.
  var isQuarter: Bool { sine == 0 || cosine == 0 }

  init(_ degrees: Double) {
    let rest = degrees.truncatingRemainder(dividingBy: 360)
    switch rest < 0 ? rest + 360 : rest {
    case 0: (sine, cosine) = (0, 1)
    case 90: (sine, cosine) = (1, 0)
    case 180: (sine, cosine) = (0, -1)
    case 270: (sine, cosine) = (-1, 0)
    case let angle where angle.isNaN: (sine, cosine) = (.nan, .nan)
    case let angle: (sine, cosine) = Self.series(angle * .pi / 180)
    }
  }

  /// By power series, within a quarter turn around 0, so that no C library is needed.
  private static func series(_ radians: Double) -> (Double, Double) {
    let quarters = (radians / (.pi / 2)).rounded()
    let angle = radians - quarters * (.pi / 2)
    var (sine, cosine, term) = (0.0, 0.0, 1.0)
    for power in 0..<24 {
      switch power & 3 {
      case 0: cosine += term
      case 1: sine += term
      case 2: cosine -= term
      default: sine -= term
      }
      term *= angle / Double(power + 1)
    }
    switch Int(quarters) & 3 {
    case 0: return (sine, cosine)
    case 1: return (cosine, -sine)
    case 2: return (-sine, -cosine)
    default: return (-cosine, sine)
    }
  }
}
