// A requested mirror, and VisionCamera's result.

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
    (.frontOnly, .front, true), (.frontOnly, .external(turnsAs: .front), false),
  ]

  // Disagreement 9: "auto" is the front camera's mirror on Android, and undefined on iOS.
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

  typealias Session = (
    wanted: MirrorMode, before: MirrorMode, cameras: Int, right: UInt8, iOS: UInt8, android: UInt8
  )

  private static let sessions: [Session] = [
    (.on, .off, 1, 7, 7, 7), (.off, .on, 1, 8, 8, 8), (.on, .off, 2, 7, 7, 8), (.off, .on, 2, 8, 8, 7),
    (.frontOnly, .off, 2, 7, 7, 8), (.off, .frontOnly, 2, 8, 8, 7), (.on, .on, 2, 7, 7, 7), (.on, .off, 3, 7, 7, 8),
  ]

  // Disagreement 10: with several cameras at once, Android's outputs stay unchanged.
  @Test(arguments: sessions)
  func severalCamerasKeepAnOldMirrorOnAndroid(_ row: Session) {
    func mode(_ platform: Interop.Platform) -> MirrorMode {
      Interop.visionCameraMirrorMode(wanted: row.wanted, before: row.before, cameras: row.cameras, on: platform)
    }
    // Held upright, the front camera's photo.
    #expect(photo(row.wanted, .front, .natural).orientation.exif.rawValue == row.right)
    #expect(photo(mode(.iOS), .front, .natural).orientation.exif.rawValue == row.iOS)
    #expect(photo(mode(.android), .front, .natural).orientation.exif.rawValue == row.android)
  }
}
