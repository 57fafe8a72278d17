// Which images are mirrored.

import Testing
import UprightCamera
import UprightGeometry

@Suite struct MirrorModeTests {
  private static let table: [(facing: Facing, off: Bool, on: Bool, frontOnly: Bool)] = [
    (.back, false, true, false),
    (.front, false, true, true),
    (.external(turnsAs: .back), false, true, false),
    (.external(turnsAs: .front), false, true, false),
    (.external(turnsAs: .neither), false, true, false),
  ]

  // CameraX mirrors only LENS_FACING_FRONT; camera2 does not mirror external cameras by itself, although they rotate
  // like front ones.
  @Test(arguments: table)
  func onlyTheDevicesOwnFrontLensIsMirroredByItself(_ row: (facing: Facing, off: Bool, on: Bool, frontOnly: Bool)) {
    #expect(MirrorMode.off.mirrors(row.facing) == row.off)
    #expect(MirrorMode.on.mirrors(row.facing) == row.on)
    #expect(MirrorMode.frontOnly.mirrors(row.facing) == row.frontOnly)
  }

  // A sensor at 270: rotated as a front lens rotates, and mirrored only on it.
  @Test func anExternalCameraTurnsAsAFrontOneAndIsNotMirrored() {
    func tags(_ facing: Facing) -> [UInt8] {
      DevicePose.allCases.map { pose in
        CaptureSnapshot(
          mount: CameraMount(sensorTurn: .counterclockwise, facing: facing), pose: pose, mirror: .frontOnly,
          storedSize: PixelSize(width: 4, height: 3)
        ).orientation.exif.rawValue
      }
    }
    #expect(tags(.front) == [7, 4, 5, 2])
    #expect(tags(.external(turnsAs: .front)) == [8, 3, 6, 1])
    #expect(tags(.external(turnsAs: .back)) == [8, 1, 6, 3])
    #expect(tags(.external(turnsAs: .neither)) == [8, 8, 8, 8])
  }
}
