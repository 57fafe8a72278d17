// Removing metadata from WebP and PNG: frames keep only their coded data, and what is removed is named.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct WebPStrippingTests {
  private static func stripped(_ bytes: [UInt8], _ strip: Strip) throws -> [UInt8] {
    let change = try Probe(bytes).rewriting(without: strip, in: bytes)
    let result = PatchedSource(bytes, change)
    return try result.read(0..<result.byteCount)
  }

  private func holds(_ bytes: [UInt8], _ part: String) -> Bool {
    bytes.indices.contains { bytes[$0...].starts(with: part.utf8) }
  }

  /// A frame with chunks inside it before and after its coded data, of odd and even lengths.
  @Test(arguments: [3, 4], [Strip.gps, .allButColor])
  func framesHoldNothingElse(_ length: Int, _ strip: Strip) throws {
    var plain = TinyWebP(.letterF)
    plain.animate()
    var file = plain
    let secret = TinyWebP.Chunk("EXIF", Array("GPS!".utf8.prefix(length))).bytes
    let frame = plain.imageChunks[1].data
    let (head, image) = (Array(frame[..<16]), Array(frame[16...]))
    file.imageChunks[1].data = head + secret + image + secret + secret
    file.imageChunks[2].data = head + TinyWebP.Chunk("prVt", [1]).bytes + image
    #expect(try Probe(file.bytes).animation?.frameCount == 2)
    #expect(try Self.stripped(file.bytes, strip) == plain.bytes)
    #expect(try Self.stripped(plain.bytes, strip) == plain.bytes)
    #expect(try Self.stripped(file.bytes, .thumbnails) == file.bytes)
  }

  /// Chunks behind the length that the header states are no part of the file, whatever they look like: stripping
  /// removes them, and a tag is never read from them nor written there.
  @Test(arguments: ["EXIF", "XMP ", "VP8 ", "ICCP", "JUNK"])
  func bytesBehindTheLengthAreATrailer(_ kind: String) throws {
    let secret = TinyWebP.Chunk(kind, TinyTIFF(orientation: 6).bytes + Array("GPS!".utf8)).bytes
    var file = TinyWebP(.letterF, chunks: [.init("EXIF", TinyTIFF(orientation: 3).bytes)])
    let plain = file.bytes
    file.trailer = secret
    let probe = try Probe(file.bytes)
    #expect(probe.orientation.exif == .bottomRight)
    #expect(probe.findings.map(\.code) == [.trailer])
    for strip in [Strip.gps, .allButColor] {
      let result = try Self.stripped(file.bytes, strip)
      #expect(try !holds(result, "GPS!") && result == Self.stripped(plain, strip))
      #expect(try Probe(result).orientation.exif == .bottomRight)
    }
    for tag in ExifOrientation.allCases {
      let result = try probe.retag(to: Orientation(exif: tag)).applied(to: file.bytes)
      #expect(result.suffix(secret.count).elementsEqual(secret))
      let length = (0..<4).reduce(0) { $0 | Int(result[4 + $1]) << (8 * $1) }
      #expect(length + 8 == result.count - secret.count, "the length ends before the trailer")
      #expect(try Probe(result).orientation.exif == tag)
    }
    var bare = TinyWebP(.letterF)
    bare.trailer = secret
    let tagged = try Probe(bare.bytes).retag(to: Orientation(exif: .rightTop)).applied(to: bare.bytes)
    #expect(try Probe(tagged).orientation.exif == .rightTop && tagged.suffix(secret.count).elementsEqual(secret))
  }

  /// The padding byte of a last chunk is after the frame, or missing.
  @Test func framesMayEndOddly() throws {
    var plain = TinyWebP(.letterF)
    plain.animate()
    var file = plain
    file.imageChunks[2].data += Array("EXIF".utf8) + [3, 0, 0, 0] + Array("GPS".utf8)
    #expect(try Self.stripped(file.bytes, .gps) == plain.bytes)
    file.omitsFiller = true
    #expect(try Self.stripped(file.bytes, .gps) == plain.bytes)
    file.omitsFiller = false
    file.imageChunks[1].data += Array("EXIF".utf8) + [9, 0, 0, 0] + Array("GPS".utf8)
    #expect(throws: MetadataError.self) { try Self.stripped(file.bytes, .gps) }
  }

  @Test func whatGoesIsNamed() throws {
    var file = TinyWebP(.letterF, chunks: [.exif(TinyTIFF(orientation: 6).bytes)])
    #expect(try Probe(file.bytes).losses(without: .gps).isEmpty)
    file.chunks += [.init("prVt", [1]), .init("C2PA", [2]), .init("prVt", [3]), .init("\u{7}abc", [3])]
    file.trailer = [1, 2, 3]
    let probe = try Probe(file.bytes)
    let signed = "the content credentials are removed: they sign the original file"
    #expect(
      probe.losses(without: .gps).map(\.description) == [
        signed, "unknown chunks are removed (prVt, .abc): they may contain the location (gps)",
        "bytes after the end of the image are removed",
      ])
    #expect(
      probe.losses(without: .allButColor).map(\.description).contains(
        "unknown chunks are removed (prVt, .abc): as requested (all-but-color)")
    )
    let kept = "3 blocks of unknown content stay (.abc, prVt): they may show the original image"
    #expect(
      probe.losses(without: .thumbnails).map(\.description) == [signed, kept] && probe.losses(without: .none).isEmpty)
    let rest = try Self.stripped(file.bytes, .thumbnails)
    #expect(!holds(rest, "C2PA") && holds(rest, "prVt"))
    #expect(!holds(try Self.stripped(file.bytes, .gps), "prVt"))
  }

  @Test func whatGoesOfAPNGIsNamed() throws {
    let known = [("tIME", 7), ("gAMA", 4), ("sPLT", 4)].map { kind, count in
      TinyPNG.Chunk(kind, Array([0, 0, 0xB1, 0x8F, 0, 0, 0].prefix(count)))
    }
    let plain = TinyPNG(.letterF, chunks: known + [.text("Comment", Array("kept".utf8), .plain)])
    #expect(try Probe(plain.bytes).losses(without: .gps).isEmpty)
    let others = ["prVt", "caBX", "vpAg", "abCd", "prVt"].map { kind in
      TinyPNG.Chunk(kind, [UInt8](repeating: 1, count: kind == "vpAg" ? 9 : 1))
    }
    let file = TinyPNG(.letterF, chunks: known + others)
    let probe = try Probe(file.bytes + [1, 2, 3])
    let signed = "the content credentials are removed: they sign the original file"
    #expect(
      probe.losses(without: .gps).map(\.description) == [
        signed, "unknown chunks are removed (prVt, abCd): they may contain the location (gps)",
        "bytes after the end of the image are removed",
      ])
    let kept = "3 blocks of unknown content stay (abCd, prVt): they may show the original image"
    #expect(probe.losses(without: .thumbnails).map(\.description) == [signed, kept])
  }
}
