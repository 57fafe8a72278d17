// Lines as printed, to the last digit.

import Testing
import Upright
import UprightTestTools

@testable import UprightBatch
@testable import UprightLabelJobs

@Suite struct MapOutputWriterTests {
  private func text(_ place: MapOutput, json: Bool) -> String {
    var writer = MapOutputWriter(json: json)
    writer.write(place)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private func text(_ number: Double) -> String { ShortestNumber.text(number) }

  @Test func everyPlaceIsOneLine() {
    let rect = MapOutput.rect(Rect2D(x: 1, y: -2.5, width: 1e300, height: 0))
    #expect(text(rect, json: false) == "1,-2.5,1e+300,0\n")
    #expect(text(rect, json: true) == "{\"x\":1,\"y\":-2.5,\"width\":1e+300,\"height\":0}\n")
    #expect(text(.point(Point2D(x: -0.0, y: 7)), json: false) == "0,7\n")
    #expect(text(.point(Point2D(x: -0.0, y: 7)), json: true) == "{\"x\":0,\"y\":7}\n")
    for json in [false, true] {
      #expect(text(.nothing, json: json) == "null\n")
      #expect(text(.blank, json: json) == "\n")
    }
  }

  @Test func wholeNumbersHaveNoPoint() {
    var random = SplitMix64(seed: 51)
    let edges = [
      0, 1, 9, 10, 99, 100, 999_999_999_999_999, 9_007_199_254_740_992, (1 << 54) - 2, 1 << 54, (1 << 54) + 4,
    ]
    let large = (0..<2_000).map { _ in Int(random.next() >> UInt64.random(in: 2...10, using: &random)) }
    let others = large + (0..<2_000).map { _ in Int(random.next() >> UInt64.random(in: 11...63, using: &random)) }
    for whole in edges + others {
      for number in [whole, -whole] {
        let printed = text(Double(number))
        #expect(Double(printed) == Double(number))
        #expect(!printed.hasSuffix(".0"))
        let shortest = Double(number).description
        if number.magnitude >= 1 << 54 { #expect(printed + (printed.contains("e") ? "" : ".0") == shortest) }
        if number.magnitude <= 9_007_199_254_740_992 { #expect(printed == String(number)) }
      }
    }
  }

  @Test func otherNumbersAreAsShortAsTheyReadBack() {
    var random = SplitMix64(seed: 52)
    for _ in 0..<20_000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite, value.rounded() != value else { continue }
      #expect(text(value) == value.description)
    }
    for _ in 0..<20_000 {
      let value = Double.random(in: -9_999...9_999, using: &random)
      #expect(text(value) == value.description)
      let short = (value * 1_000).rounded() / 1_000
      #expect(text(short) == (short == short.rounded() ? String(Int(short)) : short.description))
    }
  }

  @Test func clearingTakesTheLinesAway() {
    var writer = MapOutputWriter(json: true)
    writer.write(line: "one")
    writer.clear()
    writer.write(line: "two")
    #expect(writer.bytes == Array("two\n".utf8))
  }
}
