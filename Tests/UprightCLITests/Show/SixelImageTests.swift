// Sixels: every pixel is painted once, in a color near its own, and flat areas stay flat on average.

import Testing
import Upright
import UprightFixtures

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightDrawing

@Suite struct SixelImageTests {
  @Test(arguments: [1, 5, 6, 7, 12, 13], [1, 2, 9])
  func everyPixelIsPaintedOnce(_ height: Int, _ width: Int) throws {
    let image = SixelImage(Canvas.noise(width: width, height: height))
    let screen = try #require(TerminalInterpreter.sixels(image.bytes))
    #expect((screen.width, screen.height) == (width, height))
    #expect(screen.pixels == image.places.map(Optional.some))
    for place in Set(image.places) {
      #expect(screen.palette[place] == SixelImage.color(place).map { ($0 * 100 + 127) / 255 })
    }
  }

  @Test func cornersHaveTheirColours() throws {
    var canvas = Canvas(size: PixelSize(width: 30, height: 20), color: Canvas.Color(0xFFFFFF))
    canvas.fill(PixelRect(x: 0, y: 0, width: 5, height: 5), with: Canvas.Color(0xFF0000))
    canvas.fill(PixelRect(x: 25, y: 15, width: 5, height: 5), with: Canvas.Color(0x0000FF))
    let screen = try #require(TerminalInterpreter.sixels(SixelImage(canvas).bytes))
    func color(_ x: Int, _ y: Int) -> [Int]? { screen.pixels[y * 30 + x].flatMap { screen.palette[$0] } }
    #expect(color(0, 0) == [100, 0, 0] && color(29, 19) == [0, 0, 100])
    #expect(color(29, 0) == [100, 100, 100] && color(0, 19) == [100, 100, 100])
  }

  @Test(arguments: [0x808080, 0x123456, 0xFEDCBA, 0x00FF7F])
  func aFlatColourIsMetOnAverage(_ value: Int) {
    let color = Canvas.Color(UInt32(value))
    let canvas = Canvas(size: PixelSize(width: 64, height: 64), color: color)
    let places = SixelImage(canvas).places
    for (channel, wanted) in [color.red, color.green, color.blue].enumerated() {
      let mean = places.map { SixelImage.color($0)[channel] }.reduce(0, +) / places.count
      #expect(abs(mean - Int(wanted)) <= 3)
    }
  }
}
