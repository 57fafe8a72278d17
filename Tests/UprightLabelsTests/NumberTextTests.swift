// How computed numbers are printed.

import Testing
import UprightTestTools

@testable import UprightLabels

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
