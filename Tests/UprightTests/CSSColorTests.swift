// Colors as CSS writes them.

import Testing
import Upright

@Suite struct CSSColorTests {
  @Test(
    arguments: [
      ("#000000", 0, 0, 0, 255), ("#ffffff", 255, 255, 255, 255), ("#FF8001", 255, 128, 1, 255),
      ("102030", 16, 32, 48, 255), ("#fff", 255, 255, 255, 255), ("#1a2", 17, 170, 34, 255),
      ("abc", 170, 187, 204, 255),
      ("#1a28", 17, 170, 34, 136), ("#10203040", 16, 32, 48, 64), ("#10203000", 16, 32, 48, 0),
      ("white", 255, 255, 255, 255), ("Black", 0, 0, 0, 255), ("RebeccaPurple", 102, 51, 153, 255),
      ("aliceblue", 240, 248, 255, 255), ("yellowgreen", 154, 205, 50, 255), ("grey", 128, 128, 128, 255),
      ("gray", 128, 128, 128, 255), ("tan", 210, 180, 140, 255), ("transparent", 0, 0, 0, 0),
    ] as [(String, UInt8, UInt8, UInt8, UInt8)])
  func aTextStatesAColor(text: String, red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) throws {
    let color = try #require(Rendition.Color(css: text))
    #expect(color == Rendition.Color(red: red, green: green, blue: blue, alpha: alpha))
    #expect(Rendition.Color(css: color.css) == color)
  }

  @Test(arguments: [
    "", "#", "#f", "#ff", "#fffff", "#fffffff", "#fffffffff", "##ffffff", "#gggggg", "#+12345", "#１２３４５６", "#red",
    "reddish", "f0f8ff aliceblue", "000000 white", " red", "red ", "rgb(0,0,0)", "currentcolor",
  ])
  func anyOtherTextDoesNot(_ text: String) { #expect(Rendition.Color(css: text) == nil) }

  @Test func opaqueColorsHaveSixDigits() {
    #expect(Rendition.Color(red: 1, green: 2, blue: 3).css == "#010203")
    #expect(Rendition.Color(red: 1, green: 2, blue: 3, alpha: 4).css == "#01020304")
  }
}
