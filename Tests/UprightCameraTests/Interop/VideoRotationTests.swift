// AVFoundation's angle and mirror for every tag, and back.

import Testing
import UprightCamera
import UprightGeometry

@Suite struct VideoRotationTests {
  private static let table: [(tag: UInt8, angle: Int, isVideoMirrored: Bool, name: CaptureVideoOrientation)] = [
    (1, 0, false, .landscapeRight), (2, 0, true, .landscapeRight), (3, 180, false, .landscapeLeft),
    (4, 180, true, .landscapeLeft), (5, 90, true, .portrait), (6, 90, false, .portrait),
    (7, 270, true, .portraitUpsideDown), (8, 270, false, .portraitUpsideDown),
  ]

  @Test(arguments: table)
  func aConnectionSaysEveryTag(_ row: (tag: UInt8, angle: Int, isVideoMirrored: Bool, name: CaptureVideoOrientation))
    throws
  {
    let tag = try #require(ExifOrientation(rawValue: row.tag))
    let pair = Interop.VideoRotation(Orientation(exif: tag))
    #expect(pair.angle.degrees == row.angle && pair.isVideoMirrored == row.isVideoMirrored)
    #expect(pair.orientation.exif == tag)
    #expect(
      Interop.VideoRotation(videoRotationAngle: Double(row.angle), isVideoMirrored: row.isVideoMirrored) == pair)
    // The older property together with the same mirror.
    #expect(CaptureVideoOrientation(losingMirrorOf: tag) == row.name)
  }

  @Test func anglesThatNoTagSaysAreNone() {
    for degrees in [45, 0.5, .nan, .infinity, 1e300] {
      #expect(Interop.VideoRotation(videoRotationAngle: degrees, isVideoMirrored: false) == nil)
    }
    #expect(Interop.VideoRotation(videoRotationAngle: -90, isVideoMirrored: false)?.angle == .counterclockwise)
  }
}
