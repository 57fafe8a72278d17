// Copies of XMP in Exif, and packets in other encodings, follow their image like any packet.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct ExifPacketTests {
  private static let size = PixelSize<Stored>(width: 4, height: 2)

  private static let regions: [UInt8] = {
    let area = [("x", "0.1"), ("y", "0.25"), ("w", "0.125"), ("h", "0.5")]
    return TinyRegions.packet(TinyRegions([.init("Ann", area)], dimensions: (4, 2)).mwg)
  }()

  private static func block(_ tag: ExifOrientation, _ packet: [UInt8], order: TinyTIFF.ByteOrder) -> TinyTIFF {
    TinyTIFF(
      order,
      ifd0: [
        .orientation(Int(tag.rawValue)), TinyEntry(271, text: "A maker of cameras"),
        TinyEntry(700, .byte, packet.map { Int($0) }),
      ])
  }

  private static func move(_ tag: ExifOrientation) -> ImageMove {
    let shown = Orientation(exif: tag).applied(to: size)
    return XMPRewriterTests.move(size, to: PixelSize(width: shown.width, height: shown.height), tag: tag)
  }

  private func packet(in block: TIFFBlock) throws -> [UInt8] {
    let entry = try #require(block.ifd0?.first(.xmp))
    return Array(block.bytes[try #require(block.place(of: entry))])
  }

  @Test(arguments: ExifOrientation.allCases, TinyTIFF.ByteOrder.allCases)
  func copiesOfXMPInExifFollow(_ tag: ExifOrientation, _ order: TinyTIFF.ByteOrder) throws {
    let short = Array(
      String(decoding: Self.regions, as: UTF8.self).replacing("<?xpacket end", with: "\n\n<?xpacket end").utf8)
    for packet in [Self.regions, short, TinyXMP.packet(orientation: "6")] {
      let source = TinyJPEG(
        TinyImage(width: 4, height: 2, filledWith: [9]), segments: [.exif(Self.block(tag, packet, order: order))]
      ).bytes
      let move = Self.move(tag)
      let carried = try #require(try Probe(source).carry(move.edit, from: source).exif)
      let block = try #require(TIFFBlock(carried))
      let expected = XMPRewriter.rewritten(packet, move: move, limit: .max)
      let found = try self.packet(in: block)
      #expect(
        expected.count > packet.count ? found == expected : found == XMPRewriter.padded(expected, to: packet.count))
      #expect(block.bytes.contains(sequence: Array("A maker of cameras".utf8)))
      if tag != .topLeft { #expect(expected != packet) }
      #expect(!String(decoding: found, as: UTF8.self).contains(#"tiff:Orientation="6""#))
    }
  }

  /// A copy for which the segment has no room loses what it marks rather than everything.
  @Test func copiesWithoutRoomLoseTheirMarks() throws {
    let area = [("x", ".1"), ("y", ".3"), ("w", "0.1"), ("h", "0.5")]
    var (packet, count): ([UInt8], Int) = ([], 100)
    while packet.count < 36_000 {
      packet = TinyRegions.packet(
        TinyRegions((0..<count).map { .init("Person \($0)", area) }, dimensions: (4, 2)).mwg)
      count += 10
    }
    let move = Self.move(.rightTop)
    let expected = XMPRewriter.rewritten(packet, move: move, limit: .max)
    #expect(expected.count > packet.count && expected.count + packet.count > JPEGSegment.longestPayload)
    let block = try #require(TIFFBlock(Self.block(.rightTop, packet, order: .big).bytes))
    let new = ExifRewriter(block, edit: move.edit, move: move).block
    #expect(new.bytes.count == block.bytes.count)
    let found = try self.packet(in: new)
    #expect(XMPElement(found) != nil && found.count == packet.count)
    #expect(!String(decoding: found, as: UTF8.self).contains("Person"))
  }

  static func encoded(_ text: String, width: Int, isBig: Bool) -> [UInt8] {
    let units = width == 2 ? text.utf16.map { UInt32($0) } : text.unicodeScalars.map(\.value)
    return units.flatMap { unit in
      let low = (0..<width).map { UInt8(truncatingIfNeeded: unit >> UInt32(8 * $0)) }
      return isBig ? low.reversed() : low
    }
  }

  @Test(arguments: [2, 4], [true, false])
  func packetsInOtherEncodingsFollow(_ width: Int, _ isBig: Bool) throws {
    let plain = TinyXMP.packet(orientation: "6", form: .element)
    let text = String(decoding: plain, as: UTF8.self)
    for opening in ["", "\u{FEFF}", "\u{FEFF}<?xml version=\"1.0\" encoding=\"UTF-16\"?>"] {
      #expect(XMPEncoding.utf8(Self.encoded(opening + text, width: width, isBig: isBig)) == plain)
    }
    #expect(XMPEncoding.utf8(plain) == plain)
    let other = Self.encoded(String(decoding: Self.regions, as: UTF8.self), width: width, isBig: isBig)
    let source = TinyJPEG(
      TinyImage(width: 4, height: 2, filledWith: [9]), segments: [.exif(TinyTIFF(orientation: 6)), .xmp(other)]
    ).bytes
    let (probe, move) = (try Probe(source), Self.move(.rightTop))
    #expect(probe.marks(after: move.edit) == [.regionsMoved(1)])
    #expect(
      try probe.carry(move.edit, from: source).xmp == XMPRewriter.rewritten(Self.regions, move: move, limit: .max))
    let odd = Self.encoded(text, width: width, isBig: isBig) + [0x3C]
    #expect(XMPEncoding.utf8(odd) == plain, "an incomplete unit at the end is left out")
  }

  /// Digits under the name that Exif has too may be those of a packet.
  @Test(arguments: [TinyPNG.Chunk.TextForm.plain, .packed])
  func packetsInDigitsFollow(_ form: TinyPNG.Chunk.TextForm) throws {
    let segment = JPEGSegment.Identifier.xmp + Self.regions
    let text = RawProfile(name: Array("app1".utf8), bytes: segment).text
    let chunks: [TinyPNG.Chunk] = [
      .exif(TinyTIFF(orientation: 6).bytes),
      .text("Raw profile type APP1", text, form),
    ]
    let source = TinyPNG(TinyImage(width: 4, height: 2, filledWith: [9]), chunks: chunks).bytes
    let (probe, move) = (try Probe(source), Self.move(.rightTop))
    let carried = try probe.carry(move.edit, from: source)
    #expect(carried.xmp == XMPRewriter.rewritten(Self.regions, move: move, limit: .max))
    let kinds = try probe.fileParts(in: source).map(\.kind)
    #expect(kinds.contains(.xmp) && kinds.contains(.region))
    let rest = try stripped(source, .thumbnails)
    #expect(try Probe(rest).carry(move.edit, from: rest).xmp == carried.xmp, "a strip keeps what it does not name")
  }
}
