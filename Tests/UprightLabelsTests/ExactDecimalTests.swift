// Decimals without rounding.

import Testing
import UprightTestTools

@testable import UprightLabels

@Suite("Exact decimals")
struct ExactDecimalTests {
  private func decimal(_ text: String) throws -> ExactDecimal {
    let bytes = Array(text.utf8)
    return try #require(NumberToken(bytes, bytes.indices)?.exact)
  }

  private func text(_ decimal: ExactDecimal?) -> String? { decimal.map { String(decoding: $0.text, as: UTF8.self) } }

  @Test(
    "Sums and differences as on paper",
    arguments: [
      ("100", "30.25", "69.75"), ("1", "0.512345", "0.487655"), ("100", "64.7", "35.3"), ("1", "1.0", "0.0"),
      ("0.1", "0.3", "-0.2"), ("4000", "123.45678901234567", "3876.54321098765433"), ("10", "-5", "15"),
      ("640", "640.000", "0.000"), ("0", "0.05", "-0.05"),
    ])
  func differences(one: String, two: String, expected: String) throws {
    #expect(text(try decimal(one).minus(decimal(two))) == expected)
    #expect(try decimal(expected).plus(decimal(two))?.trimmed() == decimal(one).trimmed())
  }

  @Test("What does not fit is nothing, not something wrong")
  func overflow() throws {
    let most = ExactDecimal(Int.max)
    #expect(most.plus(ExactDecimal(1)) == nil)
    #expect(most.scaled(to: 1) == nil)
    #expect(most.minus(try decimal("0.1")) == nil)
    #expect(ExactDecimal(digits: 12, tens: 18) == nil)
    #expect(ExactDecimal(digits: 1, tens: 19) == nil)
    #expect(ExactDecimal(digits: 5, tens: 3) == ExactDecimal(5000))
    #expect(try decimal("0.25").scaled(to: 1) == nil)
  }

  @Test(
    arguments: [
      (0, 0, "0"), (5, 0, "5"), (-5, 0, "-5"), (5, 1, "0.5"), (-5, 2, "-0.05"), (0, 3, "0.000"), (123, 2, "1.23"),
      (100, 2, "1.00"), (Int.max, 18, "9.223372036854775807"), (Int.min, 0, "-9223372036854775808"),
      (1, 18, "0.000000000000000001"),
    ])
  func digits(digits: Int, places: Int, expected: String) {
    #expect(text(ExactDecimal(digits: digits, decimals: places)) == expected)
  }

  @Test("Zeros go, down to a number of places")
  func trimmed() {
    #expect(text(ExactDecimal(digits: 3000, decimals: 2).trimmed()) == "30")
    #expect(text(ExactDecimal(digits: 3000, decimals: 2).trimmed(toPlaces: 1)) == "30.0")
    #expect(text(ExactDecimal(digits: 3050, decimals: 2).trimmed(toPlaces: 1)) == "30.5")
    #expect(text(ExactDecimal(digits: 30, decimals: 0).trimmed(toPlaces: 1)) == "30.0")
    #expect(text(ExactDecimal(digits: 0, decimals: 4).trimmed()) == "0")
  }

  @Test func order() throws {
    #expect(try decimal("0.3").isLess(than: decimal("0.30001")))
    #expect(try !decimal("0.30").isLess(than: decimal("0.3")))
    #expect(ExactDecimal(Int.min + 1).isLess(than: ExactDecimal(Int.max)))
  }

  @Test("Text and back is the same decimal", arguments: 0..<10)
  func thereAndBack(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    for _ in 0..<300 {
      let places = Int.random(in: 0...17, using: &random)
      let digits =
        Int.random(in: -999_999_999_999_999_999...999_999_999_999_999_999, using: &random)
        >> Int.random(in: 0...40, using: &random)
      let one = ExactDecimal(digits: digits, decimals: places)
      #expect(try decimal(#require(text(one))) == one)
    }
  }

  @Test("Powers that are not there are held")
  func powers() {
    #expect(ExactDecimal.power(of: 22) == 1e22)
    #expect(ExactDecimal.power(of: 99) == 1e22)
    #expect(ExactDecimal.power(of: -1) == 1)
  }
}
