// Compares the table of gravity and the code with a third derivation: a device in space.

import Testing
import UprightCamera

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
