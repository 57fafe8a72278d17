// Files with very many parts: what is of the file itself is listed, and what is not listed is counted.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct ManyPartsTests {
  private static func parts(_ bytes: [UInt8]) throws -> [FilePart] { try Probe(bytes).fileParts(in: bytes) }

  private static func value(_ part: FilePart, in bytes: [UInt8]) -> [UInt8] { part.ranges.flatMap { bytes[$0] } }

  private static func covered(_ parts: [FilePart]) -> Int {
    parts.filter { $0.owner == nil }.reduce(0) { $0 + $1.byteCount }
  }

  @Test func everyPageOfManyIsAPart() throws {
    let page = TinyTIFFFile.Subfile(.sixGrays, entries: [.orientation(1), TinyEntry(305, text: "Scanner 2000")])
    let bytes = TinyTIFFFile(pages: Array(repeating: page, count: 600)).bytes
    let parts = try Self.parts(bytes)
    let images = parts.filter { [.image, .page, .item].contains($0.kind) }
    #expect(images.count == 600)
    #expect(images.allSatisfy { Self.value($0, in: bytes) == Self.value(images[0], in: bytes) })
    #expect(!parts.contains { $0.kind == .unknown || $0.name.contains("further parts") })
    #expect(Self.covered(parts) == bytes.count)
    let last = try #require(parts.first { $0.kind == .field && $0.name == "page 600:fields" })
    #expect(Self.value(last, in: bytes).count == 2 + 13 + 8 + 8, "orientation, program and resolution")
    #expect(parts.contains { $0.kind == .field && $0.name == "page 3:0x0131" }, "the first ones are listed one by one")
  }

  @Test func manyPropertiesTakeNoRoomOfOtherParts() throws {
    func file(_ count: Int) -> [UInt8] {
      let packet = TinyXMP.packet(content: String(repeating: "<a/>", count: count))
      return TinyJPEG(.letterF, segments: [.xmp(packet), .comment("hello"), TinySegment(0xE5, [1, 2, 3])]).bytes
    }
    func further(_ count: Int) throws -> String? {
      let bytes = file(count)
      let parts = try Self.parts(bytes)
      #expect(parts.contains { $0.kind == .comment && Self.value($0, in: bytes) == Array("hello".utf8) })
      #expect(parts.contains { $0.kind == .unknown && Self.value($0, in: bytes) == [1, 2, 3] })
      #expect(Self.covered(parts) == bytes.count)
      let rest = parts.first { $0.name.hasSuffix("further parts") }
      #expect(rest.map { parts[$0.owner ?? 0].kind } ?? .xmp == .xmp)
      return rest?.name
    }
    #expect(try further(8_000) == nil)
    #expect(try further(9_000) == "808 further parts")
    #expect(try further(8_999) == "807 further parts", "one less is another part")
  }

  /// A level of a pyramid is one part, and its fields are in it.
  @Test func fieldsOfASmallerVersionAreInsideIt() throws {
    var page = TinyTIFFFile.Subfile(.letterF)
    page.inside = [
      TinyTIFFFile.Subfile(.sixGrays, entries: [TinyEntry(254, .long, [1]), TinyEntry(305, text: "Scanner 2000")])
    ]
    let reduced = TinyTIFFFile.Subfile(.sixGrays, entries: [TinyEntry(254, .long, [1])])
    let bytes = TinyTIFFFile(pages: [page, reduced]).bytes
    let parts = try Self.parts(bytes)
    let levels = parts.indices.filter { parts[$0].kind == .preview }
    #expect(levels.count == 2)
    let inside = parts.filter { $0.name.hasPrefix("SubIFD:") && $0.kind == .field }
    #expect(inside.map(\.name) == ["SubIFD:0x011A", "SubIFD:0x011B", "SubIFD:0x0131"])
    #expect(Set(inside.map(\.owner)).count == 1 && inside.allSatisfy { $0.owner.map(levels.contains) == true })
    #expect(Self.value(inside[2], in: bytes) == Array("Scanner 2000\0".utf8))
    #expect(parts.filter { $0.name.hasPrefix("page 2:") && $0.kind == .field }.allSatisfy { $0.owner != nil })
    #expect(parts.contains { $0.name == "density" && $0.owner == nil })
    #expect(Self.covered(parts) == bytes.count)
  }

  /// Apple's offsets into the image data say nothing of the image.
  @Test func offsetsIntoTheImageDataAreStructure() throws {
    let offsets = [UInt8](repeating: 7, count: 28)
    let bytes = TinyPNG(.sixColors, chunks: [TinyPNG.Chunk("iDOT", offsets), TinyPNG.Chunk("abCd", [5])]).bytes
    let parts = try Self.parts(bytes)
    let part = try #require(parts.first { $0.name == "iDOT" })
    #expect(part.kind == .structure && Self.value(part, in: bytes) == offsets)
    #expect(parts.contains { $0.kind == .unknown && $0.name == "abCd" })
  }

  /// One table says what describes only the coding, for the parts as for what new images keep.
  @Test func fieldsOfTheCodingAreStructure() throws {
    for tag in [256, 263, 266, 273, 326, 332, 346, 34_665, 0xA005] { #expect(TIFFFieldFate.describesCoding(tag)) }
    for tag in [280, 281, 290, 291, 333, 334, 340, 341, 342, 532] {
      #expect(!TIFFFieldFate.describesCoding(tag) && TIFFFieldFate.describesSamples(tag), "\(tag)")
    }
    for tag in [271, 282, 305, 306, 33_432, 33_550, 65_000] { #expect(!TIFFFieldFate.describesSamples(tag), "\(tag)") }
    let page = TinyTIFFFile.Subfile(.sixGrays, entries: [.orientation(1), TinyEntry(266, .short, [1])])
    let parts = try Self.parts(TinyTIFFFile(pages: [page]).bytes)
    #expect(parts.contains { $0.kind == .structure && $0.name == "IFD0:0x010A" })
    #expect(parts.contains { $0.kind == .field && $0.name == "IFD0:0x0112" })
  }
}
