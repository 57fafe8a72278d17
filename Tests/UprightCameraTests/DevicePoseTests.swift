// Poses, and the rotation that keeps a control upright (the sixteen pairs that VisionCamera's own tests fix).

import Testing
import UprightCamera

@Suite struct DevicePoseTests {
  @Test func controlsTurnTheShorterWay() {
    let poses = DevicePose.allCases
    let expected = [
      [0, -90, 180, 90],
      [90, 0, -90, 180],
      [180, 90, 0, -90],
      [-90, 180, 90, 0],
    ]
    for (interface, row) in zip(poses, expected) {
      for (device, degrees) in zip(poses, row) {
        #expect(controlTurn(device: device, interface: interface).signedDegrees == degrees)
      }
    }
  }
}
