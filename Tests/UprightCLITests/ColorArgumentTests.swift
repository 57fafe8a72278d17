// Colors as typed.

import Testing
import Upright

@testable import UprightBatch
@testable import UprightCLI

@Suite struct ColorArgumentTests {
  @Test(
    arguments: [
      ("#000000", 0, 0, 0), ("#ffffff", 255, 255, 255), ("#FF8001", 255, 128, 1), ("102030", 16, 32, 48),
    ] as [(String, UInt8, UInt8, UInt8)])
  func sixDigitsAreAColor(text: String, red: UInt8, green: UInt8, blue: UInt8) {
    #expect(ColorArgument(argument: text)?.color == Rendition.Color(red: red, green: green, blue: blue))
  }

  @Test(arguments: ["", "#", "#fff", "#fffffff", "##ffffff", "red", "#gggggg", "#+12345", "#１２３４５６"])
  func anythingElseIsRefused(_ text: String) {
    #expect(ColorArgument(argument: text) == nil)
  }
}
