// The checksum of PNG's chunks, compared with known ones and with a bit-by-bit computation.

import Testing
import UprightFixtures
import UprightTestTools

@testable import UprightMetadata

@Suite struct CRC32Tests {
  @Test func knownChecksums() {
    #expect(CRC32.of([]) == 0)
    #expect(CRC32.of(Array("123456789".utf8)) == 0xCBF4_3926, "the check value of ISO 3309")
    #expect(CRC32.of(Array("IEND".utf8)) == 0xAE42_6082)
  }

  @Test func theTableSaysWhatTheBitsSay() {
    var random = SplitMix64(seed: 32)
    for count in 0..<100 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      let field = TinyPNG.Chunk("tEXt", bytes).bytes.suffix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      #expect(CRC32.of(Array("tEXt".utf8) + bytes) == field)
    }
  }
}
