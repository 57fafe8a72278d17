// Degrees clockwise: which are angles, and how they rotate.

import Testing
import UprightGeometry
import UprightTestTools

@Suite struct ClockwiseAngleTests {
  @Test func theAngleTurnsTheStoredImageUpright() {
    for angle in ClockwiseAngle.allCases {
      let stored = CornerRule.stored[Int(angle.exif.rawValue) - 1]
      #expect(CornerRule.clockwise(stored, quarters: angle.rawValue / 90) == CornerRule.upright)
      #expect(angle.quarters * 90 == angle.rawValue)
      #expect(ClockwiseAngle(exif: angle.exif) == angle)
    }
  }

  @Test(arguments: ["Android_rotationDegrees(CW, non-mirrored only)", "MediaPipe_rotation_degrees(CW)"])
  func degreesAreThoseOfPhones(_ title: String) throws {
    for (tag, cell) in zip(ExifOrientation.allCases, try Conventions.column(title)) {
      #expect(ClockwiseAngle(exif: tag)?.rawValue == Int(cell))
      #expect(Int(cell).flatMap(ClockwiseAngle.init(degrees:))?.exif == (cell == "n/a" ? nil : tag))
    }
  }

  @Test func anyMultipleOfNinetyCounts() {
    for degrees in -1000...1000 {
      let angle = ClockwiseAngle(degrees: degrees)
      #expect((angle != nil) == (degrees % 90 == 0), "\(degrees)")
      if let angle { #expect((degrees - angle.rawValue) % 360 == 0) }
    }
    #expect(ClockwiseAngle(degrees: .min) == nil)
    #expect(ClockwiseAngle(degrees: .max) == nil)
    #expect(ClockwiseAngle(degrees: -90) == .threeQuarters)
    #expect(ClockwiseAngle(degrees: 450) == .quarter)
  }

  @Test func rawValuesAreOnlyTheFour() {
    for raw in [-90, -1, 1, 9, 255, 360] { #expect(ClockwiseAngle(rawValue: raw) == nil) }
  }

  @Test func vipsNicknames() throws {
    for (tag, cell) in zip(ExifOrientation.allCases, try Conventions.column("VipsAngle")) {
      let angle = ClockwiseAngle(exif: tag)
      #expect((angle.map { "\($0.vipsAngle)=\($0.quarters)" } ?? "") == cell)
      if let angle { #expect(ClockwiseAngle(vipsAngle: angle.vipsAngle) == angle) }
    }
    for nickname in ["", "d45", "90", "D90", "d360"] { #expect(ClockwiseAngle(vipsAngle: nickname) == nil) }
  }
}
