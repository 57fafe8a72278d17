// Consecutive fields, and the byte at which they end.

import Testing

@testable import UprightMetadata

@Suite struct FieldReaderTests {
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
