// Every row of the table of gravity, derived from rotations in space; each platform's result for it.

import Testing
@testable import UprightCamera
import UprightTestTools

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension GravitySample {
  /// A device rotated and tilted by degrees: clockwise as its user sees it, and the screen toward the sky.
  static func held(_ clockwise: Double, tilt: Double = 0, at time: Duration = .zero) -> Self {
    let (turn, tilt) = (clockwise * .pi / 180, tilt * .pi / 180)
    return Self(x: cos(tilt) * sin(turn), y: -cos(tilt) * cos(turn), z: -sin(tilt), time: time)
  }
}

extension DevicePose {
  static let right = Self(turn: .clockwise)
  static let down = Self(turn: .half)
  static let left = Self(turn: .counterclockwise)
}

@Suite struct GravityPolicyTests {
  typealias Row = CaptureSnapshotTests.Row

  /// The meaning of the table's terms, clockwise; Android's terms for the sides are the other way round.
  static let words: [String: DevicePose] = ["up": .natural, "right": .right, "down": .down, "left": .left]
  static let androidWords: [String: DevicePose] = ["UP": .natural, "LEFT": .right, "DOWN": .down, "RIGHT": .left]
  static let surfaceRotations: [String: DevicePose] = ["0": .natural, "270": .right, "180": .down, "90": .left]

  static func pose(_ policy: GravityPolicy, _ sample: GravitySample) -> DevicePose? {
    var classifier = GravityClassifier(policy: policy)
    return classifier.ingest(sample)
  }

