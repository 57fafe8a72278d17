// Mounts in degrees, and positions in the plane of the device.

import Testing
import UprightCamera
import UprightGeometry

@Suite struct CameraMountTests {
  @Test func degreesOfAnySignAndSizeAreMounts() throws {
    #expect(try CameraMount(sensorDegrees: 0, facing: .back).sensorTurn == .zero)
    #expect(try CameraMount(sensorDegrees: -90, facing: .back).sensorTurn == .counterclockwise)
    #expect(try CameraMount(sensorDegrees: 450, facing: .front).sensorTurn == .clockwise)
    #expect(throws: UnsupportedMountAngle(degrees: 45)) { try CameraMount(sensorDegrees: 45, facing: .back) }
  }

  @Test func anExternalCameraTurnsAsTheSideThatIsNamed() {
    for turn in QuarterTurn.allCases {
      func toDevice(_ facing: Facing) -> Orientation<Sensor, Device> {
        CameraMount(sensorTurn: turn, facing: facing).sensorToDevice
      }
      #expect(toDevice(.external(turnsAs: .back)) == toDevice(.back))
      #expect(toDevice(.external(turnsAs: .front)) == toDevice(.front))
      #expect(toDevice(.external(turnsAs: .neither)) == Orientation(clockwise: turn.quarters))
    }
  }

  // A webcam on a stand: its mount alone makes it upright, whatever happens to the device.
  @Test func aCameraThatStandsByItselfDoesNotTurnWithTheDevice() {
    let expected: [(QuarterTurn, off: UInt8, on: UInt8)] = [
      (.zero, 1, 2), (.clockwise, 6, 5), (.half, 3, 4), (.counterclockwise, 8, 7),
    ]
    for (turn, off, on) in expected {
      for pose in DevicePose.allCases {
        func tag(_ mirror: MirrorMode) -> UInt8 {
          CaptureSnapshot(
            mount: CameraMount(sensorTurn: turn, facing: .external(turnsAs: .neither)), pose: pose, mirror: mirror,
            storedSize: PixelSize(width: 4, height: 3)
          ).orientation.exif.rawValue
        }
        #expect(tag(.off) == off && tag(.frontOnly) == off && tag(.on) == on)
      }
    }
  }

  // A tablet whose natural pose is landscape, with upright sensors. In portrait, its display reports ROTATION_90 or
  // ROTATION_270, as a phone's does in landscape.
  @Test func aNaturalLandscapeDeviceCountsFromLandscape() {
    let rows: [(Interop.SurfaceRotation, back: UInt8, front: UInt8, width: Int, height: Int)] = [
      (.rotation0, 1, 1, 1920, 1080), (.rotation90, 8, 6, 1080, 1920), (.rotation180, 3, 3, 1920, 1080),
      (.rotation270, 6, 8, 1080, 1920),
    ]
    for row in rows {
      func capture(_ facing: Facing) -> CaptureSnapshot {
        CaptureSnapshot(
          mount: CameraMount(sensorTurn: .zero, facing: facing), pose: row.0.pose,
          storedSize: PixelSize(width: 1920, height: 1080))
      }
      #expect(capture(.back).orientation.exif.rawValue == row.back)
      #expect(capture(.front).orientation.exif.rawValue == row.front)
      #expect(capture(.back).displayedSize == PixelSize(width: row.width, height: row.height))
    }
  }

  // The sensor of a phone's back camera is mounted sideways: its first row runs along the device's right edge, its
  // first column along the top.
  @Test func theFirstPixelLiesWhereThePhonesMakerPutIt() {
    let size = PixelSize<Sensor>(width: 4, height: 3)
    func corner(_ mount: CameraMount) -> Point2D<Device> {
      Transform2D(mount.sensorToDevice, in: size).apply(Point2D(x: 0, y: 0))
    }
    #expect(corner(CameraMount(sensorTurn: .clockwise, facing: .back)) == Point2D(x: 3, y: 0))
    #expect(corner(CameraMount(sensorTurn: .counterclockwise, facing: .front)) == Point2D(x: 3, y: 4))
    #expect(corner(CameraMount(sensorTurn: .zero, facing: .front)) == Point2D(x: 4, y: 0))
  }
}
