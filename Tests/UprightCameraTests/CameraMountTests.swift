// Mounts by degrees, and what lies where in the plane of the device.

import Testing
import UprightCamera
import UprightGeometry

@Suite struct CameraMountTests {
  @Test func mountsAtAnAngleAreNone() {
    #expect(CameraMount(sensorDegrees: 45, facing: .back) == nil)
    #expect(CameraMount(sensorDegrees: 89, facing: .front) == nil)
    #expect(CameraMount(sensorDegrees: -90, facing: .back)?.sensorTurn == .counterclockwise)
    #expect(CameraMount(sensorDegrees: 450, facing: .back)?.sensorTurn == .clockwise)
  }

  @Test func anExternalCameraTurnsAsTheSideThatIsNamed() {
    for side in Facing.Side.allCases {
      for turn in QuarterTurn.allCases {
        let named: Facing = side == .front ? .front : .back
        let external = CameraMount(sensorTurn: turn, facing: .external(turnsAs: side))
        #expect(external.sensorToDevice == CameraMount(sensorTurn: turn, facing: named).sensorToDevice)
      }
    }
  }

  // The sensor of a phone's back camera lies on its side: its first row runs along the device's right edge, its first column along the top.
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
