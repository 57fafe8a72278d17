// A policy's arguments as a value.

import ArgumentParser
import Testing
import UprightCamera

@testable import UprightBatch
@testable import UprightCLI

@Suite struct PolicyArgumentsTests {
  private func policy(_ words: String...) throws -> GravityPolicy { try PolicyArguments.parse(words).changed }

  @Test func namesAreThoseOfThePolicies() throws {
    #expect(try policy() == .windowManager)
    #expect(try policy("--policy", "nearest") == .nearest)
    #expect(try policy("--policy", "vision-camera-ios") == .visionCameraIOS)
    #expect(try policy("--policy", "vision-camera-android") == .visionCameraAndroid)
    #expect(try policy("--policy", "camerax") == .cameraX)
    #expect(try policy("--policy", "window-manager") == .windowManager)
  }

  @Test func eachOptionChangesItsOwn() throws {
    var expected = GravityPolicy.nearest
    expected.flatness = .within(degrees: 25)
    expected.hysteresis = 15
    expected.settleTime.stable = .milliseconds(200)
    expected.smoothing = .milliseconds(100)
    expected.longestGap = .milliseconds(3000)
    expected.allowed = [.natural, DevicePose(turn: .clockwise), DevicePose(turn: .counterclockwise)]
    expected.flatBehavior = .interface
    let typed = try PolicyArguments.parse([
      "--policy", "nearest", "--flat-within", "25", "--hysteresis", "15", "--stable", "200", "--smoothing", "100",
      "--gap", "3000", "--allow", "0,90,270", "--flat", "interface", "--interface", "270", "--seed", "90",
    ])
    #expect(typed.changed == expected)
    #expect(typed.seed?.quarterTurn == .clockwise && typed.interface?.quarterTurn == .counterclockwise)
    let flat = [GravitySample(x: 0, y: 0, z: -1, time: .zero)]
    #expect(typed.replay(flat).changes.map(\.pose) == [DevicePose(turn: .clockwise)])
    #expect(try policy("--flat", "unknown").flatBehavior == .unknown)
  }
}
