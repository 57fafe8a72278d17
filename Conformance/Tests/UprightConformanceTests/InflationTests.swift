// Compressed text is read as Python's zlib wrote it, and damage ends in nothing (RFC 1950; RFC 1951).

import Foundation
import Testing
import UprightFixtures

@testable import UprightConformance

@Suite struct InflationTests {
  /// Compresses lines in the three kinds of blocks, and answers in hexadecimal digits.
  @Test(
    .enabled(if: OutsideTool.python3.isInstalled, "needs python3"),
    arguments: [
      "0, zlib.Z_DEFAULT_STRATEGY", "9, zlib.Z_DEFAULT_STRATEGY", "9, zlib.Z_FIXED", "9, zlib.Z_HUFFMAN_ONLY",
    ]
  )
  func everyKindOfBlockIsUnpacked(_ settings: String) throws {
    let script = """
      import sys, zlib
      data = b"".join(b"%d %s\\n" % (i * i * 7919 % 104729, b"ab" * (i % 200)) for i in range(900))
      level, strategy = \(settings)
      coder = zlib.compressobj(level, zlib.DEFLATED, 15, 8, strategy)
      print(data.hex(), (coder.compress(data) + coder.flush()).hex())
      """
    let words = try OutsideTool.python3.run(["-c", script]).text.split(separator: " ")
    try #require(words.count == 2)
    let (plain, packed) = (HexDigits.bytes(words[0].utf8), HexDigits.bytes(words[1].utf8))
    #expect(plain.count > 50_000)
    #expect(Inflation.bytes(of: packed, atMost: plain.count) == plain)
    #expect(Inflation.bytes(of: packed, atMost: plain.count - 1) == nil)
    for count in 0..<100 { #expect(Inflation.bytes(of: Array(packed.prefix(count)), atMost: 1 << 20) == nil) }
  }

  @Test func damageEndsInNoTrap() {
    let packed = TinyPNG.zlib(Array("upright".utf8))
    #expect(Inflation.bytes(of: packed, atMost: 7) == Array("upright".utf8))
    for index in packed.indices {
      for bit in 0..<8 {
        var damaged = packed
        damaged[index] ^= 1 << bit
        #expect((Inflation.bytes(of: damaged, atMost: 1 << 16) ?? []).count <= 1 << 16)
      }
    }
  }
}
