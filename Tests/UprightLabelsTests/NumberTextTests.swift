// How computed numbers are printed.

import Testing
import UprightGeometry
@testable import UprightLabels
import UprightTestTools

@Suite("Printed numbers")
struct NumberTextTests {
  private func text(_ value: Double, tolerance: Double = 0) -> String {
    var bytes: [UInt8] = []
    NumberText.append(value, tolerance: tolerance, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(
    "What arithmetic in doubles blurs is printed as it was meant",
    arguments: [
      (100 - 64.7, "35.3"), (100 - 30.25, "69.75"), (0.1 + 0.2, "0.3"), (1.1 * 3, "3.3"), (30, "30"), (-0.0, "0"),
      (-12.5, "-12.5"),
      (4000 - 0.001, "3999.999"), (1e-11, "0"),
    ] as [(Double, String)])
  func meant(value: Double, expected: String) { #expect(text(value) == expected) }

  @Test(
    "The fewest decimals within the tolerance",
    arguments: [
      (30.0003, 0.001, "30"), (30.0003, 0.0001, "30.0003"), (119.9985, 0.002, "120"), (12.3456, 0.01, "12.35"),
      (0.4, 0.5, "0"),
    ] as [(Double, Double, String)])
  func tolerance(value: Double, tolerance: Double, expected: String) {
    #expect(text(value, tolerance: tolerance) == expected)
  }

  @Test("What is too large for decimals is printed as the standard library does")
  func large() {
    #expect(text(1e300) == "1e+300")
    #expect(text(1.2345678901234568e20) == "1.2345678901234568e+20")
    #expect(String(decoding: NumberText.exact(5), as: UTF8.self) == "5")
    #expect(String(decoding: NumberText.exact(0.1), as: UTF8.self) == "0.1")
  }

  @Test("A fixed number of decimals, all printed")
  func fixed() {
    #expect(NumberText.fixed(0.5, decimals: 6) == ExactDecimal(digits: 500_000, decimals: 6))
    #expect(NumberText.fixed(1e18, decimals: 6) == nil)
    #expect(NumberText.fixed(.nan, decimals: 6) == nil)
    #expect(NumberText.fixed(.infinity, decimals: 0) == nil)
  }

  @Test("A random decimal is found again from its double", arguments: 0..<10)
  func found(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    for _ in 0..<300 {
      let written = random.decimal(below: 5000, places: Int.random(in: 0...6, using: &random))
      let bytes = Array(written.utf8)
      let token = try #require(NumberToken(bytes, bytes.indices))
      #expect(NumberText.shortest(token.value, tolerance: 0) == token.exact?.trimmed())
    }
  }
}

// How computed boxes are printed.

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

// The style of numbers in files.

@Suite("Styles of numbers")
struct NumberStyleTests {
  private func found(_ numbers: String) -> NumberStyle {
    var evidence = NumberStyleEvidence()
    for number in numbers.split(separator: " ") {
      let bytes = Array(number.utf8)
      if let token = NumberToken(bytes, bytes.indices) { evidence.see(token) }
    }
    return evidence.style
  }

  @Test(
    "What gives a style away",
    arguments: [
      ("30.0 40.25 10.5 5.0", .pointed), ("30 40.25 10.5 5", .plain), ("30 40 10 5", .plain),
      ("30.00 40.25 10.50 5.00", .fixed(2)), ("30.25 40.75", .pointed), ("", .plain), ("30.0 40.0", .pointed),
      ("1.000 2.000", .fixed(3)), ("1.00 2.000", .pointed), ("30.0 40 10.5", .pointed), ("30 40.5 10.5", .plain),
    ] as [(String, NumberStyle)])
  func styles(numbers: String, expected: NumberStyle) { #expect(found(numbers) == expected) }

  @Test("Whole numbers in points give away what boxes do not, unless a box has a zero behind the point")
  func points() throws {
    for (box, expected) in [("30.5", NumberStyle.plain), ("30.0", .pointed)] {
      var evidence = NumberStyleEvidence()
      evidence.see(try #require(NumberToken(box)))
      evidence.see(try #require(NumberToken("7")), inBox: false)
      #expect(evidence.style == expected)
    }
  }

  @Test("Of a sum, the number with more places decides alone")
  func longer() {
    let (own, other, sum) = (
      ExactDecimal(digits: 3050, decimals: 2), ExactDecimal(digits: 5, decimals: 1),
      ExactDecimal(digits: 6900, decimals: 2)
    )
    for style in [NumberStyle.plain, .pointed, .fixed(2)] {
      #expect(style.decimals(of: sum, own: own, other: other) == sum)
    }
  }

  @Test("Else the style does")
  func shorter() {
    let (own, other, sum) = (
      ExactDecimal(digits: 30, decimals: 0), ExactDecimal(digits: 1025, decimals: 2),
      ExactDecimal(digits: 6000, decimals: 2)
    )
    #expect(NumberStyle.plain.decimals(of: sum, own: own, other: other) == ExactDecimal(60))
    #expect(NumberStyle.pointed.decimals(of: sum, own: own, other: other) == ExactDecimal(digits: 600, decimals: 1))
    #expect(NumberStyle.fixed(2).decimals(of: sum, own: own, other: other) == sum)
    let whole = ExactDecimal(60)
    #expect(NumberStyle.pointed.decimals(of: whole, own: own, other: own) == whole)
  }
}
