// The orientation of an XMP packet in hexadecimal digits follows a change of the tag.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct PNGProfilePacketTests {
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
}
