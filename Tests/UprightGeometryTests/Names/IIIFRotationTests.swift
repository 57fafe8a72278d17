// IIIF's rotation, printed and read.

import Testing
import UprightGeometry
import UprightTestTools

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
