// Telling one source from another by length and head.

import Testing
import UprightMetadata
import UprightTestTools

@Suite struct SourceFingerprintTests {
  private let bytes = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }

  @Test func knownDigests() throws {
    #expect(try SourceFingerprint(of: [UInt8]()).digest == 0xCBF2_9CE4_8422_2325)
    #expect(try SourceFingerprint(of: Array("a".utf8)).digest == 0xAF63_DC4C_8601_EC8C)
    #expect(try SourceFingerprint(of: Array("foobar".utf8)).digest == 0x8594_4171_F739_67E8)
  }

  @Test func everyByteOfTheHeadCounts() throws {
    let original = try SourceFingerprint(of: bytes)
    for place in [0, 1, 100, 4_094, 4_095] {
      var other = bytes
      other[place] ^= 1
      #expect(try SourceFingerprint(of: other) != original)
    }
    var later = bytes
    later[4_096] ^= 1
    #expect(try SourceFingerprint(of: later) == original)
    #expect(try SourceFingerprint(of: Array(bytes.dropLast())) != original)
  }

  @Test func onlyTheHeadIsRead() throws {
    let source = CountingSource(bytes)
    let fingerprint = try SourceFingerprint(of: source)
    #expect(source.furthest == 4_096)
    #expect(fingerprint == SourceFingerprint(head: bytes, byteCount: bytes.count))
  }
}
