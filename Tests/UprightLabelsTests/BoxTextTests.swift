// How computed boxes are printed.

import Testing
import UprightGeometry
import UprightTestTools

@testable import UprightLabels

@Suite("Printed boxes")
struct BoxTextTests {
  private func joined(_ texts: [[UInt8]]) -> String {
    texts.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
  }

  @Test("A box of whole pixels that went through six decimals comes back whole", arguments: 0..<20)
  func whole(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    for _ in 0..<100 {
      let (width, height) = (Int.random(in: 1...6000, using: &random), Int.random(in: 1...6000, using: &random))
      let box = Rect2D<Stored>(
        x: Double(Int.random(in: 0..<width, using: &random)), y: Double(Int.random(in: 0..<height, using: &random)),
        width: Double(Int.random(in: 1...width, using: &random)),
        height: Double(Int.random(in: 1...height, using: &random)))
      func six(_ value: Double, _ extent: Int) -> Double {
        (value / Double(extent) * 1e6).rounded() / 1e6 * Double(extent)
      }
      let (across, down) = (six(box.width, width), six(box.height, height))
      let read = Rect2D<Stored>(
        x: six(box.x + box.width / 2, width) - across / 2, y: six(box.y + box.height / 2, height) - down / 2,
        width: across,
        height: down)
      let precision = LabelPrecision<Stored>(across: 0.5e-6 * Double(width), down: 0.5e-6 * Double(height))
      let expected = [box.x, box.y, box.width, box.height].map { String(Int($0)) }.joined(separator: " ")
      #expect(joined(BoxText.corner(read, precision)) == expected)
      let edges = [box.x, box.y, box.maxX, box.maxY].map { String(Int($0)) }.joined(separator: " ")
      #expect(joined(BoxText.edges(read, precision)) == edges)
    }
  }

  @Test("What is printed leads back to the same six decimals", arguments: 0..<20)
  func sixDecimals(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    for _ in 0..<100 {
      let extent = Int.random(in: 1...9000, using: &random)
      let (middle, length) = (
        Int.random(in: 0...1_000_000, using: &random), Int.random(in: 0...1_000_000, using: &random)
      )
      let (center, size) = (Double(middle) / 1e6 * Double(extent), Double(length) / 1e6 * Double(extent))
      let printed = try #require(
        PrintedExtent(from: center - size / 2, length: size, tolerance: 0.5e-6 * Double(extent)))
      let again = (printed.low.value + printed.length.value / 2) / Double(extent)
      #expect(Int((again * 1e6).rounded()) == middle)
      #expect(Int((printed.length.value / Double(extent) * 1e6).rounded()) == length)
      #expect(printed.low.plus(printed.length)?.trimmed() == printed.high)
    }
  }

  @Test("Exact boxes keep their decimals")
  func exact() {
    let box = Rect2D<Stored>(x: 100 - 64.7, y: 0.25, width: 10.5, height: 3)
    #expect(joined(BoxText.corner(box, .exact)) == "35.3 0.25 10.5 3")
    #expect(joined(BoxText.edges(box, .exact)) == "35.3 0.25 45.8 3.25")
  }

  @Test("What decimals cannot hold is printed all the same")
  func huge() {
    #expect(joined(BoxText.corner(Rect2D<Stored>(x: 1e300, y: 0, width: 1, height: 1), .exact)).hasPrefix("1e+300 0"))
  }
}
