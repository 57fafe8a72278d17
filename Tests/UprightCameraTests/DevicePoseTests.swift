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

// The group of four rotations, exhaustively.

@Suite struct QuarterTurnTests {
  @Test func turnsAddUpModuloFour() {
    for first in QuarterTurn.allCases {
      #expect(first + first.inverse == .zero)
      #expect(first - first == .zero)
      #expect(QuarterTurn(quarters: first.quarters) == first)
      for second in QuarterTurn.allCases {
        #expect((first + second).degrees == (first.degrees + second.degrees) % 360)
        #expect((first - second) + second == first)
      }
    }
  }

  @Test func degreesOfAnySignAndSizeAreTurnsOrNone() {
    for degrees in -1_000...1_000 {
      let turn = QuarterTurn(degrees: degrees)
      #expect((turn == nil) == (degrees % 90 != 0))
      if let turn { #expect((turn.degrees - degrees) % 360 == 0) }
    }
    #expect(QuarterTurn(degrees: .min)?.degrees == nil)
    #expect(QuarterTurn.allCases.map(\.signedDegrees) == [0, 90, 180, -90])
  }
}
