// Half blocks: every pixel can be read back from the output.

import Testing
import Upright
import UprightFixtures
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightDrawing

@Suite struct BlockImageTests {
  @Test(arguments: [1, 2, 3, 4, 5], [1, 2, 5])
  func everyPixelIsThere(_ height: Int, _ width: Int) throws {
    let image = Canvas.noise(width: width, height: height)
    let rows = try #require(TerminalInterpreter.blocks(BlockImage(image, isTrueColor: true).bytes))
    #expect(rows.count == height && rows.allSatisfy { $0.count == width })
    for y in 0..<height {
      for x in 0..<width {
        let color = image.color(x: x, y: y)
        #expect(rows[y][x] == [color.red, color.green, color.blue])
      }
    }
  }

  /// xterm's palette, written independently: the nearest of its 240 colors, by the sum of differences, is used.
  @Test func theNearestOfXtermsColoursIsTaken() {
    let steps = [0, 95, 135, 175, 215, 255]
    var palette: [Int: [Int]] = [:]
    for red in 0..<6 {
      for green in 0..<6 {
        for blue in 0..<6 { palette[16 + 36 * red + 6 * green + blue] = [steps[red], steps[green], steps[blue]] }
      }
    }
    for gray in 0..<24 { palette[232 + gray] = [8 + 10 * gray, 8 + 10 * gray, 8 + 10 * gray] }
    for value in stride(from: 0, to: 1 << 24, by: 4_093) {
      let color = Canvas.Color(UInt32(value))
      let parts = [Int(color.red), Int(color.green), Int(color.blue)]
      func distance(_ place: Int) -> Int { zip(palette[place] ?? [], parts).map { abs($0 - $1) }.reduce(0, +) }
      let best = palette.keys.map(distance).min() ?? 0
      #expect(distance(BlockImage.index(color)) == best, "\(parts)")
    }
    #expect(BlockImage.index(Canvas.Color(0xFF0000)) == 196 && BlockImage.index(Canvas.Color(0)) == 16)
  }
}

extension Canvas {
  /// An image whose colors all differ.
  static func noise(width: Int, height: Int) -> Canvas {
    var (canvas, random) = (
      Canvas(size: PixelSize(width: width, height: height), color: Color(0)), SplitMix64(seed: UInt64(width + height))
    )
    for y in 0..<height {
      for x in 0..<width {
        canvas.fill(PixelRect<Output>(x: x, y: y, width: 1, height: 1), with: Color(UInt32(random.next() & 0xFFFFFF)))
      }
    }
    return canvas
  }
}
