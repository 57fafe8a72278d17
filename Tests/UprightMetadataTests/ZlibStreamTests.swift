// Wrapped data are accepted only as intended, and stored data can be read back, here and elsewhere.

import Testing
import UprightFixtures
import UprightTestTools

@testable import UprightMetadata

@Suite struct ZlibStreamTests {
  @Test func whatIsWrappedRightComesOut() {
    for vector in InflateTests.vectors {
      #expect(ZlibStream.unpacked(vector.packed, limit: 1 << 20).map(\.bytes) == vector.plain)
      #expect(
        ZlibStream.unpacked(vector.packed + [1, 2, 3], limit: 1 << 20).map(\.bytes) == vector.plain,
        "what follows is not read")
    }
  }

  @Test func eachPartOfTheWrappingCounts() {
    let stream = InflateTests.vectors[1].packed
    for place in [0, 1] + Array(stream.count - 4..<stream.count) {
      for bit in 0..<8 {
        var wrong = stream
        wrong[place] ^= 1 << UInt8(bit)
        #expect(ZlibStream.unpacked(wrong, limit: 1 << 20) == nil, "byte \(place), bit \(bit)")
      }
    }
    for count in 0..<stream.count { #expect(ZlibStream.unpacked(Array(stream.prefix(count)), limit: 1 << 20) == nil) }
    #expect(
      ZlibStream.unpacked([0x78, 0x20 | 0x1A] + stream[2...], limit: 1 << 20) == nil, "a dictionary is not there")
  }

  @Test(arguments: [0, 1, 2, 65_534, 65_535, 65_536, 131_070, 131_071])
  func storedBlocksComeOutAgain(count: Int) {
    var random = SplitMix64(seed: UInt64(count))
    let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    let stream = ZlibStream.stored(bytes)
    #expect(stream == TinyPNG.zlib(bytes))
    #expect(ZlibStream.unpacked(stream, limit: count)?.bytes == bytes)
  }

  @Test(.enabled(if: OutsideTool.pillow.isInstalled, "needs Python"))
  func pythonUnpacksWhatIsStored() throws {
    let bytes = (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }
    let script = "import sys, zlib; sys.stdout.buffer.write(zlib.decompress(open(sys.argv[1], 'rb').read()))"
    #expect(try OutsideTool.pillow.run(["-c", script, "{in}"], input: ZlibStream.stored(bytes)) == bytes)
  }

  @Test func checksumsAreAdlers() {
    #expect(ZlibStream.checksum(of: Array("Wikipedia".utf8)) == [0x11, 0xE6, 0x03, 0x98])
    #expect(ZlibStream.checksum(of: []) == [0, 0, 0, 1])
  }
}
