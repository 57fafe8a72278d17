// Qt's flags.

import Testing
import UprightGeometry
import UprightTestTools

@Suite struct QtTransformationTests {
  @Test func flagsReadAsInTheTable() throws {
    let title = "Qt_QImageIOHandler(from memory, algebra checked)"
    for (tag, cell) in zip(ExifOrientation.allCases, try Conventions.column(title)) {
      let flags = QtTransformation(exif: tag)
      #expect("\(flags.name)=\(flags.rawValue)" == cell)
      #expect(QtTransformation(rawValue: flags.rawValue)?.exif == tag)
    }
    for raw in [-1, 8, 9, 255] { #expect(QtTransformation(rawValue: raw) == nil) }
  }

  @Test func bitsMirrorAndThenTurnClockwise() {
    for flags in QtTransformation.allCases {
      var image = CornerRule.stored[Int(flags.exif.rawValue) - 1]
      if flags.rawValue & 1 != 0 { image = CornerRule.leftRight(image) }
      if flags.rawValue & 2 != 0 { image = CornerRule.topBottom(image) }
      if flags.rawValue & 4 != 0 { image = CornerRule.clockwise(image) }
      #expect(image == CornerRule.upright, "\(flags)")
    }
  }
}
