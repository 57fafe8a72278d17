// A rectangle that is turned about its centre; angles are clockwise in a plane whose y runs down (CVAT 1.1, `rotation`).

public import UprightGeometry

/// A rectangle turned about its centre, in `S`'s unit.
public struct RotatedRect<S: Space>: Hashable, Sendable {
  /// Its middle, which turning leaves where it is.
  public var center: Point2D<S>
  /// Its two sides before it is turned.
  public var size: Size2D<S>
  /// How far it is turned, in degrees clockwise as seen.
  public var degrees: Double

  /// The rectangle of `size` around `center`, turned clockwise by `degrees`.
  public init(center: Point2D<S>, size: Size2D<S>, degrees: Double) {
    (self.center, self.size, self.degrees) = (center, size, degrees)
  }

  /// Its corners, from the one that was top left before it was turned, clockwise as seen.
  public var corners: [Point2D<S>] {
    let angle = DegreeAngle(degrees)
    return [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map { across, down in
      let (x, y) = (across * size.width / 2, down * size.height / 2)
      return Point2D(x: center.x + x * angle.cosine - y * angle.sine, y: center.y + x * angle.sine + y * angle.cosine)
    }
  }

  /// The same rectangle after a picture of `picture` has gone through `orientation`.
  ///
  /// A mirror changes the sign of the angle. A quarter turn exchanges the sides and leaves the angle, which is the same set of
  /// points as 90 degrees more, so that a rectangle that was not turned stays one.
  public func applying<To: Space>(_ orientation: Orientation<S, To>, in picture: PixelSize<S>) -> RotatedRect<To> {
    let place = center.applying(Transform2D(orientation, in: picture))
    let sides = orientation.swapsAxes ? (size.height, size.width) : (size.width, size.height)
    return RotatedRect<To>(
      center: place, size: Size2D(width: sides.0, height: sides.1),
      degrees: orientation.isMirrored && degrees != 0 ? -degrees : degrees)
  }
}

/// The sine and cosine of an angle in degrees, exact for whole quarter turns.
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

  /// By their power series, within a quarter of a turn around 0, so that no library of C is needed.
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
