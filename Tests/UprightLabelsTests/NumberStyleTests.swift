// The style of numbers in files.

import Testing

@testable import UprightLabels

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