  @Test func theTableIsWhole() { #expect(Row.all(of: "camera-gravity-vectors.csv").count == 204) }

  @Test(arguments: Row.all(of: "camera-gravity-vectors.csv"))
  func everyPlatformSaysWhatItsColumnSays(_ row: Row) throws {
    let written = GravitySample(x: try row.real("gx"), y: try row.real("gy"), z: try row.real("gz"), time: .zero)
    let sample = GravitySample.held(try row.real("clockwise_deg"), tilt: try row.real("tilt_deg"))
    #expect(max(abs(sample.x - written.x), abs(sample.y - written.y), abs(sample.z - written.z)) < 1e-6)
    for sample in [written, sample] {
      #expect(Self.pose(.nearest, sample) == Self.words[try row.text("nearest")])
      #expect(Self.pose(.visionCameraIOS, sample) == Self.words[try row.text("visioncamera_ios")])
      #expect(Self.pose(.cameraX, sample) == Self.surfaceRotations[try row.text("camerax_surface_rotation")])
    }
    // The table's six digits lose half degrees, so tests of whole degrees use the angle itself.
    #expect(Self.pose(.visionCameraAndroid, sample) == Self.androidWords[try row.text("visioncamera_android")])
    #expect((sample.listenerDegrees ?? -1) == (try row.number("android_listener_degrees")))
  }

  static let boundaries: [(Double, axes: DevicePose, listener: DevicePose, provider: DevicePose, manager: DevicePose)] =
    [
      (45, .natural, .right, .right, .natural), (135, .down, .right, .down, .right),
      (225, .down, .down, .left, .down), (315, .natural, .left, .natural, .left),
    ]

  @Test(arguments: boundaries)
  func aBoundaryBelongsToOnePose(
    degrees: Double, axes: DevicePose, listener: DevicePose, provider: DevicePose, manager: DevicePose
  ) {
    let part = 0.5.squareRoot()
    let sample = GravitySample(
      x: degrees < 180 ? part : -part, y: degrees > 90 && degrees < 270 ? part : -part, z: 0, time: .zero)
    #expect(Self.pose(.visionCameraIOS, sample) == axes)
    #expect(Self.pose(.visionCameraAndroid, sample) == listener)
    #expect(Self.pose(.cameraX, sample) == provider)
    #expect(GravityPolicy.Boundaries.windowManager.pose(of: sample) == manager)
  }

  @Test func everyWholeDegreeIsInOnePart() {
    for degrees in 0..<360 {
      let sample = GravitySample.held(Double(degrees))
      #expect(sample.listenerDegrees == degrees)
      let android: DevicePose =
        switch degrees {
        case 45...135: .right
        case 136...225: .down
        case 226...315: .left
        default: .natural
        }
      #expect(Self.pose(.visionCameraAndroid, sample) == android)
      guard degrees % 90 != 45 else { continue }
      let nearest = DevicePose(turn: QuarterTurn(quarters: (degrees + 45) / 90))
      for policy in [GravityPolicy.nearest, .visionCameraIOS, .cameraX] {
        #expect(Self.pose(policy, sample) == nearest)
      }
      #expect(GravityPolicy.Boundaries.windowManager.pose(of: sample) == nearest)
    }
  }

  @Test func flatIsWhatEachPolicyCallsFlat() {
    for side in [1.0, -1] {
      #expect(Self.pose(.visionCameraIOS, .held(0, tilt: 44.9 * side)) == .natural)
      #expect(Self.pose(.visionCameraIOS, .held(0, tilt: 45.1 * side)) == nil)
      #expect(Self.pose(.cameraX, .held(0, tilt: 63.4 * side)) == .natural)
      #expect(Self.pose(.cameraX, .held(0, tilt: 63.5 * side)) == nil)
      let own = GravityPolicy(flatness: .within(degrees: 20))
      #expect(Self.pose(own, .held(90, tilt: 69.9 * side)) == .right)
      #expect(Self.pose(own, .held(90, tilt: 70.1 * side)) == nil)
    }
    #expect(Self.pose(.visionCameraIOS, GravitySample(x: 0, y: 0.5, z: 0.5, time: .zero)) == .down)
    #expect(Self.pose(.visionCameraIOS, GravitySample(x: 0.5, y: 0, z: -0.5, time: .zero)) == .right)
    #expect(Self.pose(.cameraX, GravitySample(x: 0.5, y: 0, z: 1, time: .zero)) == .right)
    // Within no degrees of level is nothing, not even a level screen.
    for z in [1.0, -1] { #expect(Self.pose(.nearest, GravitySample(x: 0, y: 0, z: z, time: .zero)) == .natural) }
  }

  // 1 m/s², in any direction.
  @Test func theWindowManagerTakesNoPoseWhileFalling() {
    var policy = GravityPolicy.windowManager
    (policy.smoothing, policy.settleTime) = (.zero, .none)
    for (pull, pose) in [(1.01, DevicePose.natural), (0.99, nil)] {
      let sample = GravitySample(x: 0, y: -pull / GravitySample.metersPerSecondSquared, z: 0, time: .zero)
      #expect(Self.pose(policy, sample) == pose)
    }
  }

  // Beyond 80 degrees nothing is known; at 80 and below, but beyond a pose's own limits, the pose stays.
  @Test func theWindowManagerCallsFlatWhatIsBeyondAllItsTilts() {
    var policy = GravityPolicy.windowManager
    (policy.smoothing, policy.flatBehavior) = (.zero, .unknown)
    for (tilt, pose) in [(75.0, DevicePose.left), (80, .left), (81, nil), (90, nil), (-80, .left), (-81, nil)] {
      var classifier = GravityClassifier(policy: policy, seed: .left)
      #expect(classifier.ingest(.held(0, tilt: tilt)) == pose, "\(tilt)")
    }
  }
}

// Compares the table of gravity and the code with a third derivation: a device in space.
extension GravityPolicyTests {
  @Test(arguments: Row.all(of: "camera-gravity-vectors.csv"))
  func aPoseIsAsInSpace(_ row: Row) throws {
    let device = DeviceInSpace(clockwise: try row.real("clockwise_deg"), tilt: try row.real("tilt_deg"))
    let pull = device.gravity
    for (number, title) in zip([pull.x, pull.y, pull.z], ["gx", "gy", "gz"]) {
      #expect(abs(number - (try row.real(title))) < 1e-6)
    }
    #expect(device.lowest == (try row.text("nearest")))
    #expect(device.lowestUnlessLevel == (try row.text("visioncamera_ios")))
    #expect((device.wholeDegrees ?? -1) == (try row.number("android_listener_degrees")))
    // The ranges are those in VisionCamera's and CameraX's sources.
    let words = device.wholeDegrees.map { degrees in
      switch degrees {
      case 45...135: ("LEFT", degrees == 135 ? "180" : "270")
      case 136...225: ("DOWN", degrees == 225 ? "90" : "180")
      case 226...315: ("RIGHT", degrees == 315 ? "0" : "90")
      default: ("UP", "0")
      }
    }
    #expect((words?.0 ?? "nil") == (try row.text("visioncamera_android")))
    #expect((words?.1 ?? "none") == (try row.text("camerax_surface_rotation")))

    let sample = GravitySample(x: pull.x, y: pull.y, z: pull.z, time: .zero)
    #expect(Self.pose(.nearest, sample) == Self.words[device.lowest])
    #expect(Self.pose(.visionCameraIOS, sample) == Self.words[device.lowestUnlessLevel])
    #expect(Self.pose(.visionCameraAndroid, sample) == words.flatMap { Self.androidWords[$0.0] })
    #expect(Self.pose(.cameraX, sample) == words.flatMap { Self.surfaceRotations[$0.1] })
  }
}
