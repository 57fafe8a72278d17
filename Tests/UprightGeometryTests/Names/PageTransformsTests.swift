// The rotation and mirroring of an image on a page: CSS, SVG and IIIF.

import Testing
import UprightGeometry
import UprightTestTools

// CSS' transforms, by moving the corners of labeled pixels as CSS specifies.

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

// IIIF's rotation, printed and read.

@Suite struct IIIFRotationTests {
  @Test func printedAndReadAsInTheTable() throws {
    for (tag, cell) in zip(ExifOrientation.allCases, try Conventions.column("IIIF_rotation")) {
      #expect(IIIFRotation(exif: tag).description == cell)
      #expect(IIIFRotation(cell)?.exif == tag)
    }
  }

  @Test(
    arguments: [
      ("360", .topLeft), ("!360", .topRight), ("90.0", .rightTop), ("!270.00", .leftTop), ("090", .rightTop),
      ("0.0", .topLeft),
    ] as [(String, ExifOrientation)])
  func otherWaysToWriteAQuarter(text: String, tag: ExifOrientation) {
    #expect(IIIFRotation(text)?.exif == tag)
  }

  @Test(arguments: [
    "", "!", "!!90", "90!", "-90", "+90", "45", "22.5", "90.5", "450", "361", "1e2", "0x5A", "nan", "inf", " 90", "90 ",
    "٩٠",
    ".0", "90.", "9.0.0", "!-0", String(repeating: "9", count: 400),
  ])
  func whatIsNoQuarterIsRefused(_ text: String) {
    #expect(IIIFRotation(text) == nil)
  }

  @Test func theMirrorComesBeforeTheTurn() throws {
    for tag in ExifOrientation.allCases {
      let text = IIIFRotation(exif: tag).description
      var image = CornerRule.stored[Int(tag.rawValue) - 1]
      if text.hasPrefix("!") { image = CornerRule.leftRight(image) }
      let degrees = try #require(Int(text.drop { $0 == "!" }))
      #expect(CornerRule.clockwise(image, quarters: degrees / 90) == CornerRule.upright)
    }
  }
}

// SVG's transforms.

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
