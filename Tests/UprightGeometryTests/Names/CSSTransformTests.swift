// CSS' transforms, by moving the corners of labeled pixels as CSS specifies.

import Testing
import UprightGeometry
import UprightTestTools

@Suite struct CSSTransformTests {
  static let size = PixelSize<Stored>(width: 40, height: 30)

  @Test func matricesReadAsInTheTable() throws {
    for (tag, cell) in zip(ExifOrientation.allCases, try Conventions.column("CSS_transform(origin 0 0, stored WxH px)"))
    {
      let matrix = CSSTransform(exif: tag).matrix(in: Self.size)
      #expect(matrix == cell.map { $0 == "W" ? "40" : $0 == "H" ? "30" : String($0) }.joined())
      #expect(CSSTransform(matrix)?.exif == tag)
    }
  }

  @Test func listsReadAsInTheTable() throws {
    for (tag, cell) in zip(ExifOrientation.allCases, try Conventions.column("CSS_transform(origin center, list form)"))
    {
      #expect(CSSTransform(exif: tag).list == cell)
      #expect(CSSTransform(cell)?.exif == tag)
    }
  }

  @Test func listsActRightToLeft() throws {
    for tag in ExifOrientation.allCases {
      var image = CornerRule.stored[Int(tag.rawValue) - 1]
      for word in CSSTransform(exif: tag).list.split(separator: " ").reversed() {
        switch word {
        case "none": break
        case "scaleX(-1)": image = CornerRule.leftRight(image)
        case "scaleY(-1)": image = CornerRule.topBottom(image)
        default:
          let degrees = try #require(Int(word.filter { $0.isNumber }))
          image = CornerRule.clockwise(image, quarters: degrees / 90)
        }
      }
      #expect(image == CornerRule.upright, "\(tag)")
    }
    #expect(CSSTransform("rotate(90deg) scaleX(-1)")?.exif == .rightBottom)
    #expect(CSSTransform("scaleX(-1) rotate(90deg)")?.exif == .leftTop)
  }

  @Test(
    arguments: [
      ("rotate(-90deg)", .leftBottom), ("rotate(450deg)", .rightTop), ("scaleX(-1) scaleX(-1)", .topLeft),
      ("matrix(0, 2, -2, 0, 8, 9)", .rightTop), ("matrix(.5,0,0,-.5,0,0)", .bottomLeft),
      ("rotate(90deg)scaleY(-1)", .leftTop), ("scale(-1,1)", .topRight), ("scale(1, -1)", .bottomLeft),
      ("scale(-1, -1)", .bottomRight), ("scale(-1)", .bottomRight), ("scale( 1 , 1 )", .topLeft),
    ] as [(String, ExifOrientation)])
  func otherWaysToWriteIt(text: String, tag: ExifOrientation) {
    #expect(CSSTransform(text)?.exif == tag)
  }

  @Test(arguments: [
    "", " ", "rotate(45deg)", "rotate(90)", "rotate(1rad)", "scaleX(-2)", "scaleX(-1", "none none", "matrix(1,0,0,1,0)",
    "matrix(1,0,0,1,0,0,0)", "matrix(1,0,0,1,0,x)", "matrix(0,0,0,0,0,0)", "matrix(1,1,-1,1,0,0)",
    "matrix(nan,0,0,1,0,0)",
    "skewX(10deg)", "matrix(0,1,,-1,0,0,0)", "matrix(0x0,1,-1,0,0,0)", "matrix(0,1,-1,0,0,)", "scale(2,2)",
    "rotate(deg)",
  ])
  func whatIsNoOrientationIsRefused(_ text: String) {
    #expect(CSSTransform(text) == nil)
  }
}
