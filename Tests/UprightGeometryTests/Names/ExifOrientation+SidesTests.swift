// The sides of row 0 and column 0, compared with the standard's words.

import Testing
import UprightGeometry
import UprightTestTools

@Suite struct ExifOrientationSidesTests {
  @Test func sidesAreThoseOfTheStandard() throws {
    for tag in ExifOrientation.allCases {
      let sides = try #require(CornerRule.sides[Int(tag.rawValue)])
      #expect(tag.row0.rawValue == "\(sides.row0)")
      #expect(tag.column0.rawValue == "\(sides.column0)")
      #expect(ExifOrientation(row0: tag.row0, column0: tag.column0) == tag)
    }
  }

  @Test func eightOfSixteenPairsAreATag() {
    var tags: [ExifOrientation] = []
    for row in ExifOrientation.Side.allCases {
      for column in ExifOrientation.Side.allCases {
        let lies = { (side: ExifOrientation.Side) in side == .left || side == .right }
        let tag = ExifOrientation(row0: row, column0: column)
        #expect((tag != nil) == (lies(row) != lies(column)))
        tags += tag.map { [$0] } ?? []
      }
    }
    #expect(Set(tags).count == 8)
    #expect(tags.count == 8)
  }
}
