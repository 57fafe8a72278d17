// Sizes of results as typed.

import Testing
import Upright
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite(.inProcess) struct SizeParameterTests {
  @Test(
    arguments: [
      ("256", .box(PixelSize(width: 256, height: 256))), ("1x2", .box(PixelSize(width: 1, height: 2))),
      ("200x", .width(200)), ("x200", .height(200)), ("50%", .percent(50)), ("12.5%", .percent(12.5)),
      ("250%", .percent(250)),
    ] as [(String, SizeParameter)])
  func whatMakesSenseIsUnderstood(text: String, size: SizeParameter) {
    #expect(SizeParameter(text) == size)
    #expect(SizeParameter(size.description) == size)
  }

  @Test(arguments: [
    "", "x", "0", "0x5", "5x0", "0x", "x0", "-5", "1x2x3", "5xx", "5X5", "1.5", "+5", "5x+5", "99999999999999999999",
    "99999999999999999999x", "x99999999999999999999", "५", "%", "0%", "-5%", "1e2%", "1..5%", "nan%", "5%x", "50 %",
  ])
  func whatMakesNoneIsRefused(_ text: String) { #expect(SizeParameter(text) == nil) }

  /// The photos are displayed as 48 × 32, stored sideways for the tags 5 to 8.
  @Test(arguments: [
    ("50%", "24x16"), ("24x", "24x16"), ("x24", "36x24"), ("100%", "48x32"), ("900x", "48x32"), ("x900", "48x32"),
    ("1%", "1x1"), ("12.5%", "6x4"),
  ])
  func aThumbnailIsNeverEnlarged(size: String, result: String) throws {
    let album = try Album()
    for tag in 1...8 { try album.add("\(tag).jpg") }
    let answer = try album.run("thumb", size, ".", "-o", "small")
    #expect(answer.status == 0, "\(answer.complaints)")
    #expect(answer.text.split(separator: "\n").count == 8)
    #expect(answer.text.split(separator: "\n").allSatisfy { $0.contains(", \(result), tag 1") }, "\(answer.text)")
    #expect(try album.run("thumb", "101%", "1.jpg", "-o", "large.jpg").status == 64)
  }

  @Test(arguments: [("50%", "16x16"), ("64x", "64x64"), ("x8", "8x8"), ("200%", "64x64"), ("7x9", "7x9")])
  func aCropIsEnlargedIfAsked(size: String, result: String) throws {
    let album = try Album()
    for tag in 1...8 { try album.add("\(tag).jpg") }
    let answer = try album.run("crop", "square", "--size", size, ".", "-o", "part")
    #expect(answer.text.split(separator: "\n").count == 8)
    #expect(
      answer.text.split(separator: "\n").allSatisfy { $0.contains(", \(result), tag 1") },
      "\(answer.text) \(answer.complaints)")
  }
}
