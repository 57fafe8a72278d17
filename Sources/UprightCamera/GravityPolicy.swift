// When gravity means which pose (VisionCamera's device managers; CameraX's RotationProvider; AOSP's WindowOrientationListener).

/// How samples of gravity become a pose: what platforms do, and what an app may choose instead, as values that can be changed one by one.
public struct GravityPolicy: Hashable, Sendable {
  /// When the screen is too level for its pose to be told.
  public var flatness: Flatness
  /// Which pose an angle means.
  public var boundaries: Boundaries
  /// How many degrees beyond the boundary of its pose a device must be turned before a neighbour's is taken; none is asked of a turn by half.
  public var hysteresis: Double
  /// The least pull, in g, that is taken for the ground's; below it the device falls.
  public var minGravity: Double
  /// The time constant of the low pass; the first sample after a start decides nothing. Zero for none.
  public var smoothing: Duration
  /// How long things must have been quiet before a new pose is taken.
  public var settleTime: SettleTime
  /// Samples further apart than this begin anew: the pose stays, all else is forgotten. Times that go backwards do the same.
  public var longestGap: Duration
  /// The poses that may be taken; all others change nothing.
  public var allowed: Set<DevicePose>
  /// What a level screen means.
  public var flatBehavior: FlatBehavior

  /// A policy; what is not said is that of no platform but the plainest: hold when flat, and take every pose at once.
  public init(
    flatness: Flatness, boundaries: Boundaries = .axes, hysteresis: Double = 0, minGravity: Double = 0.1,
    smoothing: Duration = .zero, settleTime: SettleTime = .none, longestGap: Duration = .seconds(1),
    allowed: Set<DevicePose> = Set(DevicePose.allCases), flatBehavior: FlatBehavior = .hold
  ) {
    self.flatness = flatness
    self.boundaries = boundaries
    self.hysteresis = hysteresis
    self.minGravity = minGravity
    self.smoothing = smoothing
    self.settleTime = settleTime
    self.longestGap = longestGap
    self.allowed = allowed
    self.flatBehavior = flatBehavior
  }

  /// What a level screen means.
  public enum FlatBehavior: Hashable, Sendable {
    /// The pose from before.
    case hold
    /// The interface's pose, and the one from before where that is not known.
    case interface
    /// None.
    case unknown
  }

  /// When the screen is too level for its pose to be told.
  public enum Flatness: Hashable, Sendable {
    /// Within so many degrees of level, face up or down.
    case within(degrees: Double)
    /// Where the pull along z is more than that along x and that along y.
    case dominantZ
    /// Where Android's `OrientationEventListener` says unknown.
    case listener
    /// Where the tilt is beyond what a pose may have.
    case beyond(TiltLimits)
  }

  /// Which pose an angle means, and to which of two poses a boundary between them belongs.
  public enum Boundaries: Hashable, Sendable {
    /// The longer of the axes x and y; both alike count for y, so the boundaries belong to the natural pose and its opposite.
    case axes
    /// Whole degrees of Android's listener: 45…135, …225 and …315, each with its last degree, as VisionCamera reads them.
    case listener
    /// Whole degrees of Android's listener: 45…134, 135…224 and 225…314, as CameraX reads them.
    case rotationProvider
    /// Whole degrees counterclockwise: 45…134, 135…224 and 225…314, as Android's window manager reads them.
    case windowManager
  }

  /// How long things must have been quiet before a new pose is taken.
  public struct SettleTime: Hashable, Sendable {
    /// Since it was first seen, and nothing else in between.
    public var stable: Duration
    /// Since the device lay face up for a second: within ten degrees of level.
    public var afterFlat: Duration
    /// Since its top was swung away from the user: by twenty degrees within 300 ms.
    public var afterSwing: Duration
    /// Since it was moved: a pull that differs from the ground's by 4 m/s².
    public var afterAcceleration: Duration

    /// Times of quiet; those not said are zero.
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

  /// Tilts, in whole degrees from the vertical, 90 facing the sky, at which poses are taken.
  public struct TiltLimits: Hashable, Sendable {
    /// In the natural pose.
    public var natural: ClosedRange<Int>
    /// A quarter turn from it, either way.
    public var sideways: ClosedRange<Int>
    /// Half a turn from it.
    public var half: ClosedRange<Int>
    /// In any pose, to either side; beyond is flat.
    public var any: Int
    /// From this tilt down the device is held overhead, and no pose is taken…
    public var overheadFrom: Int
    /// …until it is at least this again.
    public var overheadUntil: Int

    /// Tilts for each pose, for all, and those between which the device is held overhead.
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

    /// The tilts of a pose.
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
  /// The nearest pose, however level the screen is.
  public static let nearest = Self(flatness: .within(degrees: 0))

  /// VisionCamera's on iOS: the longest axis, at once. In free fall it says the natural pose.
  public static let visionCameraiOS = Self(flatness: .dominantZ, minGravity: 0)

  /// VisionCamera's on Android: the platform's listener in four unequal parts, at once.
  public static let visionCameraAndroid = Self(flatness: .listener, boundaries: .listener, minGravity: 0)

  /// That of CameraX's `RotationProvider`: the platform's listener in four equal parts, at once.
  public static let cameraX = Self(flatness: .listener, boundaries: .rotationProvider, minGravity: 0)

  /// That of Android's own rotation of windows, but for its wait after a touch, where the device leaves it to the accelerometer.
  ///
  /// AOSP asks the accelerometer (`AccelSensorJudge`) only where the device has no sensor that tells its orientation (type 27, `OrientationSensorJudge`); and a
  /// maker can set other tilts (`config_autoRotationTiltTolerance`) than these, which are those of AOSP.
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
