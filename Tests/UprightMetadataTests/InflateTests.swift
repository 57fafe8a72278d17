// Deflated data inflate to what zlib packed; data that are invalid, truncated or too large give nothing. Wrapped data
// are accepted only as intended, and stored data can be read back, here and elsewhere.

import Testing
import UprightFixtures
import UprightTestTools

@testable import UprightMetadata

@Suite struct InflateTests {
  /// Packed by Python's zlib module, each with a description of its contents.
  static let vectors: [(packed: [UInt8], plain: [UInt8])] = [
    ([120, 218, 3, 0, 0, 0, 0, 1], []),
    (
      [120, 218, 11, 45, 40, 202, 76, 207, 40, 209, 81, 40, 69, 99, 40, 2, 0, 132, 47, 9, 163],
      Array("Upright, upright, upright!".utf8)
    ),
    (
      [
        120, 218, 21, 140, 177, 17, 192, 64, 12, 194, 86, 241, 106, 6, 12, 236, 63, 65, 62, 5, 141, 208, 201, 204, 98,
        224, 29, 45, 18, 8, 243, 128, 54, 171, 29, 94, 56, 184, 33, 228, 39, 173, 58, 113, 235, 19, 245, 112, 221, 195,
        243, 105, 246, 175, 216, 239, 4, 174, 216, 235, 197, 91, 19, 93, 29, 149, 20, 79, 154, 227, 91, 28, 125, 36,
        238, 43, 165,
      ],
      Array(
        "fcgab bfa dabggbdb gabdagada cegc be cbdfb badh gfhhfedcdbe hfhebb gcfchgab fffhhbbehbaehegfahfcbhadecdgghbchg ecg egfgd"
          .utf8)
    ),
    ([120, 1, 1, 3, 0, 252, 255, 97, 98, 99, 2, 77, 1, 39], Array("abc".utf8)),
    (
      [24, 211, 171, 168, 172, 170, 24, 69, 163, 104, 20, 13, 28, 2, 0, 195, 122, 169, 116],
      Array(String(repeating: "xyz", count: 300).utf8)
    ),
    (
      [
        120, 218, 202, 207, 75, 85, 0, 0, 0, 0, 255, 255, 42, 41, 207, 87, 0, 0, 0, 0, 255, 255, 43, 201, 40, 74, 77, 5,
        0, 34, 109, 4, 245,
      ], Array("one two three".utf8)
    ),
    (
      [
        120, 1, 5, 193, 1, 1, 0, 0, 8, 195, 160, 172, 236, 246, 207, 32, 0, 84, 109, 7, 80, 181, 29, 64, 213, 118, 0,
        85,
        219, 1, 84, 109, 7, 80, 181, 29, 64, 213, 118, 0, 85, 219, 1, 84, 109, 247, 176, 21, 51, 139,
      ], Array(String(repeating: "aaaaaaaabbbbccd", count: 9).utf8)
    ),
    (
      [120, 1, 235, 159, 240, 159, 161, 31, 138, 1, 43, 50, 6, 91],
      [143, 144, 255, 0, 143, 144, 255, 0, 143, 144, 255, 0]
    ),
    (zeros(0), Array(repeating: 0, count: 1 << 16)),
  ]

  /// 65,536 zeros packed by the same, with `more` bytes of the stream repeated, each of which adds 1,032 zeros.
  static func zeros(_ more: Int) -> [UInt8] {
    [120, 218, 237, 193, 1, 1, 0, 0, 0, 128, 144, 254, 175, 238, 8, 10] + Array(repeating: 0, count: 63 + more)
      + [106, 0, 15, 0, 1]
  }

  private func unpacked(_ stream: [UInt8], limit: Int = 1 << 20) -> (isWhole: Bool, output: [UInt8]) {
    var inflate = Inflate(stream, from: 2, limit: limit)
    return (inflate.run(), inflate.output)
  }

  @Test func everyStreamComesOutAsItWas() {
    for vector in Self.vectors {
      let (isWhole, output) = unpacked(vector.packed)
      #expect(isWhole)
      #expect(output == vector.plain)
    }
  }

  @Test func everyPrefixBreaksOff() {
    for vector in Self.vectors {
      for count in 0..<vector.packed.count - 5 {
        let (isWhole, output) = unpacked(Array(vector.packed.prefix(count)))
        #expect(!isWhole)
        #expect(vector.plain.starts(with: output))
      }
    }
  }

