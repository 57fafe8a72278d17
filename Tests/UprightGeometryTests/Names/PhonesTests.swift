// How phones name what is upright.

import Testing
import UprightGeometry
import UprightTestTools

// Poses and the tags of their cameras' frames, as in ML Kit's samples.

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

// AVFoundation's names of poses compared with UIDeviceOrientation's: the same numbers, the landscape names swapped.

@Suite struct CaptureVideoOrientationTests {
  @Test func theClassicBackCamera() {
    let rows: [(CaptureVideoOrientation, raw: Int, angle: Int, tag: ExifOrientation)] = [
      (.portrait, 1, 90, .rightTop), (.portraitUpsideDown, 2, 270, .leftBottom), (.landscapeRight, 3, 0, .topLeft),
      (.landscapeLeft, 4, 180, .bottomRight),
    ]
    for (held, raw, angle, tag) in rows {
      #expect(held.rawValue == raw)
      #expect(CaptureVideoOrientation(rawValue: raw) == held)
      #expect(held.videoRotationAngle.rawValue == angle)
      #expect(CaptureVideoOrientation(videoRotationAngle: held.videoRotationAngle) == held)
      #expect(held.exif == tag)
      #expect(CaptureVideoOrientation(exif: tag) == held)
    }
    #expect(CaptureVideoOrientation.allCases.count == 4)
    for raw in [-1, 0, 5, 9, 255] { #expect(CaptureVideoOrientation(rawValue: raw) == nil) }
  }

  @Test func aRawCastFromTheDeviceIsRightAndANameForNameSwitchIsUpsideDown() throws {
    for held in CaptureVideoOrientation.allCases {
      let device = try #require(DeviceOrientation(rawValue: held.rawValue))
      #expect(device.backCamera == held.exif)
      let sameName = try #require(DeviceOrientation.allCases.first { "\($0)" == "\(held)" })
      #expect((sameName.backCamera == held.exif) == "\(held)".hasPrefix("portrait"))
    }
  }
}
