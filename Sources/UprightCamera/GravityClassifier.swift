// From gravity samples to a device's pose (camera behavior of iOS and Android; AOSP's WindowOrientationListener).

/// Derives a pose from successive gravity samples. Only its input decides, so a recording always replays to the same
/// poses.
public struct GravityClassifier: Hashable, Sendable {
  /// The rules that turn samples into a pose.
  public let policy: GravityPolicy
  /// The pose after all samples so far; nil while unknown.
  public private(set) var current: DevicePose?
  /// The interface's pose, for a policy that uses it when the screen is flat.
  public var interface: DevicePose?

  private var filter = GravityFilter()
  private var unrest = GravityStability()
  private var pendingPose: PendingPose?
  private var isOverhead = false

  private struct PendingPose: Hashable {
    let pose: DevicePose
    let since: Duration
  }

  private enum Reading {
    case pose(DevicePose)
    case flat
    case undecided
  }

  /// A classifier that begins with a pose known from elsewhere, such as the interface's, or with none; a seed that the
  /// policy does not allow is ignored.
  public init(policy: GravityPolicy, seed: DevicePose? = nil) {
    self.policy = policy
    current = seed.flatMap { policy.allowed.contains($0) ? $0 : nil }
  }

  /// The pose after one more sample. A sample that is not finite changes nothing.
  @discardableResult public mutating func ingest(_ sample: GravitySample) -> DevicePose? {
    guard sample.isFinite else { return current }
    if isBeginning(sample) { restart() }
    guard let smooth = filter.smoothed(sample, over: policy.smoothing) else { return current }
    switch reading(smooth) {
    case .pose(let pose): consider(pose, at: smooth.time)
    case .undecided: pendingPose = nil
    case .flat:
      pendingPose = nil
      takeFlat()
    }
    return current
  }

  /// Whether earlier samples are irrelevant: after a gap, a step back in time or a moment without gravity.
  private func isBeginning(_ sample: GravitySample) -> Bool {
    guard let last = filter.last else { return true }
    return sample.magnitude == 0 || sample.time < last.time || sample.time - last.time > policy.longestGap
  }

  private mutating func restart() {
    filter = GravityFilter()
    unrest = GravityStability()
    pendingPose = nil
    isOverhead = false
  }

  private mutating func takeFlat() {
    switch policy.flatBehavior {
    case .hold: break
    case .unknown: current = nil
    case .interface: if let interface, policy.allowed.contains(interface) { current = interface }
    }
  }

  private mutating func consider(_ pose: DevicePose, at now: Duration) {
    let seen = pendingPose.flatMap { $0.pose == pose ? $0 : nil } ?? PendingPose(pose: pose, since: now)
    pendingPose = seen
    let settleTime = policy.settleTime
    if now - seen.since >= settleTime.stable, unrest.isOver(settleTime, at: now) { current = pose }
  }

  private mutating func reading(_ sample: GravitySample) -> Reading {
    guard sample.magnitude >= policy.minGravity else { return .undecided }
    let tilt = Int((sample.tilt + 0.5).rounded(.down))
    unrest.note(sample, tilt: tilt)
    noteOverhead(tilt)
    if isFlat(sample, tilt: tilt) { return .flat }
    guard !isOverhead, let pose = policy.boundaries.pose(of: sample), policy.allowed.contains(pose),
      isTiltTaken(tilt, in: pose), isFarEnough(sample, into: pose)
    else { return .undecided }
    return .pose(pose)
  }

  private mutating func noteOverhead(_ tilt: Int) {
    guard case .beyond(let limits) = policy.flatness else { return }
    if tilt <= limits.overheadFrom { isOverhead = true } else if tilt >= limits.overheadUntil { isOverhead = false }
  }

  private func isTiltTaken(_ tilt: Int, in pose: DevicePose) -> Bool {
    guard case .beyond(let limits) = policy.flatness else { return true }
    return limits.limits(of: pose).contains(tilt)
  }

  private func isFlat(_ sample: GravitySample, tilt: Int) -> Bool {
    switch policy.flatness {
    case .within(let degrees): abs(sample.tilt) > 90 - degrees
    case .dominantZ: abs(sample.z) > abs(sample.x) && abs(sample.z) > abs(sample.y)
    case .listener: sample.listenerDegrees == nil
    case .beyond(let limits): abs(tilt) > limits.any
    }
  }

