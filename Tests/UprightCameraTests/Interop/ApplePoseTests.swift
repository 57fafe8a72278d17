// UIKit's two namings of one pose, and AVFoundation's angle of the classic mount.

import Testing
import UprightCamera
import UprightGeometry

@Suite struct ApplePoseTests {
  typealias Row = CaptureSnapshotTests.Row

  @Test(arguments: Row.all(of: "camera-vectors.csv"))
  func aPoseIsAsItsRowSays(_ row: Row) throws {
    let pose = DevicePose(turn: try #require(QuarterTurn(degrees: row.number("target_cw"))))
    #expect("\(DeviceOrientation(pose))" == (try row.text("ui_device_orientation")))
    #expect("\(CaptureVideoOrientation(pose))" == (try row.text("ui_interface_orientation")))
    #expect(DeviceOrientation(pose).pose == pose)
    #expect(CaptureVideoOrientation(pose).pose == pose)
  }

  @Test func oneNumberIsBothNamingsPose() {
    for pose in DevicePose.allCases {
      #expect(DeviceOrientation(pose).rawValue == CaptureVideoOrientation(pose).rawValue)
    }
    #expect(DeviceOrientation.faceUp.pose == nil)
    #expect(DeviceOrientation.faceDown.pose == nil)
  }

  // Apple's and Google's tables apply to sensors at 90 degrees, with the front camera mirrored.
  @Test func theClassicMountGivesTheTagsOfTheTables() throws {
    for pose in DevicePose.allCases {
      func tag(_ facing: Facing) -> ExifOrientation {
        CaptureSnapshot(
          mount: CameraMount(sensorTurn: .clockwise, facing: facing), pose: pose, mirror: .frontOnly,
          storedSize: PixelSize(width: 4, height: 3)
        ).orientation.exif
      }
      #expect(tag(.back) == DeviceOrientation(pose).backCamera)
      #expect(tag(.front) == DeviceOrientation(pose).frontCamera)
      #expect(tag(.back) == CaptureVideoOrientation(pose).exif)
    }
  }
}
