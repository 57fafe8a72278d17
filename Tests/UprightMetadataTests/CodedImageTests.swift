// The bytes that code an image: metadata and attachments change nothing, and any other byte does.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct CodedImageTests {
  private func coded(_ file: [UInt8]) throws -> [UInt8]? {
    try Probe(file).codedImage(in: file).map { try $0.read(0..<$0.byteCount) }
  }

  @Test func metadataOfAJPEGIsLeftOut() throws {
    let plain = try #require(try coded(TinyJPEG(.sixColors).bytes))
    #expect(plain == TinyJPEG(.sixColors).bytes)
    var file = TinyJPEG(
      .sixColors,
      segments: [.jfif, .exif(TinyTIFF(orientation: 6)), .xmp(TinyXMP.packet(orientation: "6")), .comment("a dog")])
    file.trailer = Array("a film".utf8)
    #expect(try coded(file.bytes) == plain)
    file.segmentsAfterFrame = [.comment("between")]
    #expect(try coded(file.bytes) == plain)
  }

  @Test func whatColoursMeanStays() throws {
    let plain = try coded(TinyJPEG(.sixColors).bytes)
    for segments in [[TinySegment.adobe(transform: 1)], TinySegment.icc(TinySegment.profile(byteCount: 300))] {
      let coded = try #require(try coded(TinyJPEG(.sixColors, segments: segments).bytes))
      #expect(coded != plain && coded == TinyJPEG(.sixColors, segments: segments).bytes)
    }
  }

  @Test func aJPEGWithoutAScanHasNone() throws {
    let whole = TinyJPEG(.sixColors).bytes
    let scan = try #require(whole.indices.last { whole[$0] == 0xDA && whole[$0 - 1] == 0xFF })
    #expect(try coded(Array(whole[..<(scan - 1)])) == nil)
    #expect(try coded(Array(whole.dropLast(5)))?.count == whole.count - 5)
  }

  @Test func metadataOfAPNGIsLeftOut() throws {
    let plain = TinyPNG(.sixColors).bytes
    #expect(try coded(plain) == plain)
    let chunks = [
      TinyPNG.Chunk.exif(TinyTIFF(orientation: 6).bytes), TinyPNG.Chunk("tEXt", Array("Title\0dog".utf8)),
      TinyPNG.Chunk("tIME", [7, 234, 1, 1, 0, 0, 0]),
    ]
    #expect(try coded(TinyPNG(.sixColors, chunks: chunks).bytes + [1, 2, 3]) == plain)
    let gamma = TinyPNG(.sixColors, chunks: [TinyPNG.Chunk("gAMA", [0, 0, 177, 143])]).bytes
    #expect(try coded(gamma) == gamma)
    #expect(try coded(Array(plain.dropLast(6))) == nil)
  }

  @Test func othersAreNotToldApart() throws {
    #expect(try coded(TinyGIF(.sixColors).bytes) == nil)
    #expect(try coded(TinyMovie(.sixColors, as: .topLeft).bytes) == nil)
  }

  @Test func aProfileIsReadWhole() throws {
    let profile = TinySegment.profile(byteCount: 300)
    let file = TinyJPEG(.sixColors, segments: TinySegment.icc(profile, chunk: 70)).bytes
    #expect(try Probe(file).colorProfile(in: file) == profile)
    #expect(try Probe(TinyJPEG(.sixColors).bytes).colorProfile(in: TinyJPEG(.sixColors).bytes) == nil)
    #expect(try Probe(TinyPNG(.sixColors).bytes).colorProfile(in: TinyPNG(.sixColors).bytes) == nil)
  }
}
