// A rectangle rotated about its center; angles are clockwise with the y axis pointing down (CVAT 1.1, `rotation`).

public import UprightGeometry

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
