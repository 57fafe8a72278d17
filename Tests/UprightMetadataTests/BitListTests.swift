// Shifted bits.

import Testing

@testable import UprightMetadata

@Suite struct BitListTests {
  @Test func bytesGoInAndOut() {
    let bytes: [UInt8] = [0x12, 0x80, 0xFF, 0]
    #expect(BitList(bytes).bytes == bytes)
    #expect(BitList([]).bytes == [])
    #expect(BitList(0b110_1010, count: 5).bytes == [0b0_1010])
    #expect((BitList([0xF0]) + BitList(0b101, count: 3)).bytes == [0xF0, 0b101])
  }

  @Test func partsAreReplaced() {
    var bits = BitList([0b1010_1010, 0b1100_1100])
    bits.replace(6..<9, with: BitList(0b011, count: 3))
    #expect(bits.bytes == [0b1110_1010, 0b1100_1100])
    bits.replace(0..<1, with: BitList(0b111, count: 3))
    #expect(bits.bytes == [0b1010_1111, 0b0011_0011, 0b11])
    bits.removeLast(10)
    #expect(bits.bytes == [0b1010_1111])
  }
}
