// Drawing: the right pixels and no others.

import Testing
import Upright

@testable import UprightBatch
@testable import UprightDrawing

@Suite struct CanvasTests {
  private let white = Canvas.Color(0xFFFFFF)
  private let ink = Canvas.Color(0x102030)

  private func canvas(_ width: Int = 30, _ height: Int = 20) -> Canvas {
    Canvas(size: PixelSize(width: width, height: height), color: white)
  }

  /// Where the canvas is not white.
  private func marks(_ canvas: Canvas) -> Set<[Int]> {
    var marks: Set<[Int]> = []
    for y in 0..<canvas.size.height {
      for x in 0..<canvas.size.width {
        let at = (y * canvas.size.width + x) * 3
        if canvas.bytes[at..<at + 3] != [255, 255, 255] { marks.insert([x, y]) }
      }
    }
    return marks
  }

  @Test func fillingFillsItsAreaAndIsClipped() {
    var canvas = canvas()
    canvas.fill(PixelRect(x: 28, y: -1, width: 5, height: 3), with: ink)
    #expect(marks(canvas) == [[28, 0], [29, 0], [28, 1], [29, 1]])
    #expect(Array(canvas.bytes[28 * 3..<28 * 3 + 3]) == [0x10, 0x20, 0x30])
    canvas.fill(PixelRect(x: 100, y: 100, width: 5, height: 5), with: ink)
    #expect(marks(canvas).count == 4)
  }

  @Test func aFrameIsOnePixelWide() {
    var canvas = canvas()
    canvas.frame(PixelRect(x: 2, y: 3, width: 6, height: 5), with: ink)
    #expect(marks(canvas).count == 2 * 6 + 2 * 3)
    for corner in [[2, 3], [7, 3], [2, 7], [7, 7]] { #expect(marks(canvas).contains(corner)) }
    #expect(!marks(canvas).contains([3, 4]))
  }

  @Test func anImageLandsAtItsCornerAndIsClipped() throws {
    let image = try #require(
      Canvas(size: PixelSize(width: 2, height: 2), bytes: [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]))
    var canvas = canvas(4, 4)
    canvas.draw(image, x: -1, y: 3)
    #expect(marks(canvas) == [[0, 3]])
    #expect(canvas.bytes[3 * 12] == 2)
    canvas.draw(image, x: 1, y: 0)
    #expect(canvas.bytes[3] == 1 && canvas.bytes[6] == 2 && canvas.bytes[15] == 3 && canvas.bytes[18] == 4)
    #expect(Canvas(size: PixelSize(width: 2, height: 2), bytes: [1]) == nil)
  }

  @Test func lettersStandWhereTheyAreWritten() {
    var canvas = canvas()
    canvas.write("L", x: 4, y: 2, color: ink)
    let marks = marks(canvas)
    #expect(marks.contains([4, 2]) && marks.contains([5, 15]) && marks.contains([13, 15]))
    #expect(!marks.contains([13, 2]) && !marks.contains([3, 2]) && !marks.contains([14, 15]))
    #expect(marks.count == 11 * 4)
  }

  @Test(arguments: [
    ("photo.jpg", 200, "photo.jpg"), ("photograph.jpg", 82, "pho…jpg"), ("abcdef", 24, "ab"), ("abc", 0, ""),
  ])
  func longNamesLoseTheirMiddle(text: String, width: Int, expected: String) {
    let shown = Canvas.shortened(text, to: width)
    #expect(shown == expected)
    #expect(shown.count * Canvas.advance - Canvas.dot <= max(width, 0) || shown.isEmpty)
  }
}
