// Boxes in a file: short, long, named, open-ended, and every kind of wrong length. Boxes of files that are truncated,
// have wrong lengths, or contain something else. Consecutive fields, and the byte at which they end.

import Testing
import UprightFixtures

@testable import UprightMetadata

@Suite struct BoxTests {
  private func box(_ bytes: [UInt8], at offset: Int = 0, limit: Int? = nil) throws(MetadataError) -> Box? {
    var reader = RangeReader(bytes)
    return try reader.box(at: offset, in: 0..<(limit ?? bytes.count))
  }

  @Test func shortLongNamedAndOpenEndedOnes() throws {
    let short: [UInt8] = [0, 0, 0, 10] + "free".utf8 + [1, 2]
    #expect(try box(short) == Box(kind: "free", offset: 0, payload: 8..<10, isOpenEnded: false, isLong: false))
    let long: [UInt8] = [0, 0, 0, 1] + "mdat".utf8 + [0, 0, 0, 0, 0, 0, 0, 18, 1, 2]
    #expect(try box(long) == Box(kind: "mdat", offset: 0, payload: 16..<18, isOpenEnded: false, isLong: true))
    let named: [UInt8] = [0, 0, 0, 25] + "uuid".utf8 + [UInt8](repeating: 7, count: 17)
    #expect(try box(named)?.payload == 24..<25)
    let open: [UInt8] = [0, 0, 0, 0] + "mdat".utf8 + [1, 2, 3]
    #expect(try box(open) == Box(kind: "mdat", offset: 0, payload: 8..<11, isOpenEnded: true, isLong: false))
    #expect(try box(short, at: 10) == nil)
  }

  @Test(
    arguments: [
      [0, 0, 0, 7, 1, 1, 1, 1], [0, 0, 0, 9, 1, 1, 1, 1], [0, 0, 0, 2, 1, 1, 1, 1],
      [0xFF, 0xFF, 0xFF, 0xFF, 1, 1, 1, 1],
      [0, 0, 0, 1, 1, 1, 1, 1], [0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 15],
      [0, 0, 0, 1, 1, 1, 1, 1, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 8], [0],
      [0, 0, 0, 9, 0x75, 0x75, 0x69, 0x64, 1],
    ] as [[UInt8]])
  func lengthsThatLieAreRefused(_ bytes: [UInt8]) {
    #expect(throws: MetadataError(.boxInvalid, at: 0)) { try box(bytes) }
  }

  // Bytes added after such a box would be inside it.
  @Test func onlyAFilesLastBoxIsLeftOpen() throws {
    let inner: [UInt8] = [0, 0, 0, 0] + "free".utf8 + [1, 2]
    let bytes: [UInt8] = [0, 0, 0, 18] + "meta".utf8 + inner
    for bytes in [bytes, bytes + [0]] {
      var reader = RangeReader(bytes)
      #expect(throws: MetadataError(.boxInvalid, at: 8)) { try reader.boxes(in: 8..<18) }
    }
  }

  @Test func aBoxMayNotReachBeyondWhatItLiesIn() {
    let bytes: [UInt8] = [0, 0, 0, 12] + "free".utf8 + [1, 2, 3, 4]
    #expect(throws: MetadataError(.boxInvalid, at: 0)) { try box(bytes, limit: 11) }
  }

  @Test func boxesAreWalkedInOrder() throws {
    let one: [UInt8] = [0, 0, 0, 8] + "free".utf8
    let bytes = one + [0, 0, 0, 9] + "skip".utf8 + [0] + one
    var reader = RangeReader(bytes)
    #expect(try reader.boxes(in: 0..<bytes.count).map(\.offset) == [0, 8, 17])
    var few = RangeReader(bytes, structures: 2)
    #expect(throws: MetadataError(.tooManyStructures, at: 17)) { try few.boxes(in: 0..<bytes.count) }
    var cut = RangeReader(bytes)
    #expect(throws: MetadataError(.boxInvalid, at: 17)) { try cut.boxes(in: 0..<bytes.count - 1) }
  }

  private func run(_ bytes: [UInt8]) throws -> BoxRun {
    var reader = RangeReader(bytes)
    return try BoxRun(in: 0..<bytes.count, &reader)
  }

  @Test func wholeBoxesOfEveryLength() throws {
    for length in TinyBoxLength.allCases {
      let bytes = TinyBox.bytes("free", [1, 2]) + TinyBox.bytes("mdat", [3, 4, 5], length: length)
      let run = try run(bytes)
      #expect(run.damage == nil)
      #expect(run.boxes.map(\.kind) == ["free", "mdat"])
      #expect(run.boxes.map(\.payload.count) == [2, 3])
      #expect(run.first("mdat")?.end == bytes.count)
      #expect(run.first("moov") == nil)
    }
  }

  @Test func everyPrefixEndsWithACutBox() throws {
    let bytes = TinyBox.bytes("free", [1, 2]) + TinyBox.bytes("mdat", [3, 4, 5], length: .long)
    for count in 0..<bytes.count {
      let run = try run(Array(bytes.prefix(count)))
      #expect((run.damage == nil) == (count == 0 || count == 10))
      #expect(run.boxes.count == (count < 8 ? 0 : count < 26 ? 1 : 2), "\(count)")
      #expect(run.boxes.allSatisfy { $0.end <= count })
    }
  }

  @Test func aLengthThatIsTooSmallEndsTheRun() throws {
    let run = try run(TinyBox.bytes("free", []) + [0, 0, 0, 5] + Array("mdatxxxx".utf8))
    #expect(run.boxes.map(\.kind) == ["free"])
    #expect(run.damage == MetadataError(.boxInvalid, at: 8))
  }

  @Test func fieldsOfEverySize() throws {
    var fields = FieldReader([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0x7F] + [UInt8](repeating: 0xFF, count: 7), at: 100)
    #expect(try fields.number(0) == 0)
    #expect(try fields.number(1) == 1)
    #expect(try fields.number(2) == 0x0203)
    #expect(fields.offset == 103)
    #expect(try fields.version() == 4)
    #expect(try fields.code() == FourCC([8, 9, 10, 11]))
    #expect(try fields.number(8) == .max)
    #expect(fields.isAtEnd)
    #expect(throws: MetadataError(.boxInvalid, at: 119)) { try fields.number(1) }
    #expect(try fields.number(0) == 0)
  }

  @Test func numbersThatDoNotFitAreRefused() {
    var fields = FieldReader([0x80] + [UInt8](repeating: 0, count: 7), at: 5)
    #expect(throws: MetadataError(.numberTooLarge, at: 5)) { try fields.number(8) }
  }

  @Test func textEndsAtAZeroOrAtTheEnd() {
    var fields = FieldReader(Array("one\0\0two".utf8), at: 0)
    #expect(fields.text() == Array("one".utf8))
    #expect(fields.text().isEmpty)
    #expect(fields.text() == Array("two".utf8))
    #expect(fields.text().isEmpty)
    #expect(fields.isAtEnd)
  }
}
