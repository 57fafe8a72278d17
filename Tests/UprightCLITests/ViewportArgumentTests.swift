// Views and numbers as typed.

import Testing
import Upright

@testable import UprightBatch
@testable import UprightCLI

@Suite struct ViewportArgumentTests {
  @Test(arguments: [
    ("390x844", [0.0, 0, 390, 844]), ("1x0.5", [0, 0, 1, 0.5]), ("-10,20.5,390,1e3", [-10, 20.5, 390, 1000]),
  ])
  func whatMakesSenseIsUnderstood(text: String, numbers: [Double]) throws {
    let bounds = try #require(ViewportArgument(argument: text)).bounds
    #expect([bounds.x, bounds.y, bounds.width, bounds.height] == numbers)
  }

  @Test(arguments: [
    "", "x", "390", "390x", "x844", "0x5", "5x0", "-5x5", "5x-5", "1x2x3", "5X5", "1,2,3", "1,2,3,4,5", "1,2,3,-4",
    "1,2,0,4", "nanx5", "infx5", "1e999x5", "5 x 5a", "1,2x3,4", "0x5x5",
  ])
  func whatMakesNoneIsRefused(_ text: String) {
    #expect(ViewportArgument(argument: text) == nil)
  }

  @Test func numbersAreThoseOfLines() {
    #expect(DecimalArgument(argument: "2.5")?.value == 2.5)
    #expect(DecimalArgument(argument: "-1e3")?.value == -1_000)
    for text in ["", "x", "1,2", "1x", "nan", "inf", "1e999", "0x10", "1\n2"] {
      #expect(DecimalArgument(argument: text) == nil, "\(text)")
    }
  }
}
