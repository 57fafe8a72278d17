// When a device last lay flat, was swung or was moved (AOSP's WindowOrientationListener).

/// What must be over before a new pose is taken.
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

  /// As many samples as are looked back on; more often than every 1.5 ms none is needed.
  private static let limit = 200

  /// Takes note of a sample and its tilt in whole degrees.
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

  /// Whether all of it is over for long enough.
  func isOver(_ settleTime: GravityPolicy.SettleTime, at now: Duration) -> Bool {
    func isPast(_ time: Duration?, by wait: Duration) -> Bool { time.map { now - $0 >= wait } ?? true }
    return isPast(flat, by: settleTime.afterFlat) && isPast(swung, by: settleTime.afterSwing)
      && isPast(moved, by: settleTime.afterAcceleration)
  }
}
