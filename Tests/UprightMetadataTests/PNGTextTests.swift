// The text chunks of a PNG in their four forms, and violations of their rules. Bytes as hexadecimal digits: other
// programs' output is read, and ours is identical. The orientation of an XMP packet in hexadecimal digits follows a
// change of the tag. Bytes in two digits each, there and back.

import Testing
import UprightFixtures
import UprightGeometry

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

  @Test(arguments: [0, 1, 35, 36, 37, 72, 500])
  func textAndBytesAreOneAnother(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let text = RawProfile(name: Array("exif".utf8), bytes: bytes).text
    guard count > 0 else { return }
    let profile = try #require(RawProfile(text))
    #expect(profile.name == Array("exif".utf8))
    #expect(profile.bytes == bytes)
    #expect(profile.text == text)
    #expect(text.split(separator: 0x0A).dropFirst(2).allSatisfy { $0.count <= 72 })
  }

  @Test func theBuilderOfFixturesWritesTheSame() throws {
    let block = TinyTIFF(orientation: 6).bytes
    let chunk = TinyPNG.Chunk.rawProfile(block, type: "APP1", .plain)
    let text = RawProfile(name: Array("APP1".utf8), bytes: TinySegment.exifPrefix + block).text
    #expect(chunk.data == Array("Raw profile type APP1".utf8) + [0] + text)
  }

  @Test(
    arguments: [
      ("\nexif\n       4\n45786966\n", [0x45, 0x78, 0x69, 0x66]),
      ("exif\n4\n45786966", [0x45, 0x78, 0x69, 0x66]),
      ("\nexif\n 4\n45 78\r\n6 9\nFf", [0x45, 0x78, 0x69, 0xFF]),
      ("\nexif\n 3\n457869660000", [0x45, 0x78, 0x69]),
      ("\nexif\n 9\n4578x966", [0x45, 0x78]),
      ("\nexif\n 9\n457", [0x45]),
      ("\nexif\n 99999999999\n45", [0x45]),
    ] as [(String, [UInt8])])
  func whatIsThereIsRead(text: String, bytes: [UInt8]) {
    #expect(RawProfile(Array(text.utf8))?.bytes == bytes)
  }

  @Test(arguments: [
    "", "\n", "\nexif\n", "\nexif\n4", "\nexif\nfour\n45", "\nexif\n-4\n45", "\nexif\n99999999999999999999\n45",
  ])
  func whatIsNoneIsNone(text: String) {
    #expect(RawProfile(Array(text.utf8)) == nil)
  }

  private static func chunk(_ keyword: String, _ orientation: String, _ form: TinyPNG.Chunk.TextForm) -> TinyPNG.Chunk {
    let prefix = keyword.hasSuffix("xmp") ? [] : JPEGSegment.Identifier.xmp
    let profile = RawProfile(name: Array("p".utf8), bytes: prefix + TinyXMP.packet(orientation: orientation))
    return .text(keyword, profile.text, form)
  }

  /// The packets in the text chunks of a file.
  private static func packets(_ bytes: [UInt8]) throws -> [[UInt8]] {
    var (reader, offset, found): (RangeReader, Int, [[UInt8]]) = (RangeReader(bytes), 8, [])
    while offset < bytes.count {
      let chunk = try reader.chunk(at: offset)
      offset = chunk.end
      guard let text = PNGText(chunk.kind, Array(bytes[chunk.payload]), limit: 1 << 20) else { continue }
      guard let profile = RawProfile(text.text) else { continue }
      found.append(profile.segmentPacket ?? profile.bytes)
    }
    return found
  }

  @Test(arguments: ["Raw profile type APP1", "Raw profile type xmp"], [TinyPNG.Chunk.TextForm.plain, .packed])
  func theDigitFollows(keyword: String, form: TinyPNG.Chunk.TextForm) throws {
    for tag in [ExifOrientation.rightTop, .leftBottom] {
      let chunks = [TinyPNG.Chunk.exif(TinyTIFF(orientation: 3).bytes), Self.chunk(keyword, "3", form)]
      let source = TinyPNG(.sixColors, chunks: chunks).bytes
      let result = try Probe(source).retag(to: Orientation(exif: tag)).applied(to: source)
      #expect(try Probe(result).orientation.exif == tag && Probe(result).findings.isEmpty)
      #expect(try Self.packets(result) == [TinyXMP.packet(orientation: "\(tag.rawValue)")])
      let back = try Probe(result).retag(to: Orientation(exif: .bottomRight)).applied(to: result)
      #expect(try Self.packets(back) == [TinyXMP.packet(orientation: "3")])
    }
  }

  @Test func otherTextStays() throws {
    let text = TinyPNG.Chunk.text("Raw profile type xmp", Array("no digits".utf8), .plain)
    let source = TinyPNG(.sixColors, chunks: [.exif(TinyTIFF(orientation: 3).bytes), text]).bytes
    let patch = try Probe(source).retag(to: Orientation(exif: .rightTop))
    #expect(patch.edits.reduce(0) { $0 + $1.old.count } <= 5, "the tag and a checksum: \(patch)")
    #expect(try Probe(source).leftovers(in: .jpeg) == [.textChunks])
  }

  @Test func everyByteComesBack() {
    let all = (0...255).map { UInt8($0) }
    #expect(Hex.text([0x00, 0x0F, 0xA5, 0xFF]) == "000fa5ff")
    #expect(Hex.bytes(Hex.text(all)) == all)
    #expect(Hex.bytes("") == [])
  }

  @Test(arguments: ["0", "0g", "0F", "000", "+1", "é0"])
  func whatIsNoHexIsNothing(_ text: String) { #expect(Hex.bytes(text) == nil) }
}
