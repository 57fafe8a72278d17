// SVG as another XML parser reads it.

import Testing
import Upright

@testable import UprightDrawing

@Suite struct SVGDrawingTests {
  private func drawing(_ title: String = "title", _ description: String = "") -> SVGDrawing {
    SVGDrawing(size: PixelSize(width: 20, height: 10), title: title, description: description)
  }

  @Test(arguments: [
    "<b>&\"x'</b>", "]]>", "&#0;", "<!--", "é 日本 😀", "\u{FFFD}", "a  b", "",
  ])
  func textComesBackAsItWas(_ text: String) throws {
    var drawing = drawing(text, text)
    drawing.write(text, x: 1, baseline: 2, color: .ink)
    let parsed = try ParsedSVG(drawing.text)
    #expect(parsed.elements.map(\.name) == ["svg", "title", "desc", "text"])
    #expect(parsed.elements.dropFirst().allSatisfy { $0.text == text })
  }

  // XML has no way to write these: not even as references.
  @Test func charactersThatXMLForbidsAreReplaced() throws {
    let parsed = try ParsedSVG(drawing("\u{0}\u{1B}\u{FFFE}\u{FFFF}\n").text)
    #expect(parsed.named("title").map(\.text) == [#"\x00\x1B"# + "\u{FFFD}\u{FFFD}" + #"\n"#])
  }

  @Test func numbersHaveTwoDecimals() throws {
    var drawing = drawing()
    drawing.draw([[(x: 1, y: -0.004), (x: 1.005, y: -0.5), (x: 1234.567, y: 0.06)], [(x: 2, y: 3)]], in: .ink)
    drawing.draw([], in: .ink)
    let paths = try ParsedSVG(drawing.text).named("path")
    #expect(paths.map { $0["d"] } == ["M1.00 0.00L1.00 -0.50L1234.57 0.06 M2.00 3.00L2.00 3.00"])
  }

  @Test func aFrameIsInsideItsRectangle() throws {
    var drawing = drawing()
    drawing.frame(PixelRect(x: 2, y: 3, width: 10, height: 5), with: Canvas.Color(0x00_0A_FF))
    let frame = try #require(try ParsedSVG(drawing.text).named("rect").first)
    #expect(frame.edges == [2.5, 3.5, 11.5, 7.5])
    #expect(frame["stroke"] == "#000aff" && frame["fill"] == "none")
  }
}
