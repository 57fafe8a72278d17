// Bits and their numbers, as in the standard's own examples of their forms. Shifted bits.

import Testing
import UprightFixtures

@testable import UprightMetadata

@Suite struct BitReaderTests {
  private func reader(_ numbers: (value: Int, count: Int)...) -> BitReader {
    BitReader(TinyJXL.packed(numbers.flatMap { TinyJXL.bits($0) }), at: 100)
  }

  @Test func theLowestBitComesFirst() throws {
    var reader = BitReader([0b1011_0010, 0b0000_0001], at: 0)
    #expect(try reader.flag() == false)
    #expect(try reader.bits(3) == 0b001)
    #expect(try reader.bits(6) == 0b01_1011)
    #expect(reader.position == 10)
    #expect(try reader.bits(0) == 0)
    var long = BitReader([0xFF, 0xFF, 0xFF, 0xFF, 0x01], at: 0)
    try long.skip(1)
    #expect(try long.bits(32) == 0xFFFF_FFFF)
  }

  @Test func whatIsNotThereIsTruncated() throws {
    var reader = BitReader([1, 2], at: 100)
    #expect(throws: MetadataError(.truncated, at: 102)) { try reader.bits(17) }
    #expect(throws: MetadataError(.truncated, at: 102)) { try reader.skip(-1) }
    #expect(throws: MetadataError(.truncated, at: 102)) { try reader.skip(.max) }
    #expect(try reader.bits(16) == 0x201)
    #expect(throws: MetadataError(.truncated, at: 102)) { try reader.flag() }
  }

  @Test func twoBitsChooseTheForm() throws {
    typealias Form = BitReader.Form
    let forms = (Form.value(7), Form(3), Form(4, plus: 10), Form(30, plus: 1))
    for (written, value) in [((0, 0), 7), ((5, 3), 5), ((5, 4), 15), ((0x3FFF_FFFF, 30), 1 << 30)].enumerated() {
      var reader = reader((written, 2), (value.0.0, value.0.1))
      #expect(try reader.number(forms) == value.1)
      #expect(reader.position == 2 + value.0.1)
    }
    for (written, kind) in [((0, 0), 0), ((0, 0), 1), ((9, 4), 11), ((63, 6), 81)].enumerated() {
      var reader = reader((written, 2), (kind.0.0, kind.0.1))
      #expect(try reader.kind() == kind.1)
    }
  }

  @Test func longNumbersHaveFourForms() throws {
    var zero = reader((0, 2))
    #expect(try zero.longNumber() == 0)
    var small = reader((1, 2), (15, 4))
    #expect(try small.longNumber() == 16)
    var medium = reader((2, 2), (255, 8))
    #expect(try medium.longNumber() == 272)
    var short = reader((3, 2), (0xABC, 12), (0, 1))
    #expect(try short.longNumber() == 0xABC)
    var longer = reader((3, 2), (0xABC, 12), (1, 1), (0x5A, 8), (0, 1))
    #expect(try longer.longNumber() == 0x5AABC)
    var bits = TinyJXL.bits((3, 2), (0xFFF, 12))
    for _ in 0..<6 { bits += TinyJXL.bits((1, 1), (0xFF, 8)) }
    bits += TinyJXL.bits((1, 1), (0xF, 4), (1, 1))
    var largest = BitReader(TinyJXL.packed(bits), at: 0)
    #expect(try largest.longNumber() == .max)
    #expect(largest.position == bits.count - 1, "no bit asks whether there is more")
  }

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
