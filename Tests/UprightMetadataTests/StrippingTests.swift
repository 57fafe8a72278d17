// Removing metadata from WebP and PNG: frames keep only their coded data, and what is removed is named. The messages
// about blocks that are removed, or stay, when thumbnails are stripped. Removing thumbnails and further images from a
// JPEG: the image list states the new position of each.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct StrippingTests {
  private func holds(_ bytes: [UInt8], _ part: String) -> Bool {
    bytes.contains(sequence: Array(part.utf8))
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
    #expect(try stripped(file.bytes, strip) == plain.bytes)
    #expect(try stripped(plain.bytes, strip) == plain.bytes)
    #expect(try stripped(file.bytes, .thumbnails) == file.bytes)
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
      let result = try stripped(file.bytes, strip)
      #expect(try !holds(result, "GPS!") && result == stripped(plain, strip))
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
    #expect(try stripped(file.bytes, .gps) == plain.bytes)
    file.omitsFiller = true
    #expect(try stripped(file.bytes, .gps) == plain.bytes)
    file.omitsFiller = false
    file.imageChunks[1].data += Array("EXIF".utf8) + [9, 0, 0, 0] + Array("GPS".utf8)
    #expect(throws: MetadataError.self) { try stripped(file.bytes, .gps) }
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
    let rest = try stripped(file.bytes, .thumbnails)
    #expect(!holds(rest, "C2PA") && holds(rest, "prVt"))
    #expect(!holds(try stripped(file.bytes, .gps), "prVt"))
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

  private let image = TinyImage(width: 16, height: 16, filledWith: [9, 9, 9])

  @Test func previewsOfPhotoshopAndUnknownSegmentsAreNamed() throws {
    let segments = [
      TinySegment(0xED, Array("Photoshop 3.0\0".utf8)), TinySegment(0xE3, [1, 2, 3]), TinySegment(0xE4, [1]),
      TinySegment(0xE3, [4]),
    ]
    let probe = try Probe(TinyJPEG(image, segments: segments).bytes)
    #expect(
      probe.losses(without: .thumbnails).map(\.description) == [
        "Photoshop's thumbnail and IPTC's preview, if any, are removed: as requested (thumbnails)",
        "3 blocks of unknown content stay (APP3, APP4): they may show the original image",
      ])
    #expect(
      probe.losses(without: .gps).map(\.description).contains(
        "Photoshop's thumbnail and IPTC's preview, if any, are removed: they may contain the location (gps)"))
    #expect(!probe.losses(without: .gps).map(\.description).contains { $0.contains("unknown content") })
    #expect(try Probe(TinyJPEG(image).bytes).losses(without: .thumbnails).isEmpty)
  }

  @Test func unknownItemsAndBoxesThatStayAreNamed() throws {
    var file = TinyHEIF(.topLeft)
    #expect(try Probe(file.bytes).losses(without: .thumbnails).isEmpty)
    #expect(
      try Probe(file.bytes + TinyBox.bytes("free", [1]) + TinyBox.bytes("zzzz", [1])).losses(without: .thumbnails).map(
        \.description) == [
          "1 block of unknown content stays (zzzz): it may show the original image"
        ])
    file.items.append(TinyItem(9, "what", [1, 2, 3]))
    #expect(
      try Probe(file.bytes + TinyBox.bytes("zzzz", [1])).losses(without: .thumbnails).map(\.description) == [
        "2 blocks of unknown content stay (what, zzzz): they may show the original image"
      ])
  }

  @Test func unknownBoxesOfAJPEGXLAreNamed() throws {
    var file = TinyJXL(as: .topLeft)
    file.container = .box(.short)
    file.boxesAfter = TinyBox.bytes("zzzz", [1]) + TinyBox.bytes("jumb", [1]) + TinyBox.bytes("jhgm", [1])
    let probe = try Probe(file.bytes)
    let gps = probe.losses(without: .gps)
    #expect(gps.contains(.contentCredentials) && gps.contains(.unknownBlocks(["zzzz"], .boxes, .gps)))
    #expect(!gps.contains(.parts(.auxiliary, 1)), "a gain map stays")
    #expect(probe.losses(without: .allButColor).contains(.parts(.auxiliary, 1)))
    #expect(probe.losses(without: .thumbnails) == [.contentCredentials] + .unknownBlocksStay(["zzzz"], count: 1))
    #expect(probe.losses(without: .none).isEmpty)
  }

  @Test func unknownPhotoshopResourcesAreFound() throws {
    func resource(_ number: Int) -> [UInt8] {
      Array("8BIM".utf8) + [UInt8(number >> 8), UInt8(number & 255), 0, 0, 0, 0, 0, 2, 1, 2]
    }
    let known = [1005, 1028, 1033, 1036, 2000, 2999].flatMap(resource)
    let payload = Array("Photoshop 3.0\0".utf8) + known
    func sentences(_ payload: [UInt8], _ strip: Strip) throws -> [String] {
      let bytes = TinyJPEG(image, segments: [TinySegment(0xED, payload)]).bytes
      return try Probe(bytes).unknownResources(without: strip, in: bytes).map(\.description)
    }
    for strip in [Strip.none, .thumbnails, .gps, .allButColor] { #expect(try sentences(payload, strip).isEmpty) }
    let unknown = payload + resource(4999) + resource(1059)
    #expect(
      try sentences(unknown, .thumbnails) == [
        "2 blocks of unknown content stay (8BIM 1059, 8BIM 4999): they may show the original image"
      ])
    #expect(
      try sentences(unknown, .gps) == [
        "1 block of unknown content stays (8BIM 4999): it may contain the location"
      ])
    #expect(try sentences(unknown, .allButColor).isEmpty)
    for count in 0..<unknown.count { _ = try sentences(Array(unknown.prefix(count)), .thumbnails) }
  }

  @Test func privateChunksThatStayAreNamed() throws {
    let chunks = [TinyPNG.Chunk("prVt", [1]), TinyPNG.Chunk("prVt", [2])]
    #expect(
      try Probe(TinyPNG(image, chunks: chunks).bytes).losses(without: .thumbnails).map(\.description) == [
        "2 blocks of unknown content stay (prVt): they may show the original image"
      ])
    #expect(
      try Probe(TinyPNG(image, chunks: [chunks[0]]).bytes).losses(without: .thumbnails).map(\.description) == [
        "1 block of unknown content stays (prVt): it may show the original image"
      ])
    #expect(try Probe(TinyPNG(image).bytes).losses(without: .thumbnails).isEmpty)
  }
}

