// Where the ground is, as a sensor in the device feels it (Core Motion's CMAccelerometerData and gravity; Android's TYPE_ACCELEROMETER).

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The pull of the ground in the axes of a device in its natural pose, as its user sees it: x to the right edge, y to the top edge, z out of the screen.
///
/// The vector points to the ground, which is Core Motion's sign: upright is y = -1. The unit is g.
public struct GravitySample: Hashable, Sendable {
  /// To the right edge, in g.
  public let x: Double
  /// To the top edge, in g.
  public let y: Double
  /// Out of the screen, in g.
  public let z: Double
  /// When it was felt, since whatever start the samples share.
  public let time: Duration

  /// A vector that points to the ground, in g; times further than seventy billion years from the start count as that.
  public init(x: Double, y: Double, z: Double, time: Duration) {
    self.x = x
    self.y = y
    self.z = z
    self.time = min(max(time, Self.earliest), Self.latest)
  }

  /// From Android's accelerometer, which says in m/s² what holds the device up: the other way.
  public init(accelerometerX x: Double, y: Double, z: Double, time: Duration) {
    let unit = -Self.metersPerSecondSquared
    self.init(x: x / unit, y: y / unit, z: z / unit, time: time)
  }

  /// Within these the difference of two times can be told.
  private static let latest = Duration.seconds(Int64.max / 4)
  private static let earliest = Duration.seconds(Int64.min / 4)

  /// One g.
  static let metersPerSecondSquared = 9.80665

  /// Whether all of it are numbers.
  var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }

  /// How strong it is, in g.
  var magnitude: Double {
    let scale = max(abs(x), abs(y), abs(z))
    guard scale > 0 else { return 0 }
    let (x, y, z) = (x / scale, y / scale, z / scale)
    return scale * (x * x + y * y + z * z).squareRoot()
  }

  /// How far the screen is tilted from the vertical, in degrees: 90 faces the sky, -90 the ground.
  public var tilt: Double { degrees(atan2(-z, hypot(x, y))) }

  /// How far the device is turned from its natural pose, in degrees clockwise as its user sees it, -180…180; of a level screen it means little.
  public var clockwise: Double { degrees(atan2(x, -y)) }

  /// What Android's `OrientationEventListener` says: whole degrees clockwise, 0…359; nil where it says unknown, which is within 26.6 degrees of level.
  ///
  /// Nil in free fall too, where the platform's answer hangs on the sign of a zero.
  public var listenerDegrees: Int? {
    let scale = max(abs(x), abs(y), abs(z))
    guard isFinite, scale > 0 else { return nil }
    let (x, y, z) = (x / scale, y / scale, z / scale)
    guard 4 * (x * x + y * y) >= z * z else { return nil }
    let angle = 90 - Int((atan2(-y, x) * Self.listenerRadian + 0.5).rounded(.down))
    return angle < 0 ? angle + 360 : angle % 360
  }

  /// A radian in degrees as the listener has it, in single precision, which is a little too much. The listener rounds the angle and the product to single
  /// precision too; that is left out here, so that within a millionth of a half degree the two may differ by one.
  private static let listenerRadian = Double(Float(57.29577957855))

  /// Whole degrees counterclockwise as its user sees it, 0…359, as Android's window manager rounds them.
  var counterclockwiseWhole: Int {
    let angle = Int((-clockwise + 0.5).rounded(.down))
    return angle < 0 ? angle + 360 : angle % 360
  }

  private func degrees(_ radians: Double) -> Double { radians * 180 / .pi }
}
