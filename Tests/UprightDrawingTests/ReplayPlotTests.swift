// The drawing of a replay: bands and curves where the numbers put them, and nothing outside for any numbers.

import Testing
import Upright
import UprightCamera

@testable import UprightBatch
@testable import UprightDrawing

@Suite struct ReplayPlotTests {
  private func canvas(_ samples: [GravitySample]) -> Canvas {
    ReplayPlot(replay: GravityReplay(samples, through: .nearest), title: "nearest").drawn()
  }

  private func pixel(_ canvas: Canvas, _ x: Int, _ y: Int) -> [UInt8] {
    let start = (y * canvas.size.width + x) * 3
    return Array(canvas.bytes[start..<start + 3])
  }

  // Upright for a second, then a quarter clockwise for another: the middle of the time is the middle of the columns
  // 84…1176.
  @Test func bandsAndCurvesAreWhereTheTimesSay() {
    let samples = (0...200).map { index in
      GravitySample(x: index < 100 ? 0 : 1, y: index < 100 ? -1 : 0, z: 0, time: .milliseconds(10 * index))
    }
    let canvas = canvas(samples)
    #expect(pixel(canvas, 500, 585) == [0x1D, 0x5F, 0xA6])
    #expect(pixel(canvas, 700, 585) == [0x2C, 0x7A, 0x3F])
    #expect(pixel(canvas, 628, 585) == [0x1D, 0x5F, 0xA6] && pixel(canvas, 633, 585) == [0x2C, 0x7A, 0x3F])
    #expect(pixel(canvas, 500, 200) == [0xE3, 0xEC, 0xF6])
    // The panel of angles has 315 at its row 84 and -45 at its row 323; that of tilts 90 at 376 and -90 at 555.
    let dark: [UInt8] = [0x22, 0x22, 0x1F]
    #expect(pixel(canvas, 500, 293) == dark && pixel(canvas, 700, 233) == dark)
    #expect(pixel(canvas, 500, 466) == dark && pixel(canvas, 700, 466) == dark)
    #expect(pixel(canvas, 500, 233) != dark)
  }

  // From 300 over 315 to 330: the curve leaves at the top and returns at the bottom, and no line crosses. A level
  // screen's angle is pale.
  @Test func anAngleThatComesBackIsNotJoined() {
    func sample(_ x: Double, _ y: Double, _ z: Double, _ index: Int) -> GravitySample {
      GravitySample(x: x, y: y, z: z, time: .milliseconds(10 * index))
    }
    let high = 0.75.squareRoot()
    let turned = canvas((0...100).map { $0 < 50 ? sample(-high, -0.5, 0, $0) : sample(-0.5, -high, 0, $0) })
    let dark: [UInt8] = [0x22, 0x22, 0x1F]
    let column = 84..<1176
    #expect(column.contains { pixel(turned, $0, 94) == dark } && column.contains { pixel(turned, $0, 313) == dark })
    #expect(!column.contains { pixel(turned, $0, 200) == dark })
    let level = canvas((0...100).map { sample(0.01, 0, -1, $0) })
    #expect(pixel(level, 500, 233) == [0xA8, 0xA8, 0xA4])
  }

  @Test func aMarkEveryRoundNumberOfMilliseconds() {
    for (length, step) in [
      (0, 1), (5, 1), (6, 2), (11, 2), (12, 5), (29, 5), (30, 10), (10_600, 2_000), (60_000, 20_000),
    ] {
      #expect(ReplayPlot.step(of: length) == step, "\(length)")
    }
    for length in [1, 999, 1_234_567, Int(2e14)] {
      let step = ReplayPlot.step(of: length)
      #expect(length / step < 6 && (step == 1 || length / step >= 2))
    }
  }

  @Test func noSampleStopsIt() {
    let numbers = [0, -1, 1, 1e300, -1e300, 1e-300]
    var samples: [GravitySample] = []
    for x in numbers {
      for y in numbers {
        for z in numbers {
          samples.append(
            GravitySample(x: x, y: y, z: z, time: .seconds(-100_000_000_000 + 900_000_000 * samples.count)))
        }
      }
    }
    #expect(canvas(samples).size.width == 1200)
    #expect(canvas([samples[0]]).size.height == 700)
    #expect(canvas([]).size.height == 700)
  }
}