  @Test func nothingComesOutBeyondTheLimit() {
    for vector in Self.vectors where !vector.plain.isEmpty {
      #expect(unpacked(vector.packed, limit: vector.plain.count).isWhole)
      let (isWhole, output) = unpacked(vector.packed, limit: vector.plain.count - 1)
      #expect(!isWhole)
      #expect(output.count < vector.plain.count)
    }
    let bomb = unpacked(Self.zeros(2_000), limit: 1 << 20)
    #expect(!bomb.isWhole)
    #expect(bomb.output.count <= 1 << 20)
  }

  @Test func everyByteWithEveryValueIsReadWithoutATrap() {
    for vector in Self.vectors where vector.plain.count < 1_000 {
      var bytes = vector.packed
      for place in 2..<bytes.count {
        let kept = bytes[place]
        for value in stride(from: UInt8(0), through: 255, by: 5) {
          bytes[place] = value
          #expect(unpacked(bytes, limit: 2_000).output.count <= 2_000)
        }
        bytes[place] = kept
      }
    }
  }

  @Test(
    arguments: [
      [7, 0],  // an invalid kind of block
      [1, 3, 0, 0xFC, 0xFE, 1, 2, 3],  // a length and a complement that differ
      [1, 3, 0, 0xFC, 0xFF, 1, 2],  // fewer bytes than the length states
      [3, 2, 0, 0],  // a copy from before the start
      [5, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],  // too many codes
      [5, 0, 0x92, 0x24, 0x49, 0x92, 0x24, 0x49, 0x92, 0x24],  // more words than fit
    ] as [[UInt8]])
  func brokenRulesEndIt(stream: [UInt8]) {
    #expect(!unpacked([0x78, 0x01] + stream).isWhole)
  }

  @Test(.enabled(if: OutsideTool.pillow.isInstalled, "needs Python"), arguments: [1, 2])
  func whatPythonPacksComesOut(seed: Int) throws {
    let script = """
      import random, zlib
      random.seed(\(seed))
      for round in range(40):
          alphabet = random.choice([2, 5, 30, 256])
          data = bytes(min(255, int(random.expovariate(3 / alphabet))) for _ in range(random.randrange(1, 600)))
          data += data[:random.randrange(0, 400)] + bytes([round]) * random.randrange(0, 700)
          if round % 8 == 0:
              data = random.randbytes(random.randrange(500 + 400 * round, 1000 + 700 * round)) + data
              data += data[:random.randrange(3, 300)]
          for strategy in (zlib.Z_DEFAULT_STRATEGY, zlib.Z_HUFFMAN_ONLY, zlib.Z_RLE, zlib.Z_FIXED):
              packer = zlib.compressobj(random.randrange(0, 10), zlib.DEFLATED, random.randrange(9, 16), 9, strategy)
              print((packer.compress(data) + packer.flush()).hex(), data.hex())
      """
    let lines = try OutsideTool.pillow.run(["-c", script]).text.split(separator: "\n")
    #expect(lines.count == 160)
    for line in lines {
      let parts = line.split(separator: " ").map { part in
        let digits = Array(part)
        return stride(from: 0, to: digits.count, by: 2).compactMap { place in
          UInt8(String(digits[place..<place + 2]), radix: 16)
        }
      }
      #expect(ZlibStream.unpacked(parts[0], limit: 1 << 20)?.bytes == parts[1])
    }
  }

  /// Blocks without output are work all the same.
  @Test(arguments: [(0, 64), (1 << 20, 64 + 4_096)])
  func emptyBlocksAreCounted(limit: Int, most: Int) {
    for count in [most, most + 1] {
      let blocks = (1...count).flatMap { [$0 == count ? 1 : 0, 0, 0, 0xFF, 0xFF] as [UInt8] }
      var inflate = Inflate([0x78, 0x01] + blocks, from: 2, limit: limit)
      #expect(inflate.run() == (count == most))
      #expect(inflate.cost == 256 * most && inflate.output.isEmpty)
    }
  }

  @Test func whatComesOutIsWorkToo() {
    for vector in Self.vectors {
      let cost = ZlibStream.unpacked(vector.packed, limit: 1 << 20)?.cost
      #expect(cost.map { $0 > vector.plain.count && ($0 - vector.plain.count).isMultiple(of: 256) } == true)
    }
  }

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
