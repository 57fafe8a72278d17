// A mirror that is asked for, and what VisionCamera makes of it.

import Testing
import UprightCamera
import UprightGeometry

@Suite struct VisionCameraMirrorTests {
  private func photo(_ mode: MirrorMode, _ facing: Facing, _ pose: DevicePose) -> CaptureSnapshot {
    CaptureSnapshot(
      mount: CameraMount(sensorTurn: .counterclockwise, facing: facing), pose: pose, mirror: mode,
      storedSize: PixelSize(width: 4, height: 3))
  }

  private static let table: [(mode: MirrorMode, facing: Facing, isMirrored: Bool)] = [
    (.off, .back, false), (.off, .front, false), (.on, .back, true), (.on, .front, true), (.frontOnly, .back, false),
    (.frontOnly, .front, true),
  ]

  // Disagreement 9: "auto" is the front camera's mirror on Android, and nobody's word on iOS.
  @Test(arguments: table)
  func anAutomaticMirrorIsTheFrontCameras(_ row: (mode: MirrorMode, facing: Facing, isMirrored: Bool)) {
    for pose in DevicePose.allCases {
      let tag = photo(row.mode, row.facing, pose).orientation.exif
      let mirrored: [ExifOrientation] = [.topRight, .bottomLeft, .leftTop, .rightBottom]
      #expect(mirrored.contains(tag) == row.isMirrored)
    }
    #expect(Interop.visionCameraMirrorsPhoto(row.mode, of: row.facing, on: .android) == row.isMirrored)
    let iOS = Interop.visionCameraMirrorsPhoto(row.mode, of: row.facing, on: .iOS)
    #expect(iOS == (row.mode == .frontOnly ? nil : row.isMirrored))
  }

  // Disagreement 10: of several cameras at once, Android's outputs stay as they were.
  @Test func severalCamerasKeepAnOldMirrorOnAndroid() {
    for wanted in MirrorMode.allCases {
      for before in MirrorMode.allCases {
        for platform in Interop.Platform.allCases {
          func mode(_ cameras: Int) -> MirrorMode {
            Interop.visionCameraMirrorMode(wanted: wanted, before: before, cameras: cameras, on: platform)
          }
          #expect(mode(1) == wanted)
          #expect(mode(2) == (platform == .android ? before : wanted))
        }
      }
    }
    // A selfie that was to be mirrored, upright in the hand: tag 7, and Android's has tag 8.
    let right = photo(.on, .front, .natural)
    #expect(right.orientation.exif == .rightBottom)
    let kept = Interop.visionCameraMirrorMode(wanted: .on, before: .off, cameras: 2, on: .android)
    #expect(photo(kept, .front, .natural).orientation.exif == .leftBottom)
  }
}
