// Which gravity means which pose (VisionCamera's device managers; CameraX's RotationProvider; AOSP's
// WindowOrientationListener).

/// How gravity samples become a pose: the rules of platforms, or an app's own, as separately adjustable values.
public struct GravityPolicy: Hashable, Sendable {
  /// When the screen is too flat to determine a pose.
  public var flatness: Flatness
  /// The pose for an angle.
  public var boundaries: Boundaries
  /// The degrees by which a device must pass its pose's boundary before a neighboring pose is taken; not needed for a
  /// rotation by 180 degrees.
  public var hysteresis: Double
  /// The minimum magnitude of gravity in g; below it, the device is in free fall.
  public var minGravity: Double
  /// The time constant of the low-pass filter; the first sample after a start is not used for a decision. Zero for no
  /// filter.
  public var smoothing: Duration
  /// How long the device must have been still before a new pose is taken.
  public var settleTime: SettleTime
  /// Samples with a larger gap restart the classifier: the pose stays, everything else is forgotten. Time going
  /// backward does the same.
  public var longestGap = Duration.seconds(1)
  /// The poses that may be taken; others change nothing.
  public var allowed: Set<DevicePose>
  /// What a flat screen means.
  public var flatBehavior: FlatBehavior

  /// A policy; the defaults are not a platform's but the simplest: hold the pose when flat, and take every pose at
  /// once.
  public init(
    flatness: Flatness, boundaries: Boundaries = .axes, hysteresis: Double = 0, minGravity: Double = 0.1,
    smoothing: Duration = .zero, settleTime: SettleTime = .none,
    allowed: Set<DevicePose> = Set(DevicePose.allCases), flatBehavior: FlatBehavior = .hold
  ) {
    self.flatness = flatness
    self.boundaries = boundaries
    self.hysteresis = hysteresis
    self.minGravity = minGravity
    self.smoothing = smoothing
    self.settleTime = settleTime
    self.allowed = allowed
    self.flatBehavior = flatBehavior
  }

  /// What a flat screen means.
  public enum FlatBehavior: Hashable, Sendable {
    /// The previous pose.
    case hold
    /// The interface's pose; the previous one if that is unknown.
    case interface
    /// No pose.
    case unknown
  }

  /// When the screen is too flat to determine a pose.
  public enum Flatness: Hashable, Sendable {
    /// Within this many degrees of horizontal, face up or down.
    case within(degrees: Double)
    /// If gravity along z exceeds that along x and that along y.
    case dominantZ
    /// If Android's `OrientationEventListener` reports unknown.
    case listener
    /// If the tilt exceeds the limits of a pose.
    case beyond(TiltLimits)
  }

  /// The pose for an angle, and which of two poses includes the boundary between them.
  public enum Boundaries: Hashable, Sendable {
    /// The longer of the axes x and y; ties go to y, so the boundaries belong to the natural pose and its opposite.
    case axes
    /// Whole degrees of Android's listener: 45…135, …225 and …315, each including its last degree, as in VisionCamera.
    case listener
    /// Whole degrees of Android's listener: 45…134, 135…224 and 225…314, as in CameraX.
    case rotationProvider
    /// Whole degrees counterclockwise: 45…134, 135…224 and 225…314, as in Android's window manager.
    case windowManager
  }

  /// How long the device must have been still before a new pose is taken.
  public struct SettleTime: Hashable, Sendable {
    /// Since the pose was first seen without interruption.
    public var stable: Duration
    /// Since the device was face up for a second: within ten degrees of horizontal.
    public var afterFlat: Duration
    /// Since its top was swung away from the user: by twenty degrees within 300 ms.
    public var afterSwing: Duration
    /// Since it was moved: an acceleration that differs from gravity by 4 m/s².
    public var afterAcceleration: Duration

    /// Settle times; zero by default.
    public init(
      stable: Duration, afterFlat: Duration = .zero, afterSwing: Duration = .zero, afterAcceleration: Duration = .zero
    ) {
      self.stable = stable
      self.afterFlat = afterFlat
      self.afterSwing = afterSwing
      self.afterAcceleration = afterAcceleration
    }

    /// A new pose is taken at once.
    public static let none = Self(stable: .zero)
  }

  /// Tilts at which poses are taken, in whole degrees from the vertical; 90 is face up.
  public struct TiltLimits: Hashable, Sendable {
    /// In the natural pose.
    public var natural: ClosedRange<Int>
    /// At 90 degrees from it, in either direction.
    public var sideways: ClosedRange<Int>
    /// At 180 degrees from it.
    public var half: ClosedRange<Int>
    /// In any pose, in either direction; beyond it, the screen is flat.
    public var any: Int
    /// From this tilt down, the device is held overhead, and no pose is taken…
    public var overheadFrom: Int
    /// …until the tilt is at least this again.
    public var overheadUntil: Int

    /// Tilts for each pose, for all poses, and those at which the device is held overhead.
    public init(
      natural: ClosedRange<Int>, sideways: ClosedRange<Int>, half: ClosedRange<Int>, any: Int, overheadFrom: Int,
      overheadUntil: Int
    ) {
      self.natural = natural
      self.sideways = sideways
      self.half = half
      self.any = any
      self.overheadFrom = overheadFrom
      self.overheadUntil = overheadUntil
    }

    /// The tilt limits of a pose.
    func limits(of pose: DevicePose) -> ClosedRange<Int> {
      switch pose.turn {
      case .zero: natural
      case .clockwise, .counterclockwise: sideways
      case .half: half
      }
    }
  }
}

extension GravityPolicy {
  /// The nearest pose, however flat the screen is.
  public static let nearest = Self(flatness: .within(degrees: 0))

  /// VisionCamera's on iOS: the longest axis, at once. In free fall it gives the natural pose.
  public static let visionCameraIOS = Self(flatness: .dominantZ, minGravity: 0)

  /// VisionCamera's on Android: the platform's listener in four unequal parts, at once.
  public static let visionCameraAndroid = Self(flatness: .listener, boundaries: .listener, minGravity: 0)

  /// CameraX's `RotationProvider`: the platform's listener in four equal parts, at once.
  public static let cameraX = Self(flatness: .listener, boundaries: .rotationProvider, minGravity: 0)

  /// Android's own window rotation, except its delay after a touch, on devices where the accelerometer decides.
  ///
  /// AOSP uses the accelerometer (`AccelSensorJudge`) only if the device has no orientation sensor (type 27,
  /// `OrientationSensorJudge`). The tilts are AOSP's; a manufacturer can set others
  /// (`config_autoRotationTiltTolerance`).
  public static let windowManager = Self(
    flatness: .beyond(
      TiltLimits(
        natural: -25...70, sideways: -25...65, half: -25...60, any: 80, overheadFrom: -40, overheadUntil: -15)),
    boundaries: .windowManager, hysteresis: 22, minGravity: 1 / GravitySample.metersPerSecondSquared,
    smoothing: .milliseconds(200),
    settleTime: SettleTime(
      stable: .milliseconds(40), afterFlat: .milliseconds(500), afterSwing: .milliseconds(300),
      afterAcceleration: .milliseconds(500)))
}
