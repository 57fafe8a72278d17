// A low pass over samples of gravity (AOSP's WindowOrientationListener).

/// Samples as they come, made smooth.
struct GravityFilter: Hashable, Sendable {
  private(set) var last: GravitySample?

  /// The sample made smooth; nil where it only begins a row: the first one, and one that no longer is a number.
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
