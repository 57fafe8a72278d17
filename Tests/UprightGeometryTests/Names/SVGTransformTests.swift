// SVG's transforms.

import Testing
import UprightGeometry
import UprightTestTools

@Suite struct SVGTransformTests {
  @Test func matricesReadAsInTheTable() throws {
    let size = PixelSize<Stored>(width: 1920, height: 1080)
    for (tag, cell) in zip(ExifOrientation.allCases, try Conventions.column("SVG_transform")) {
      let matrix = SVGTransform(exif: tag).matrix(in: size)
      #expect(matrix == cell.map { $0 == "W" ? "1920" : $0 == "H" ? "1080" : String($0) }.joined())
      #expect(SVGTransform(matrix)?.exif == tag)
    }
  }

  @Test func commasDoAsWellAndScalesDoNotMatter() {
    #expect(SVGTransform("matrix(0, 0.25, -0.25, 0, 3, 4)")?.exif == .rightTop)
    #expect(SVGTransform("matrix(-3 0 0 -3 0 0)")?.exif == .bottomRight)
  }

  @Test(arguments: ["", "matrix()", "matrix 1 0 0 1 0 0", "matrix(1 0 0 1 0)", "rotate(90)", "matrix(1 1 -1 1 0 0)"])
  func whatIsNoOrientationIsRefused(_ text: String) {
    #expect(SVGTransform(text) == nil)
  }
}
