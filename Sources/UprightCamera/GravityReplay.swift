// What a policy makes of recorded samples: the poses, when they change, and for how long each holds.

/// A recording through a policy.
package struct GravityReplay {
  /// From `time` on it is this pose; nil where none is known.
  package struct Change: Hashable {
    package let time: Duration
    package let pose: DevicePose?
  }

  package let samples: [GravitySample]
  package let policy: GravityPolicy
  /// What holds from the first sample on, then each change.
  package private(set) var changes: [Change] = []
  /// How often the recording breaks off for longer than the policy allows.
  package private(set) var gaps = 0

  /// - Parameters:
  ///   - seed: The pose before the first sample.
  ///   - interface: The interface's pose, the same all the time.
  package init(
    _ samples: [GravitySample], through policy: GravityPolicy, seed: DevicePose? = nil, interface: DevicePose? = nil
  ) {
    (self.samples, self.policy) = (samples, policy)
    var classifier = GravityClassifier(policy: policy, seed: seed)
    classifier.interface = interface
    var last: GravitySample?
    for sample in samples {
      let pose = classifier.ingest(sample)
      if changes.isEmpty || changes.last?.pose != pose { changes.append(Change(time: sample.time, pose: pose)) }
      if let last, sample.time - last.time > policy.longestGap { gaps += 1 }
      last = sample
    }
  }

  /// The time of the first sample.
  package var start: Duration { samples.first?.time ?? .zero }
  /// The time of the last sample.
  package var end: Duration { samples.last?.time ?? .zero }

  /// Each pose with its beginning and end; a last one that comes with the last sample has no length.
  package var spans: [(pose: DevicePose?, from: Duration, to: Duration)] {
    let ends = changes.dropFirst().map(\.time) + [end]
    return zip(changes, ends).map { ($0.pose, $0.time, $1) }
  }

  /// How long each pose held, in the order of their turns, and last how long none was known; those that never came are left out.
  package var totals: [(pose: DevicePose?, time: Duration)] {
    (DevicePose.allCases.map(Optional.some) + [nil]).compactMap { pose in
      guard changes.contains(where: { $0.pose == pose }) else { return nil }
      return (pose, spans.filter { $0.pose == pose }.reduce(.zero) { $0 + ($1.to - $1.from) })
    }
  }
}
