// The angles that were reported from devices (Apple's sample; reports of the iPhone 14 Pro and 17 Pro), and the formula.

import Testing
import UprightCamera

@Suite struct RotationAnglesTests {
  @Test func theAnglesOfKnownDevices() {
    let back = CameraMount(sensorTurn: .clockwise, facing: .back)
    let upright = Interop.RotationAngles(back, device: .natural, interface: .natural)
    #expect(upright.capture.degrees == 90 && upright.preview.degrees == 90)
    // An interface that is locked to portrait, while the device is held with its top edge to the left.
    let locked = Interop.RotationAngles(back, device: DevicePose(turn: .counterclockwise), interface: .natural)
    #expect(locked.capture.degrees == 0 && locked.preview.degrees == 90)
    // iPhone 14 Pro: 90 in portrait, 180 with the home side to the right. iPhone 17 Pro: 0 in portrait.
    let front = CameraMount(sensorTurn: .clockwise, facing: .front)
    let sideways = Interop.RotationAngles(front, device: DevicePose(turn: .counterclockwise), interface: .natural)
    #expect(sideways.capture.degrees == 180)
    let newer = CameraMount(sensorTurn: .zero, facing: .front)
    #expect(Interop.RotationAngles(newer, device: .natural, interface: .natural).capture == .zero)
  }

  @Test func aFrontLensTurnsTheOtherWay() {
    for mount in QuarterTurn.allCases {
      for pose in DevicePose.allCases {
        func angle(_ facing: Facing) -> QuarterTurn {
          Interop.RotationAngles(CameraMount(sensorTurn: mount, facing: facing), device: pose, interface: .natural)
            .capture
        }
        #expect(angle(.back) == mount + pose.turn && angle(.front) == mount - pose.turn)
      }
    }
  }
}
