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
