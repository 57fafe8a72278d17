// AVFoundation's names of poses compared with UIDeviceOrientation's: the same numbers, the landscape names swapped.

import Testing
import UprightGeometry

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
