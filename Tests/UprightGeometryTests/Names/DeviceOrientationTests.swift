// Poses and the tags of their cameras' frames, as in ML Kit's samples.

import Testing
import UprightGeometry
import UprightTestTools

@Suite struct DeviceOrientationTests {
  @Test func bothCamerasAreAsInTheSamples() throws {
    let back = try Conventions.column("MLKit_iOS_back_camera_UIDeviceOrientation")
    let front = try Conventions.column("MLKit_iOS_front_camera_UIDeviceOrientation")
    for (index, tag) in ExifOrientation.allCases.enumerated() {
      #expect((DeviceOrientation(backCamera: tag).map { "\($0)" } ?? "") == back[index])
      #expect((DeviceOrientation(frontCamera: tag).map { "\($0)" } ?? "") == front[index])
    }
  }

  @Test func thereAndBack() {
    for held in DeviceOrientation.allCases {
      let isFlat = held == .faceUp || held == .faceDown
      #expect((held.backCamera == nil) == isFlat)
      #expect((held.frontCamera == nil) == isFlat)
      if let tag = held.backCamera { #expect(DeviceOrientation(backCamera: tag) == held) }
      if let tag = held.frontCamera { #expect(DeviceOrientation(frontCamera: tag) == held) }
    }
  }

  @Test func oneCameraGivesTurnsAndTheOtherMirrors() {
    for tag in ExifOrientation.allCases {
      let mirrored = Orientation<Stored, Displayed>(exif: tag).isMirrored
      #expect((DeviceOrientation(backCamera: tag) == nil) == mirrored)
      #expect((DeviceOrientation(frontCamera: tag) == nil) == !mirrored)
    }
  }

  @Test func theNumbersAreUIDeviceOrientations() {
    #expect(DeviceOrientation.allCases.map(\.rawValue) == Array(1...6))
    #expect(
      DeviceOrientation.allCases.map { "\($0)" } == [
        "portrait", "portraitUpsideDown", "landscapeLeft", "landscapeRight", "faceUp", "faceDown",
      ])
    for raw in [-1, 0, 7, 9, 255] { #expect(DeviceOrientation(rawValue: raw) == nil) }
  }
}
