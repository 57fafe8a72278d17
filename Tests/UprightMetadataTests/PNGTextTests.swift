// The text chunks of a PNG in their four forms, and violations of their rules.

import Testing
import UprightFixtures

@testable import UprightMetadata

@Suite struct PNGTextTests {
  private func text(_ chunk: TinyPNG.Chunk, limit: Int = 1_000) -> PNGText? {
    PNGText(FourCC(chunk.kind.utf8), chunk.data, limit: limit)
  }

  @Test(arguments: TinyPNG.Chunk.TextForm.allCases)
  func everyFormIsReadAndWrittenAgain(form: TinyPNG.Chunk.TextForm) throws {
    let chunk = TinyPNG.Chunk.text("Title", Array("upright".utf8), form)
    let read = try #require(text(chunk))
    #expect(read.text == Array("upright".utf8))
    #expect(read.isCompressed == (form == .packed || form == .internationalPacked))
    #expect(read.data(with: read.text) == chunk.data)
    #expect(read.data(with: []) == TinyPNG.Chunk.text("Title", [], form).data)
    #expect(PNGText.keyword(of: chunk.data) == "Title")
  }

  @Test func languageAndTranslationAreKept() throws {
    let head = Array("Title".utf8) + [0, 0, 9] + Array("de".utf8) + [0] + Array("Titel".utf8) + [0]
    let read = try #require(text(TinyPNG.Chunk("iTXt", head + [0x41])))
    #expect(read.head == head)
    #expect(read.text == [0x41])
  }

  @Test func packedTextIsBounded() {
    let chunk = TinyPNG.Chunk.text("Title", Array(repeating: 1, count: 100), .packed)
    #expect(text(chunk, limit: 100) != nil)
    #expect(text(chunk, limit: 99) == nil)
  }

  @Test(
    arguments: [
      ("tEXt", [0x41]), ("zTXt", [0x41, 0]), ("zTXt", [0x41, 0, 1] + TinyPNG.zlib([1])), ("zTXt", [0x41, 0, 0, 1]),
      ("iTXt", [0x41, 0, 0]), ("iTXt", [0x41, 0, 2, 0, 0, 0]), ("iTXt", [0x41, 0, 1, 1, 0, 0] + TinyPNG.zlib([1])),
      ("iTXt", [0x41, 0, 0, 0, 0x64]), ("iTXt", [0x41, 0, 0, 0, 0, 0x64]), ("IDAT", [0x41, 0]),
    ] as [(String, [UInt8])])
  func whatBreaksARuleIsNone(kind: String, data: [UInt8]) {
    #expect(text(TinyPNG.Chunk(kind, data)) == nil)
  }

  @Test func keywordsHaveALength() {
    #expect(PNGText.keyword(of: Array(repeating: 0x41, count: 79) + [0]) != nil)
    #expect(PNGText.keyword(of: Array(repeating: 0x41, count: 80) + [0]) == nil)
    #expect(PNGText.keyword(of: [0]) == nil)
    #expect(PNGText.keyword(of: [0x41]) == nil)
  }
}
