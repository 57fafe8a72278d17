// Numbers as in files.

import Testing
import UprightTestTools

@testable import UprightLabels

@Suite("Numbers in files")
struct NumberTokenTests {
  private func read(_ text: String, strictly: Bool = false) -> NumberToken? {
    let bytes = Array(text.utf8)
    return NumberToken(bytes, bytes.indices, strictly: strictly)
  }

  @Test(
    "Values and exact decimals",
    arguments: [
      ("0", 0.0, 0, 0), ("-0", -0.0, 0, 0), ("30", 30, 30, 0), ("30.0", 30, 300, 1), ("30.25", 30.25, 3025, 2),
      ("-0.05", -0.05, -5, 2), ("0.500000", 0.5, 500_000, 6), ("1e2", 100, 100, 0), ("1.5e1", 15, 15, 0),
      ("1.25e1", 12.5, 125, 1), ("25E-3", 0.025, 25, 3), ("1e+2", 100, 100, 0),
      ("123456789012345677", 123456789012345680, 123456789012345677, 0),
      ("123.45678901234567", 123.45678901234567, 12345678901234567, 14),
    ] as [(String, Double, Int, Int)])
  func values(text: String, value: Double, digits: Int, places: Int) throws {
    for strictly in [true, false] {
      let token = try #require(read(text, strictly: strictly))
      #expect(token.value == value)
      #expect(token.exact == ExactDecimal(digits: digits, decimals: places))
      #expect(token.range == 0..<text.utf8.count)
    }
  }

  @Test("What Python's float takes and JSON does not", arguments: ["+5", ".5", "-.5", "007", "00.5", "5."])
  func lenient(text: String) throws {
    #expect(read(text, strictly: true) == nil)
    #expect(try #require(read(text)).value == (Double(text.hasSuffix(".") ? text + "0" : text) ?? .nan))
  }

  @Test(
    "What is no number",
    arguments: [
      "", "-", "+", ".", "-.", "e5", "1e", "1e+", "1e-", "nan", "NaN", "inf", "-inf", "0x10", "1_000", "1,5", "5 ",
      " 5", "--5",
      "1.2.3", "1e5e5", "1e5.5", "٣", "½",
    ])
  func none(text: String) {
    #expect(read(text) == nil)
    #expect(read(text, strictly: true) == nil)
  }

  @Test("Numbers beyond 18 digits have a value and no exact decimal")
  func long() throws {
    for text in [
      "1234567890123456789", "0.1234567890123456789", "1e308", "1e-308", "0.0000000000000000001", "1e19",
      "12345678901e12",
    ] {
      let token = try #require(read(text, strictly: true))
      #expect(token.exact == nil, "\(text)")
      #expect(token.value == Double(text))
    }
  }

  @Test("Zeros in front do not count as digits")
  func zeros() throws {
    #expect(try #require(read("0.00000000000000012")).exact == ExactDecimal(digits: 12, decimals: 17))
    #expect(try #require(read("000000000000000000000001")).exact == ExactDecimal(digits: 1, decimals: 0))
  }

  @Test(
    "Beyond all doubles a number is infinite, and no place",
    arguments: ["1e400", "-1e400", "1e99999999999999999999", "1e308", "1000000001"])
  func tooLarge(text: String) throws {
    #expect(try #require(read(text, strictly: true)).isPlace == false)
  }

  @Test("10⁹ is still a place")
  func largest() throws { #expect(try #require(read("1000000000")).isPlace) }

  @Test("Half a unit of the last digit")
  func halfUnits() throws {
    #expect(try #require(read("0.500000")).halfUnit == 0.5e-6)
    #expect(try #require(read("7")).halfUnit == 0.5)
  }

  @Test("The value is the one that the standard library finds", arguments: 0..<20)
  func nearest(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    for _ in 0..<500 {
      let text = random.decimal(
        below: 1 << Int.random(in: 0...40, using: &random), places: Int.random(in: 0...9, using: &random))
      #expect(try #require(read(text, strictly: true)).value == Double(text))
    }
  }

  @Test("A number ends where it ends")
  func ends() throws {
    let bytes = Array("12.5,7".utf8)
    var at = 0
    let token = try #require(NumberToken(bytes.span, at: &at, end: bytes.count, strictly: true))
    #expect(at == 4 && token.value == 12.5)
    at = 3
    #expect(try #require(NumberToken(bytes.span, at: &at, end: 4, strictly: true)).value == 5)
  }
}