@Suite struct JPEGStrippingTests {
  /// An image with a thumbnail in its Exif block.
  private static func image(_ size: Int) -> TinyJPEG {
    var block = TinyTIFF(.big, orientation: 1)
    block.thumbnail = TinyJPEG(TinyImage.sixColors.enlarged(by: size)).bytes
    return TinyJPEG(TinyImage.letterF, segments: [.exif(block.bytes)])
  }

  @Test(arguments: [Strip.thumbnails, .gps]) func furtherImagesLieWhereTheListSays(_ strip: Strip) throws {
    var file = Self.image(4)
    file.furtherImages = [3, 5, 4].map { Self.image($0).bytes }
    let source = file.bytes
    let before = try Probe(source)
    #expect(before.attachments.count == 3)
    let result = PatchedSource(source, try before.rewriting(without: strip, in: source))
    let bytes = try result.read(0..<result.byteCount)
    let after = try Probe(bytes)
    #expect(after.attachments.count == 3 && !after.hasUnknownAttachments)
    for attachment in after.attachments {
      #expect(bytes[attachment.range].starts(with: [0xFF, 0xD8]), "\(strip), at \(attachment.range)")
      let probe = try Probe(Array(bytes[attachment.range]))
      #expect(probe.storedSize == before.storedSize && (probe.thumbnail == nil) == (strip == .thumbnails))
    }
    #expect(after.attachments.last?.range.upperBound == bytes.count)
  }

  @Test func aPlaceLiesBehindWhatIsInsertedThere() throws {
    let rewrite = try ByteRewrite([
      ByteRewrite.Edit(4..<4, new: [], zeroCount: 3), ByteRewrite.Edit(4..<6, new: [1]), .removal(8..<9),
    ])
    #expect([0, 3, 4, 5, 6, 8, 9].map { rewrite.place(of: $0) } == [0, 3, 7, 8, 8, 10, 10])
  }
}

/// A file without some metadata.
func stripped(_ bytes: [UInt8], _ strip: Strip) throws -> [UInt8] {
  let change = try Probe(bytes).rewriting(without: strip, in: bytes)
  let result = PatchedSource(bytes, change)
  return try result.read(0..<result.byteCount)
}
