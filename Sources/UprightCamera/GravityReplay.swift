// A policy's result for recorded samples: the poses, when they change, and how long each lasts.

/// A recording replayed through a policy.
package struct GravityReplay {
  /// The pose from `time` on; nil if unknown.
  package struct Change: Hashable {
    package let time: Duration
    package let pose: DevicePose?
  }

  package let samples: [GravitySample]
  package let policy: GravityPolicy
  /// The pose from the first sample, then each change.
  package private(set) var changes: [Change] = []
  /// The number of gaps longer than the policy allows.
  package private(set) var gaps = 0

  /// - Parameters:
  ///   - seed: The pose before the first sample.
  ///   - interface: The interface's pose, constant throughout.
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

  /// Each pose with its start and end; a change at the last sample gives an empty span.
  package var spans: [(pose: DevicePose?, from: Duration, to: Duration)] {
    let ends = changes.dropFirst().map(\.time) + [end]
    return zip(changes, ends).map { ($0.pose, $0.time, $1) }
  }

  /// How long each pose lasted, in the order of their rotations, and then how long it was unknown; poses that did not
  /// occur are left out.
  package var totals: [(pose: DevicePose?, time: Duration)] {
    (DevicePose.allCases.map(Optional.some) + [nil]).compactMap { pose in
      guard changes.contains(where: { $0.pose == pose }) else { return nil }
      return (pose, spans.filter { $0.pose == pose }.reduce(.zero) { $0 + ($1.to - $1.from) })
    }
  }
}
