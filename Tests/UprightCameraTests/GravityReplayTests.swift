// When poses change in a recording, and how long each lasts.

import Testing
import UprightGeometry

@testable import UprightCamera

@Suite struct GravityReplayTests {
  private func sample(_ x: Double, _ y: Double, _ z: Double, _ milliseconds: Int) -> GravitySample {
    GravitySample(x: x, y: y, z: z, time: .milliseconds(milliseconds))
  }

  private let right = DevicePose(turn: .clockwise)

  @Test func changesAreAtTheSamplesThatMakeThem() {
    let samples = [
      sample(0, 0, -1, 100), sample(0, -1, 0, 200), sample(0, -1, 0, 300), sample(1, 0, 0, 450), sample(1, 0, 0, 1700),
      sample(0, -1, 0, 1800),
    ]
    let replay = GravityReplay(samples, through: .visionCameraIOS)
    #expect(
      replay.changes == [
        .init(time: .milliseconds(100), pose: nil), .init(time: .milliseconds(200), pose: .natural),
        .init(time: .milliseconds(450), pose: right), .init(time: .milliseconds(1800), pose: .natural),
      ])
    #expect(replay.gaps == 1)
    #expect(replay.totals.map(\.pose) == [.natural, right, nil])
    #expect(replay.totals.map(\.time) == [.milliseconds(250), .milliseconds(1350), .milliseconds(100)])
    #expect(replay.totals.reduce(.zero) { $0 + $1.time } == replay.end - replay.start)
  }

  @Test func aGapIsLongerThanThePolicyAllows() {
    for (milliseconds, gaps) in [(1000, 0), (1001, 1)] {
      let samples = [sample(0, -1, 0, 0), sample(0, -1, 0, milliseconds)]
      #expect(GravityReplay(samples, through: .nearest).gaps == gaps)
    }
  }

  @Test func theSeedAndTheInterfaceAreHeeded() {
    let flat = [sample(0, 0, -1, 0), sample(0, 0, -1, 10)]
    #expect(GravityReplay(flat, through: .cameraX, seed: right).changes == [.init(time: .zero, pose: right)])
    var policy = GravityPolicy.cameraX
    policy.flatBehavior = .interface
    let replay = GravityReplay(flat, through: policy, interface: right)
    #expect(replay.changes == [.init(time: .zero, pose: right)])
    #expect(replay.totals.map(\.time) == [.milliseconds(10)])
  }

  @Test func withoutSamplesThereIsNothing() {
    let replay = GravityReplay([], through: .nearest)
    #expect(replay.changes.isEmpty && replay.spans.isEmpty && replay.totals.isEmpty && replay.start == replay.end)
  }
}
