// Frames for ML Kit on iOS: the correct input, VisionCamera's term, and its documentation's snippet.

import Testing
import UprightCamera
import UprightGeometry

@Suite struct VisionCameraMLKitTests {
  typealias Row = (
    word: Interop.VisionCameraOrientation, isMirrored: Bool, right: AppleOrientation, passedOn: AppleOrientation
  )

  private static let table: [Row] = [
    (.up, false, .up, .up), (.up, true, .upMirrored, .upMirrored), (.down, false, .down, .down),
    (.down, true, .downMirrored, .downMirrored), (.left, false, .right, .left), (.right, false, .left, .right),
    (.left, true, .leftMirrored, .leftMirrored), (.right, true, .rightMirrored, .rightMirrored),
  ]

  // Disagreement 5: the term passed unchanged to ML Kit, which is off by 180° for a phone held upright.
  @Test(arguments: table)
  func aWordPassedOnIsHalfATurnOffAtTheSides(_ row: Row) {
    let frame = Interop.VisionCameraFrame(orientation: row.word, isMirrored: row.isMirrored)
    #expect(Interop.mlKitOrientation(of: frame) == row.right)
    #expect(Interop.visionCameraPassedToMLKit(frame) == row.passedOn)
  }

  // Disagreement 5, continued: the snippet mirrors the wrong way, with names that are not UIKit's.
  @Test func theDocumentationsSnippetNamesWhatIsNotThere() {
    #expect(Interop.visionCameraDocumentedMLKitName(isMirrored: true) == "portrait")
    #expect(Interop.visionCameraDocumentedMLKitName(isMirrored: false) == "portraitMirrored")
    let names = AppleOrientation.allCases.map(\.rawValue)
    #expect(!names.contains("portrait") && !names.contains("portraitMirrored"))
  }

  // Google's table for iOS: a sensor at 90, the front camera mirrored.
  @Test func theClassicPhoneIsAsInGooglesTable() {
    func told(_ facing: Facing) -> [AppleOrientation] {
      DevicePose.allCases.map { pose in
        let capture = CaptureSnapshot(
          mount: CameraMount(sensorTurn: .clockwise, facing: facing), pose: pose, mirror: .frontOnly,
          storedSize: PixelSize(width: 4, height: 3))
        return Interop.mlKitOrientation(of: Interop.VisionCameraFrame(capture.orientation))
      }
    }
    #expect(told(.back) == [.right, .down, .left, .up])
    #expect(told(.front) == [.leftMirrored, .upMirrored, .rightMirrored, .downMirrored])
  }
}
