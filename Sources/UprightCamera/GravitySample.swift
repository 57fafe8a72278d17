// The direction of the ground, as measured by a sensor in the device (Core Motion's CMAccelerometerData and gravity;
// Android's TYPE_ACCELEROMETER).

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Gravity in the axes of a device in its natural pose, as its user sees it: x to the right edge, y to the top edge, z
/// out of the screen.
///
/// The vector points to the ground, as in Core Motion: an upright device has y = -1. The unit is g.
public struct GravitySample: Hashable, Sendable {
  /// To the right edge, in g.
  public let x: Double
  /// To the top edge, in g.
  public let y: Double
  /// Out of the screen, in g.
  public let z: Double
  /// The time of measurement, from any start that the samples share.
  public let time: Duration

  /// A vector that points to the ground, in g; times further than seventy billion years from the start are clamped.
  public init(x: Double, y: Double, z: Double, time: Duration) {
    self.x = x
    self.y = y
    self.z = z
    self.time = min(max(time, Self.earliest), Self.latest)
  }

  /// From Android's accelerometer, which measures the opposite force that holds the device up, in m/s².
  public init(accelerometerX x: Double, y: Double, z: Double, time: Duration) {
    let unit = -Self.metersPerSecondSquared
    self.init(x: x / unit, y: y / unit, z: z / unit, time: time)
  }

  /// Within this range, the difference of two times is representable.
  private static let latest = Duration.seconds(Int64.max / 4)
  private static let earliest = Duration.seconds(Int64.min / 4)

  /// One g.
  static let metersPerSecondSquared = 9.80665

  /// Whether all components are finite.
  var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }

  /// The magnitude, in g.
  var magnitude: Double {
    let scale = max(abs(x), abs(y), abs(z))
    guard scale > 0 else { return 0 }
    let (x, y, z) = (x / scale, y / scale, z / scale)
    return scale * (x * x + y * y + z * z).squareRoot()
  }

  /// The screen's tilt from the vertical, in degrees: 90 is face up, -90 face down.
  public var tilt: Double { degrees(atan2(-z, hypot(x, y))) }

  /// The device's rotation from its natural pose, in degrees clockwise as its user sees it, -180…180; for a flat screen
  /// it means little.
  public var clockwise: Double { degrees(atan2(x, -y)) }

  /// The value of Android's `OrientationEventListener`: whole degrees clockwise, 0…359; nil if it reports unknown,
  /// which is within 26.6 degrees of horizontal.
  ///
  /// Nil in free fall too, where the platform's result depends on the sign of a zero.
  public var listenerDegrees: Int? {
    let scale = max(abs(x), abs(y), abs(z))
    guard isFinite, scale > 0 else { return nil }
    let (x, y, z) = (x / scale, y / scale, z / scale)
    guard 4 * (x * x + y * y) >= z * z else { return nil }
    let angle = 90 - Int((atan2(-y, x) * Self.listenerRadian + 0.5).rounded(.down))
    return angle < 0 ? angle + 360 : angle % 360
  }

  /// A radian in degrees, in the listener's single precision, which is slightly too large. The listener also rounds the
  /// angle and the product to single precision, which is not reproduced. So within a millionth of a half degree the two
  /// may differ by one.
  private static let listenerRadian = Double(Float(57.29577957855))

  /// Whole degrees counterclockwise as its user sees it, 0…359, rounded as in Android's window manager.
  var counterclockwiseWhole: Int {
    let angle = Int((-clockwise + 0.5).rounded(.down))
    return angle < 0 ? angle + 360 : angle % 360
  }

  private func degrees(_ radians: Double) -> Double { radians * 180 / .pi }
}
