// Decimals that are longer than a word.

import Testing
import UprightTestTools

@testable import UprightLabels

@Suite("Long decimals")
struct LongDecimalTests {
  private func decimal(_ text: String) throws -> LongDecimal {
    let bytes = Array(text.utf8)
    let token = try #require(NumberToken(bytes, bytes.indices))
    return try #require(LongDecimal(token, in: bytes))
  }

  private func text(_ decimal: LongDecimal) -> String { Labels.text(decimal.text) }

  @Test(
    "Digits are kept as they stand, exponents written out",
    arguments: [
      ("0", "0"), ("-0.050", "-0.050"), ("00012.5", "12.5"), ("1e3", "1000"), ("1.25e-3", "0.00125"), ("-7E+1", "-70"),
      ("12345678901234567890.0987654321", "12345678901234567890.0987654321"), ("0.0", "0.0"), ("-0", "0"),
      ("0E4025", "0"), ("0.00e-99999", "0.00"),
    ])
  func parsing(source: String, wanted: String) throws {
    #expect(text(try decimal(source)) == wanted)
  }

  @Test("What is longer than any writer gives is refused", arguments: ["1e401", "1e-401", "1e99999999999999999999"])
  func tooLong(source: String) throws {
    let bytes = Array(source.utf8)
    let token = try #require(NumberToken(bytes, bytes.indices))
    #expect(LongDecimal(token, in: bytes) == nil)
  }

  @Test(
    "Sums and differences as on paper",
    arguments: [
      ("100", "0.5307262569832403", "100.5307262569832403", "99.4692737430167597"), ("1", "1", "2", "0"),
      ("0.05", "-10", "-9.95", "10.05"), ("-3", "-4.25", "-7.25", "1.25"), ("9.99", "0.01", "10.00", "9.98"),
      ("0.1", "100.0", "100.1", "-99.9"), ("-5", "2", "-3", "-7"),
      ("999999999999999999999", "1", "1000000000000000000000", "999999999999999999998"),
    ])
  func sums(one: String, two: String, sum: String, difference: String) throws {
    #expect(text(try decimal(one).plus(try decimal(two))) == sum)
    #expect(text(try decimal(one).minus(try decimal(two))) == difference)
  }

  @Test("Sums are those of whole numbers", arguments: 0..<3)
  func randomSums(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    for _ in 0..<300 {
      let (one, two) = (Int.random(in: -100_000...100_000, using: &random), Int.random(in: -999...999, using: &random))
      #expect(text(LongDecimal(one).plus(LongDecimal(two))) == String(one + two))
      #expect(text(LongDecimal(one).minus(LongDecimal(two))) == String(one - two))
    }
  }

  @Test(
    "Scaling is exact where it can be, and else has more digits than any writer gives",
    arguments: [
      ("10", 100, 40, "25"), ("25", 40, 100, "10"), ("10", 1, 4, "2.5"), ("2.50", 4, 1, "10.00"), ("0", 3, 7, "0"),
      ("1", 1, 3, "0.33333333333333333333"), ("200", 1, 3, "66.666666666666666667"),
      ("-1", 2, 3, "-0.66666666666666666667"),
      ("0.001", 1, 3, "0.00033333333333333333333"), ("0.33333333333333333333", 3, 1, "1"),
      ("66.666666666666666667", 3, 1, "200"),
    ])
  func scaling(source: String, factor: Int, divisor: Int, wanted: String) throws {
    #expect(text(try decimal(source).scaled(by: factor, over: divisor)) == wanted)
  }

  @Test("There and back are the same digits, for numbers as doubles are printed and any sizes", arguments: 0..<4)
  func thereAndBack(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    for _ in 0..<500 {
      let (width, height) = (Int.random(in: 1...20_000, using: &random), Int.random(in: 1...20_000, using: &random))
      let number = Double.random(in: 0..<100, using: &random) / (Bool.random(using: &random) ? 1 : 1000)
      let source = NumberStyle.plain.written(try decimal(String(number)))
      let there = source.scaled(by: width, over: height)
      let value = try #require(Double(text(there)))
      #expect(abs(value - number * Double(width) / Double(height)) <= 1e-9 * value)
      #expect(
        text(NumberStyle.plain.written(there.scaled(by: height, over: width))) == text(source), "\(width) \(height)")
    }
  }

  @Test("Zeros at the end go or come as far as asked")
  func zeros() throws {
    #expect(text(try decimal("10.500").trimmed()) == "10.5")
    #expect(text(try decimal("10.000").trimmed()) == "10")
    #expect(text(try decimal("10.000").trimmed(toPlaces: 2)) == "10.00")
    #expect(text(try decimal("10").padded(toPlaces: 2)) == "10.00")
    #expect(text(try decimal("10.125").padded(toPlaces: 2)) == "10.125")
    #expect(try decimal("0.00").isZero && !(try decimal("0.01").isZero))
    #expect(try decimal("0.0120").significantCount == 3)
    #expect(try decimal("-0.0").isNegative == false)
  }

  @Test("A negative number keeps its sign when it is scaled, and comes back", arguments: ["-5", "-0.1", "-12.375"])
  func negative(source: String) throws {
    for (factor, divisor) in [(5, 2), (3, 7), (7, 3)] {
      let there = try decimal(source).scaled(by: factor, over: divisor)
      #expect(there.isNegative && !there.isZero)
      let back = there.scaled(by: divisor, over: factor)
      #expect(text(NumberStyle.plain.written(back)) == source, "\(factor) over \(divisor)")
    }
    #expect(try !decimal("-0.0").scaled(by: 3, over: 7).isNegative)
  }

  @Test("Thousands of digits are kept, and more are not")
  func many() throws {
    let source = "0." + String(repeating: "9", count: 3_000)
    let rest = LongDecimal(1).minus(try decimal(source))
    #expect(text(rest) == "0." + String(repeating: "0", count: 2_999) + "1")
    #expect(text(LongDecimal(1).minus(rest)) == source)
    let bytes = Array(("0." + String(repeating: "9", count: 4_000)).utf8)
    let longest = try #require(NumberToken(bytes, bytes.indices))
    #expect(LongDecimal(longest, in: bytes) == nil)
  }
}
