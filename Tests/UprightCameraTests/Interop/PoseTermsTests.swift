// Platform terms for poses.

import Testing
import UprightCamera
import UprightGeometry

// The four terms as poses, and each platform's reading: the right answer beside the platform's.

@Suite struct VisionCameraOrientationTests {
  typealias Word = Interop.VisionCameraOrientation
  typealias Row = CaptureSnapshotTests.Row

  @Test(arguments: Row.all(of: "camera-vectors.csv"))
  func onIOSAPoseIsTheTablesTarget(_ row: Row) throws {
    let pose = DevicePose(turn: try #require(QuarterTurn(degrees: row.number("target_cw"))))
    #expect(Word(pose, on: .iOS).rawValue == (try row.text("target")))
  }

  // Disagreement 1: one pose, two terms; one term, two poses.
  @Test func leftAndRightChangePlacesBetweenPlatforms() {
    let clockwise = DevicePose(turn: .clockwise)
    #expect(Word(clockwise, on: .iOS) == .right)
    #expect(Word(clockwise, on: .android) == .left)
    #expect(Word.right.pose(on: .iOS) == clockwise)
    #expect(Word.right.pose(on: .android) == DevicePose(turn: .counterclockwise))
    // The term agrees with the Surface's constant of the same system.
    #expect(Interop.SurfaceRotation(Word.left.pose(on: .android)) == .rotation270)
    #expect(Interop.SurfaceRotation(Word.right.pose(on: .android)) == .rotation90)
    for platform in Interop.Platform.allCases {
      for pose in DevicePose.allCases { #expect(Word(pose, on: platform).pose(on: platform) == pose) }
    }
  }

  // Disagreement 1, continued: controls of a locked interface, the device rotated clockwise.
  @Test func controlsEndUpsideDownOnAndroid() {
    let turned = DevicePose(turn: .clockwise)
    #expect(controlTurn(device: turned, interface: .natural).signedDegrees == -90)
    #expect(Interop.visionCameraControlTurn(device: turned, interface: .natural, on: .iOS) == -90)
    #expect(Interop.visionCameraControlTurn(device: turned, interface: .natural, on: .android) == 90)
    for device in DevicePose.allCases {
      for interface in DevicePose.allCases {
        let right = controlTurn(device: device, interface: interface)
        let iOS = Interop.visionCameraControlTurn(device: device, interface: interface, on: .iOS)
        let android = Interop.visionCameraControlTurn(device: device, interface: interface, on: .android)
        #expect(iOS == right.signedDegrees)
        #expect(android == right.inverse.signedDegrees)
      }
    }
  }

  // Disagreement 2: `fromDegrees` and `degrees` are inverses on iOS only.
  @Test func degreesDoNotLeadBackOnAndroid() {
    #expect(Word(degrees: 90, on: .iOS) == .right)
    #expect(Word(degrees: 90, on: .android) == .left)
    #expect(Word.left.degrees == 270)
    #expect(Word.right.degrees == 90)
    for degrees in [0, 90, 180, 270] {
      #expect(Word(degrees: degrees, on: .iOS)?.degrees == degrees)
      #expect(Word(degrees: degrees, on: .android)?.degrees == (360 - degrees) % 360)
    }
    #expect(Word(degrees: -90, on: .iOS) == .left)
    #expect(Word(degrees: 45, on: .iOS) == nil)
  }

  // Disagreement 13: which pose the diagonals belong to.
  @Test func theDiagonalsAreReadInTwoWays() throws {
    let rows: [(degrees: Int, word: Word, surface: Interop.SurfaceRotation)] = [
      (44, .up, .rotation0), (45, .left, .rotation270), (134, .left, .rotation270), (135, .left, .rotation180),
      (136, .down, .rotation180), (224, .down, .rotation180), (225, .down, .rotation90), (226, .right, .rotation90),
      (314, .right, .rotation90), (315, .right, .rotation0), (316, .up, .rotation0), (359, .up, .rotation0),
    ]
    for row in rows {
      #expect(Word(listenerDegrees: row.degrees) == row.word, "\(row.degrees)")
      #expect(Interop.SurfaceRotation(listenerDegrees: row.degrees) == row.surface, "\(row.degrees)")
    }
    let apart = try (0..<360).filter {
      let word = try #require(Word(listenerDegrees: $0))
      return word.pose(on: .android) != Interop.SurfaceRotation(listenerDegrees: $0)?.pose
    }
    #expect(apart == [135, 225, 315])
    for none in [-1, 360, Int.min, Int.max] { #expect(Word(listenerDegrees: none) == nil) }
  }
}

// UIKit's two namings of one pose, and AVFoundation's angle of the classic mount.

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

// Android's constants and degrees for every pose.

@Suite struct SurfaceRotationTests {
  typealias Surface = Interop.SurfaceRotation
  typealias Row = CaptureSnapshotTests.Row

  @Test(arguments: Row.all(of: "camera-vectors.csv"))
  func aPoseIsAsItsRowSays(_ row: Row) throws {
    let pose = DevicePose(turn: try #require(QuarterTurn(degrees: row.number("target_cw"))))
    #expect(Surface(pose).degrees == (try row.number("android_surface_rotation")))
    #expect(Surface(pose).name == "ROTATION_" + (try row.text("android_surface_rotation")))
    #expect(Surface(pose).listenerDegrees == (try row.number("android_orientation_degrees")))
    #expect(Surface(pose).pose == pose)
  }

  @Test func constantsCountQuarters() {
    #expect(Surface.allCases.map(\.rawValue) == [0, 1, 2, 3])
    #expect(Surface(rawValue: 1)?.pose == DevicePose(turn: .counterclockwise))
    #expect(Surface(rawValue: 4) == nil)
  }

  @Test func degreesOfThePoseAreItsOwn() {
    for pose in DevicePose.allCases {
      #expect(Surface(listenerDegrees: Surface(pose).listenerDegrees)?.pose == pose)
    }
    for none in [-1, 360, Int.min, Int.max] { #expect(Surface(listenerDegrees: none) == nil) }
  }
}
