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
