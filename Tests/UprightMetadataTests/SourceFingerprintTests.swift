// Distinguishing sources by length, first bytes and header.

import Testing
import UprightFixtures
import UprightGeometry
import UprightMetadata
import UprightTestTools

@Suite struct SourceFingerprintTests {
  private let bytes = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }

  private func fingerprint(_ head: [UInt8], count: Int? = nil, facts: [Int] = []) -> SourceFingerprint {
    SourceFingerprint(head: head, byteCount: count ?? head.count, facts: facts)
  }

  @Test func knownDigests() {
    #expect(fingerprint([]).digest == 0xCBF2_9CE4_8422_2325)
    #expect(fingerprint(Array("a".utf8)).digest == 0xAF63_DC4C_2962_30C0)
    #expect(fingerprint(Array("foobar".utf8)).digest == 0xA267_3FE2_6393_14E6)
    #expect(fingerprint(Array("orientation 6".utf8)).digest == 0xF3C1_65F3_946B_F17F)
  }

  @Test func everyByteOfTheHeadCounts() {
    let original = fingerprint(bytes)
    for place in [0, 1, 100, 4_094, 4_095] {
      var other = bytes
      other[place] ^= 1
      #expect(fingerprint(other) != original)
    }
    var later = bytes
    later[4_096] ^= 1
    #expect(fingerprint(later) == original)
    #expect(fingerprint(bytes, count: 9_999) != original)
  }

  @Test func factsCountWhereverTheyStood() {
    #expect(fingerprint(bytes, facts: [1]) != fingerprint(bytes, facts: [6]))
    #expect(fingerprint(bytes, facts: [1, 2]) != fingerprint(bytes, facts: [2, 1]))
  }

  @Test func aTagBehindTheHeadTellsPhotosApart() throws {
    let filler = TinySegment.comment(String(repeating: "x", count: 6_000))
    let fingerprints = try ExifOrientation.allCases.map { tag in
      let exif = TinySegment.exif(TinyTIFF(.big, orientation: Int(tag.rawValue)))
      return try Probe(TinyJPEG(TinyImage.sixColors.enlarged(by: 8), segments: [filler, exif]).bytes).fingerprint
    }
    #expect(Set(fingerprints).count == 8)
  }
}
