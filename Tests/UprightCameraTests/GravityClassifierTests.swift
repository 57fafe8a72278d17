// Rows of samples as from a hand: held poses, confirmed poses, and what no sample may do.

import Testing
import UprightTestTools

@testable import UprightCamera

@Suite struct GravityClassifierTests {
  /// Holds the device like this for a while, ten samples a second or as specified, and returns the pose at the end.
  static func hold(
    _ classifier: inout GravityClassifier, _ clockwise: Double, tilt: Double = 0, from start: Duration,
    for length: Duration, every step: Duration = .milliseconds(20)
  ) -> DevicePose? {
    var time = start
    while time < start + length {
      classifier.ingest(.held(clockwise, tilt: tilt, at: time))
      time += step
    }
    return classifier.current
  }

  /// The pose after each of some angles, each held for three seconds.
  static func poses(_ policy: GravityPolicy, seed: DevicePose? = nil, _ angles: [Double]) -> [DevicePose?] {
    var classifier = GravityClassifier(policy: policy, seed: seed)
    return angles.enumerated().map { index, angle in
      hold(&classifier, angle, from: .seconds(3 * index), for: .seconds(3))
    }
  }

  @Test func theWindowManagerKeepsAPoseAsItsSourceSays() {
    let poses = Self.poses(.windowManager, [0, 44, 66, 67, 46, 24, 23, 180, 113, 337])
    #expect(
      poses == [.natural, .natural, .natural, .right, .right, .right, .natural, .down, .right, .natural])
    #expect(Self.poses(.windowManager, [0, 66, 68]) == [.natural, .natural, .right])
    #expect(Self.poses(.windowManager, [0, 50, 0]) == [.natural, .natural, .natural])
    #expect(Self.poses(.windowManager, [0, 120]) == [.natural, .right])
  }

  @Test func theWindowManagerKeepsEveryPoseAlike() {
    for from in QuarterTurn.allCases {
      let start = Double(from.degrees)
      for sign in [1.0, -1] {
        let next = DevicePose(turn: from + (sign > 0 ? .clockwise : .counterclockwise))
        let poses = Self.poses(.windowManager, [start, start + 66 * sign, start + 67 * sign, start + 23 * sign])
        #expect(poses == [DevicePose(turn: from), DevicePose(turn: from), next, DevicePose(turn: from)])
      }
    }
  }

  /// The time at which a rotation from upright to 90 degrees is detected after a disturbance.
  static func delay(_ disturb: (inout GravityClassifier, Duration) -> Duration) throws -> Duration {
    var policy = GravityPolicy.windowManager
    policy.smoothing = .zero
    var classifier = GravityClassifier(policy: policy, seed: .natural)
    var time = disturb(&classifier, .seconds(1))
    let start = time
    while classifier.ingest(.held(90, at: time)) != .right {
      try #require(time - start < .seconds(2))
      time += .milliseconds(10)
    }
    return time - start
  }

  @Test func theWindowManagerWaitsUntilAllIsQuiet() throws {
    #expect(try Self.delay { _, time in time } == .milliseconds(40))
    let flat = try Self.delay { classifier, time in
      _ = Self.hold(&classifier, 0, tilt: 88, from: time, for: .milliseconds(1020))
      return time + .milliseconds(1010)
    }
    #expect(flat == .milliseconds(490))
    for (tilt, expected) in [(80.0, 490), (79, 40)] {
      let level = try Self.delay { classifier, time in
        _ = Self.hold(&classifier, 0, tilt: tilt, from: time, for: .milliseconds(1020))
        return time + .milliseconds(1010)
      }
      #expect(level == .milliseconds(expected), "\(tilt)")
    }
    let shortlyFlat = try Self.delay { classifier, time in
      _ = Self.hold(&classifier, 0, tilt: 88, from: time, for: .milliseconds(900))
      return time + .milliseconds(900)
    }
    #expect(shortlyFlat == .milliseconds(40))
    let swung = try Self.delay { classifier, time in
      classifier.ingest(.held(0, tilt: 0, at: time))
      classifier.ingest(.held(0, tilt: 20, at: time + .milliseconds(300)))
      return time + .milliseconds(300)
    }
    #expect(swung == .milliseconds(300))
    let slowlySwung = try Self.delay { classifier, time in
      classifier.ingest(.held(0, tilt: 0, at: time))
      classifier.ingest(.held(0, tilt: 20, at: time + .milliseconds(301)))
      return time + .milliseconds(301)
    }
    #expect(slowlySwung == .milliseconds(40))
    for strength in [0.5, 1.5] {
      let moved = try Self.delay { classifier, time in
        classifier.ingest(GravitySample(x: 0, y: -strength, z: 0, time: time))
        return time
      }
      #expect(moved == .milliseconds(500))
    }
  }

  @Test func theWindowManagerTakesAPoseOnlyAtItsTilts() {
    let limits: [(Double, DevicePose, ClosedRange<Double>)] = [
      (0, .natural, -25...70), (90, .right, -25...65), (180, .down, -25...60), (270, .left, -25...65),
    ]
    for (angle, pose, tilts) in limits {
      for tilt in stride(from: -39.0, through: 85, by: 1) {
        var classifier = GravityClassifier(policy: .windowManager)
        let got = Self.hold(&classifier, angle, tilt: tilt, from: .zero, for: .seconds(1))
        #expect(got == (tilts.contains(tilt) ? pose : nil), "\(angle) \(tilt)")
      }
    }
  }

  @Test func overheadNothingIsTakenUntilItIsOver() {
    for (deepest, taken) in [(-39.0, true), (-40, false), (-85, false)] {
      var policy = GravityPolicy.windowManager
      policy.smoothing = .zero
      var classifier = GravityClassifier(policy: policy, seed: .natural)
      _ = Self.hold(&classifier, 90, tilt: deepest, from: .zero, for: .milliseconds(200))
      let after = Self.hold(&classifier, 90, tilt: -16, from: .milliseconds(200), for: .milliseconds(900))
      #expect(after == (taken ? .right : .natural))
      let later = Self.hold(&classifier, 90, tilt: -15, from: .milliseconds(1100), for: .milliseconds(100))
      #expect(later == .right)
    }
  }

  @Test func afterAGapADeviceIsNoLongerOverhead() {
    var policy = GravityPolicy.windowManager
    policy.smoothing = .zero
    var classifier = GravityClassifier(policy: policy, seed: .natural)
    #expect(Self.hold(&classifier, 90, tilt: -45, from: .zero, for: .seconds(1)) == .natural)
    #expect(Self.hold(&classifier, 90, tilt: -20, from: .seconds(1), for: .seconds(1)) == .natural)
    #expect(Self.hold(&classifier, 90, tilt: -20, from: .seconds(4), for: .seconds(1)) == .right)
  }

  @Test func aSmoothRowFollowsItsTimeConstant() {
    var policy = GravityPolicy(flatness: .within(degrees: 0), smoothing: .milliseconds(200))
    policy.allowed = [.natural, .right]
    var classifier = GravityClassifier(policy: policy, seed: .natural)
    classifier.ingest(.held(0, at: .zero))
    // After one time constant half of the change is complete, and x equals y: the next sample decides.
    #expect(classifier.ingest(.held(90, at: .milliseconds(199))) == .natural)
    #expect(classifier.ingest(.held(90, at: .milliseconds(201))) == .right)
  }

  @Test func afterAGapTheRowBeginsAnew() {
    for (gap, poses) in [(1000, [DevicePose.right, .right]), (1001, [.natural, .right]), (-1, [.natural, .natural])] {
      let policy = GravityPolicy(flatness: .within(degrees: 0), smoothing: .milliseconds(200))
      var classifier = GravityClassifier(policy: policy, seed: .natural)
      classifier.ingest(.held(0, at: .seconds(5)))
      let first = classifier.ingest(.held(90, at: .seconds(5) + .milliseconds(gap)))
      #expect(first == poses[0], "\(gap)")
      let second = classifier.ingest(.held(90, at: .seconds(5) + .milliseconds(gap + (gap < 0 ? -5 : 5))))
      #expect(second == poses[1], "\(gap)")
    }
  }

  @Test func theFirstPoseAfterAGapHasToSettleToo() {
    var policy = GravityPolicy(flatness: .within(degrees: 20), settleTime: .init(stable: .milliseconds(300)))
    for longest in [Duration.seconds(1), .seconds(3)] {
      policy.longestGap = longest
      var classifier = GravityClassifier(policy: policy, seed: .natural)
      classifier.ingest(.held(90, at: .zero))
      #expect(classifier.ingest(.held(90, at: .milliseconds(299))) == .natural)
      #expect(classifier.ingest(.held(90, at: .seconds(2))) == (longest == .seconds(3) ? .right : .natural))
      #expect(classifier.ingest(.held(90, at: .seconds(2) + .milliseconds(300))) == .right)
    }
  }

  @Test func aJitterDoesNotSettle() {
    let policy = GravityPolicy(flatness: .within(degrees: 20), settleTime: .init(stable: .milliseconds(50)))
    var classifier = GravityClassifier(policy: policy, seed: .natural)
    for step in 0..<100 {
      let angle = step % 3 == 2 ? 0.0 : 50
      #expect(classifier.ingest(.held(angle, at: .milliseconds(20 * step))) == .natural)
    }
  }

  @Test func aMomentOfDoubtBeginsTheWaitAnew() {
    let policy = GravityPolicy(
      flatness: .within(degrees: 20), hysteresis: 20, settleTime: .init(stable: .milliseconds(50)))
    var classifier = GravityClassifier(policy: policy, seed: .natural)
    classifier.ingest(.held(90, at: .zero))
    classifier.ingest(.held(60, at: .milliseconds(20)))
    #expect(classifier.ingest(.held(90, at: .milliseconds(60))) == .natural)
    #expect(classifier.ingest(.held(90, at: .milliseconds(109))) == .natural)
    #expect(classifier.ingest(.held(90, at: .milliseconds(110))) == .right)
  }

  @Test func ofATurnByHalfNoHysteresisIsAsked() {
    let policy = GravityPolicy(flatness: .within(degrees: 20), hysteresis: 100)
    var classifier = GravityClassifier(policy: policy, seed: .natural)
    #expect(classifier.ingest(.held(134)) == .natural)
    #expect(classifier.ingest(.held(140)) == .down)
  }

  @Test(arguments: [0.0, 5, 15, 30])
  func ownHysteresisLeavesAPoseSoManyDegreesLate(_ degrees: Double) {
    let policy = GravityPolicy(flatness: .within(degrees: 20), hysteresis: degrees)
    for from in QuarterTurn.allCases {
      for sign in [1.0, -1] {
        let turned = { Double(from.degrees) + sign * (45 + degrees + $0) }
        let next = DevicePose(turn: from + (sign > 0 ? .clockwise : .counterclockwise))
        var classifier = GravityClassifier(policy: policy, seed: DevicePose(turn: from))
        #expect(classifier.ingest(.held(turned(-0.5))) == DevicePose(turn: from))
        #expect(classifier.ingest(.held(turned(0.5))) == next)
      }
    }
  }

  @Test func aPoseThatIsNotAllowedIsNeverTaken() {
    var policy = GravityPolicy.visionCameraIOS
    policy.allowed.remove(.down)
    #expect(Self.poses(policy, [0, 180, 90, 180, 0]) == [.natural, .natural, .right, .right, .natural])
    policy.flatBehavior = .interface
    var level = GravityClassifier(policy: policy, seed: .right)
    level.interface = .down
    #expect(level.ingest(.held(0, tilt: 90)) == .right)
    level.interface = .left
    #expect(level.ingest(.held(0, tilt: 90)) == .left)
    policy.allowed = []
    #expect(Self.poses(policy, [0, 90, 180]) == [nil, nil, nil])
  }

  @Test(arguments: [GravityPolicy.nearest, .visionCameraIOS, .visionCameraAndroid, .cameraX, .windowManager])
  func aSeedThatIsNotAllowedIsNone(_ base: GravityPolicy) {
    var policy = base
    policy.allowed = [.natural, .right, .left]
    #expect(GravityClassifier(policy: policy, seed: .down).current == nil)
    #expect(GravityClassifier(policy: policy, seed: .left).current == .left)
    guard base != .nearest else { return }
    var level = GravityClassifier(policy: policy, seed: .down)
    #expect(level.ingest(.held(0, tilt: 90)) == nil)
  }

  @Test(arguments: [90.0, -90, 80, -80])
  func aLevelScreenIsWhatThePolicySays(_ tilt: Double) {
    for base in [GravityPolicy.visionCameraIOS, .visionCameraAndroid, .cameraX, .init(flatness: .within(degrees: 25))] {
      for seed in [nil, DevicePose.left] {
        var policy = base
        var hold = GravityClassifier(policy: policy, seed: seed)
        #expect(hold.ingest(.held(90, tilt: tilt)) == seed)
        #expect(hold.ingest(.held(90)) == .right)
        #expect(hold.ingest(.held(0, tilt: tilt)) == .right)
        policy.flatBehavior = .unknown
        var unknown = GravityClassifier(policy: policy, seed: seed)
        #expect(unknown.ingest(.held(90)) == .right)
        #expect(unknown.ingest(.held(0, tilt: tilt)) == nil)
        policy.flatBehavior = .interface
        var interface = GravityClassifier(policy: policy, seed: seed)
        #expect(interface.ingest(.held(90, tilt: tilt)) == seed)
        interface.interface = .down
        #expect(interface.ingest(.held(90, tilt: tilt)) == .down)
        #expect(interface.ingest(.held(90)) == .right)
      }
    }
  }

  @Test func withoutPullThereIsNoPose() {
    let still = GravitySample(x: 0, y: 0, z: 0, time: .zero)
    for policy in [GravityPolicy.visionCameraAndroid, .cameraX, .windowManager, .init(flatness: .within(degrees: 20))] {
      #expect(GravityPolicyTests.pose(policy, still) == nil)
    }
    #expect(GravityPolicyTests.pose(.visionCameraIOS, still) == .natural)
  }

  @Test func noSampleStopsIt() {
    let numbers = [
      0, -0.0, 1, -1, .nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
      .leastNonzeroMagnitude, -.leastNonzeroMagnitude, 1e-300,
    ]
    let times: [Duration] = [.zero, .seconds(Int64.max), .seconds(Int64.min), .milliseconds(5), .milliseconds(5)]
    var own = GravityPolicy(flatness: .within(degrees: -.infinity), hysteresis: .infinity)
    own.smoothing = .seconds(Int64.max)
    own.settleTime = .init(stable: .seconds(Int64.min), afterFlat: .seconds(Int64.max))
    for policy in [GravityPolicy.nearest, .visionCameraIOS, .visionCameraAndroid, .cameraX, .windowManager, own] {
      var classifier = GravityClassifier(policy: policy, seed: .left)
      for x in numbers {
        for y in numbers {
          for z in numbers {
            for time in times {
              let before = classifier
              classifier.ingest(GravitySample(x: x, y: y, z: z, time: time))
              if !(x.isFinite && y.isFinite && z.isFinite) { #expect(classifier == before) }
            }
          }
        }
      }
      let start = Duration.seconds(10)
      if policy != own { #expect(Self.hold(&classifier, 180, from: start, for: .seconds(3)) == .down) }
    }
  }
}