  /// Whether a neighboring pose is entered by more than the hysteresis; the opposite pose and the first one need none.
  private func isFarEnough(_ sample: GravitySample, into pose: DevicePose) -> Bool {
    guard let current, pose != current, pose.turn - current.turn != .half else { return true }
    let angle = policy.boundaries.clockwise(of: sample) - Double(current.turn.degrees)
    return policy.hysteresis <= 0 || abs(angle.remainder(dividingBy: 360)) >= 45 + policy.hysteresis
  }
}

extension GravityPolicy.Boundaries {
  /// The angle in degrees clockwise, as exactly as the platform measures it.
  func clockwise(of sample: GravitySample) -> Double {
    switch self {
    case .axes: sample.clockwise
    case .listener, .rotationProvider: sample.listenerDegrees.map(Double.init) ?? sample.clockwise
    case .windowManager: Double(-sample.counterclockwiseWhole)
    }
  }

  /// The pose for an angle; nil if the platform knows none.
  func pose(of sample: GravitySample) -> DevicePose? {
    switch self {
    case .axes:
      if abs(sample.x) > abs(sample.y) { return DevicePose(turn: sample.x > 0 ? .clockwise : .counterclockwise) }
      return DevicePose(turn: sample.y > 0 ? .half : .zero)
    case .listener:
      return sample.listenerDegrees.map { DevicePose(turn: $0 == 45 ? .clockwise : Self.equalParts(upTo: $0)) }
    case .rotationProvider: return sample.listenerDegrees.map { DevicePose(turn: Self.equalParts(from: $0)) }
    case .windowManager: return DevicePose(turn: Self.equalParts(from: sample.counterclockwiseWhole).inverse)
    }
  }

  /// The quarter of whole degrees, 0…359, if each of four equal parts includes its lower boundary.
  private static func equalParts(from degrees: Int) -> QuarterTurn { QuarterTurn(quarters: (degrees + 45) / 90) }

  /// The same if each part includes its upper boundary.
  private static func equalParts(upTo degrees: Int) -> QuarterTurn { QuarterTurn(quarters: (degrees + 44) / 90) }
}

// A low-pass filter for gravity samples (AOSP's WindowOrientationListener).

/// Filtered samples.
struct GravityFilter: Hashable, Sendable {
  private(set) var last: GravitySample?

  /// The filtered sample; nil if it only starts a series: for the first one, and if the result is not finite.
  mutating func smoothed(_ sample: GravitySample, over constant: Duration) -> GravitySample? {
    guard constant > .zero else {
      last = sample
      return sample
    }
    guard let before = last else {
      last = sample
      return nil
    }
    let share = 1 / (1 + constant / (sample.time - before.time))
    let smooth = GravitySample(
      x: before.x + share * (sample.x - before.x), y: before.y + share * (sample.y - before.y),
      z: before.z + share * (sample.z - before.z), time: sample.time)
    last = smooth.isFinite ? smooth : sample
    return smooth.isFinite ? smooth : nil
  }
}

// When a device was last flat, swung or moved (AOSP's WindowOrientationListener).

/// The movements that must be over before a new pose is taken.
struct GravityStability: Hashable, Sendable {
  private var levelSince: Duration?
  private var flat: Duration?
  private var swung: Duration?
  private var moved: Duration?
  private var tilts: [Tilt] = []

  private struct Tilt: Hashable {
    let time: Duration
    let degrees: Int
  }

  /// The maximum number of samples in the history; more than one per 1.5 ms is not needed.
  private static let limit = 200

  /// Records a sample and its tilt in whole degrees.
  mutating func note(_ sample: GravitySample, tilt: Int) {
    let now = sample.time
    if abs(sample.magnitude - 1) * GravitySample.metersPerSecondSquared > 4 { moved = now }
    levelSince = tilt < 80 ? nil : levelSince ?? now
    if let since = levelSince, now - since >= .seconds(1) { flat = now }
    tilts.removeAll { now - $0.time > .milliseconds(300) }
    if tilts.contains(where: { $0.degrees + 20 <= tilt }) { swung = now }
    if tilts.count == Self.limit { tilts.removeFirst() }
    tilts.append(Tilt(time: now, degrees: tilt))
  }

  /// Whether all movements have been over for long enough.
  func isOver(_ settleTime: GravityPolicy.SettleTime, at now: Duration) -> Bool {
    func isPast(_ time: Duration?, by wait: Duration) -> Bool { time.map { now - $0 >= wait } ?? true }
    return isPast(flat, by: settleTime.afterFlat) && isPast(swung, by: settleTime.afterSwing)
      && isPast(moved, by: settleTime.afterAcceleration)
  }
}
