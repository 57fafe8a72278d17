// Bits in bytes: their order, the stuffing, the fill, and magnitudes read back by the standard's rule.

import Testing
import UprightFixtures
import UprightTestTools

@Suite struct EntropyBitsTests {
  /// The bits without stuffing.
  private static func bits(_ bytes: [UInt8]) -> [Int] {
    var result: [Int] = []
    var last: UInt8 = 0
    for byte in bytes {
      defer { last = byte }
      if last == 0xFF, byte == 0 { continue }
      result += (0..<8).map { Int(byte >> (7 - $0) & 1) }
    }
    return result
  }

  @Test func bitsComeBackInTheirOrder() {
    var random = SplitMix64(seed: 77)
    for _ in 0..<50 {
      var output = EntropyBits()
      var expected: [Int] = []
      for _ in 0..<Int.random(in: 1...60, using: &random) {
        let count = Int.random(in: 1...16, using: &random)
        let value = Int.random(in: 0..<1 << count, using: &random)
        output.put(value, count: count)
        expected += (0..<count).map { value >> (count - 1 - $0) & 1 }
      }
      output.flush()
      let found = Self.bits(output.bytes)
      #expect(found.prefix(expected.count) == expected[...])
      #expect(found.dropFirst(expected.count).allSatisfy { $0 == 1 } && found.count - expected.count < 8)
      for (one, next) in zip(output.bytes, output.bytes.dropFirst()) where one == 0xFF { #expect(next == 0) }
    }
  }

  @Test func categoriesAreTheStandards() {
    #expect(EntropyBits.category(0) == 0)
    for size in 1...15 {
      let (low, high) = (1 << (size - 1), (1 << size) - 1)
      for value in [low, high, -low, -high] { #expect(EntropyBits.category(value) == size, "\(value)") }
    }
  }

  @Test func magnitudesAreReadBack() {
    for value in -2_047...2_047 {
      var output = EntropyBits()
      output.put(magnitude: value)
      output.flush()
      let size = EntropyBits.category(value)
      let read = Self.bits(output.bytes).prefix(size).reduce(0) { $0 << 1 | $1 }
      let extended = size > 0 && read < 1 << (size - 1) ? read - (1 << size) + 1 : read
      #expect(extended == value)
    }
  }

  @Test func restartsFillTheByteAndCountToEight() {
    var output = EntropyBits()
    for number in 0..<10 {
      output.put(0, count: 3)
      output.restart(number: number)
    }
    #expect(output.bytes == (0..<10).flatMap { [0b0001_1111, 0xFF, 0xD0 + UInt8($0 % 8)] as [UInt8] })
    var whole = EntropyBits()
    whole.put(0xFF, count: 8)
    whole.flush()
    whole.flush()
    #expect(whole.bytes == [0xFF, 0])
  }
}
