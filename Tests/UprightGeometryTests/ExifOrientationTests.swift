// The eight names of the tag, compared with the sides in them.

import Testing
import UprightGeometry
import UprightTestTools

@Suite struct ExifOrientationTests {
  @Test func theNamesAreTheSidesOfRowAndColumnZero() {
    func word(_ side: CornerRule.Side) -> String { String(describing: side) }
    for tag in ExifOrientation.allCases {
      let sides = CornerRule.sides[Int(tag.rawValue)]
      let name = sides.map { word($0.row0) + word($0.column0).capitalizedFirst }
      #expect(String(describing: tag) == name)
    }
  }

  @Test func applesNamesAreTheSameValues() {
    let names: [ExifOrientation] = [
      .up, .upMirrored, .down, .downMirrored, .leftMirrored, .right, .rightMirrored, .left,
    ]
    #expect(names == ExifOrientation.allCases && names == AppleOrientation.allCases.map(\.exif))
  }

  @Test func onlyOneToEightExist() {
    #expect(ExifOrientation.allCases.map(\.rawValue) == Array(1...8))
    for value in UInt8.min...UInt8.max {
      #expect((ExifOrientation(rawValue: value) != nil) == (1...8).contains(value))
    }
  }

  @Test func tagAndOrientationSayTheSame() {
    for tag in ExifOrientation.allCases {
      #expect(Orientation<Stored, Displayed>(exif: tag).exif == tag)
    }
    for orientation in Orientation<Stored, Displayed>.all {
      #expect(Orientation(exif: orientation.exif) == orientation)
    }
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
