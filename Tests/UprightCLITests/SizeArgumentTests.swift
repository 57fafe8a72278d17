// Sizes as typed.

import Testing
import Upright

@testable import UprightBatch
@testable import UprightCLI

@Suite struct SizeArgumentTests {
  @Test(arguments: [("256", 256, 256), ("1x2", 1, 2), ("320x240", 320, 240)])
  func whatMakesSenseIsUnderstood(text: String, width: Int, height: Int) {
    #expect(SizeArgument<Output>(argument: text)?.size.width == width)
    #expect(SizeArgument<Output>(argument: text)?.size.height == height)
  }

  @Test(arguments: [
    "", "x", "0", "0x5", "5x0", "-5", "5x", "x5", "1x2x3", "5X5", "1.5", "+5", "5x+5", "99999999999999999999", "५",
  ])
  func whatMakesNoneIsRefused(_ text: String) {
    #expect(SizeArgument<Output>(argument: text) == nil)
  }
}
