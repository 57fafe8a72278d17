// The rest of an XMP packet: read from its segments, rewritten, divided again, and joined for formats of one packet.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct ExtendedXMPTests {
  /// The examples of RFC 1321, A.5.
  @Test func digestsAreThoseOfTheStandard() {
    for (text, digest) in [
      ("", "D41D8CD98F00B204E9800998ECF8427E"), ("a", "0CC175B9C0F1B6A831C399E269772661"),
      ("abc", "900150983CD24FB0D6963F7D28E17F72"), ("message digest", "F96B697D7CB7938D525A2F31AAF161D0"),
      ("abcdefghijklmnopqrstuvwxyz", "C3FCD3D76192E4007DFB496CCA67E13B"),
      (
        "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
        "57EDF4A22BE3C955AC49DA2E2107B67A"
      ),
    ] {
      #expect(String(decoding: MD5.name(of: Array(text.utf8)), as: UTF8.self) == digest)
    }
  }

  /// RFC 4648, 10; and what attributes and line breaks add.
  @Test func textIsDecodedAndEncoded() {
    for (plain, text) in [
      ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
      ("foobar", "Zm9vYmFy"),
    ] {
      #expect(Base64Text.encoded(Array(plain.utf8)) == Array(text.utf8))
      #expect(Base64Text.decoded(Array(text.utf8)) == Array(plain.utf8))
      #expect(Base64Text.decoded(Array(text.utf8.prefix { $0 != 0x3D })) == Array(plain.utf8), "padding may be missing")
    }
    #expect(Base64Text.decoded(Array("Zm9v\n Ym&#xA;Fy".utf8)) == Array("foobar".utf8))
    for broken in ["", "Z", "Zm9v!", "Zg==Zg==", "Zm9v&amp", "===="] {
      #expect(Base64Text.decoded(Array(broken.utf8)) == nil, "\(broken)")
    }
  }

  /// A packet of some properties, with a long one.
  private static func packet(_ count: Int, form: TinyXMP.Form) -> [UInt8] {
    let long = String(repeating: "Q", count: count)
    let space = #"xmlns:GImage="http://ns.google.com/photos/1.0/image/" xmlns:xmp="http://ns.adobe.com/xap/1.0/""#
    return form == .attribute
      ? TinyXMP.packet(attributes: space + #" xmp:Rating="4" GImage:Data="\#(long)""#)
      : TinyXMP.packet(attributes: space, content: "<xmp:Rating>4</xmp:Rating><GImage:Data>\(long)</GImage:Data>")
  }

  /// A packet that is too long is divided: the first part names the rest, and both together are the packet.
  @Test(arguments: TinyXMP.Form.allCases, [70_000, 200_000])
  func longPacketsAreDividedAndJoined(form: TinyXMP.Form, count: Int) throws {
    var carried = CarriedMetadata()
    carried.xmp = Self.packet(count, form: form)
    let segments = carried.packedSegments
    #expect(segments.allSatisfy { $0.payload.count <= JPEGSegment.longestPayload && $0.marker == 0xE1 })
    let kinds = segments.map { JPEGSegment.kind(marker: $0.marker, head: $0.payload) }
    #expect(kinds.first == .xmp && kinds.dropFirst().allSatisfy { $0 == .extendedXMP } && kinds.count > 1)
    #expect(carried.lostInSegments == [.xmp], "nothing is in segments yet")
    carried.segments = segments
    #expect(carried.lostInSegments.isEmpty)
    let extended = ExtendedXMP(segments.dropFirst().map(\.payload))
    #expect(extended.isReadable && extended.packets.count == 1)
    let rest = try #require(extended.packets.first)
    #expect(rest.name == MD5.name(of: rest.bytes))
    let first = Array(segments[0].payload.dropFirst(JPEGSegment.Identifier.xmp.count))
    #expect(XMPProperty.text("xmpNote:HasExtendedXMP", in: first).map { Array($0.utf8) } == rest.name)
    #expect(XMPProperty.text("xmp:Rating", in: first) == "4")
    let joined = try #require(XMPPacketParts.joined(first, [rest.bytes]))
    #expect(XMPElement(joined) != nil && !String(decoding: joined, as: UTF8.self).contains("HasExtendedXMP"))
    #expect(XMPImage.all(in: joined).map { $0.text.count } == [count])
  }

  /// A packet of many descriptions, each with a namespace of its own, in a list that declares one for all.
  private static func descriptions(_ count: Int) -> [UInt8] {
    let each = (0..<count).map { index in
      #"<rdf:Description rdf:about="" xmlns:u\#(index)="http://e/\#(index)" u\#(index):a="\#(index)" all:b="2"/>"#
    }
    return Array(
      (#"<x:xmpmeta xmlns:x="adobe:ns:meta/" xmlns:all="http://outer/"><rdf:RDF xmlns:all="http://inner/" "#
        + #"xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\#(each.joined())</rdf:RDF></x:xmpmeta>"#).utf8)
  }

  /// Each description is joined once, with the declarations around it; of two with one prefix, with the inner one.
  @Test(arguments: [3, 20_000])
  func manyDescriptionsAreJoined(_ count: Int) throws {
    let joined = try #require(
      XMPPacketParts.joined(TinyXMP.packet(attributes: #"xmp:Rating="4""#), [Self.descriptions(count)]))
    let root = try #require(XMPElement(joined))
    let found = root.all("rdf:Description")
    #expect(found.count == count + 1)
    for (index, description) in found.dropFirst().enumerated() {
      #expect(description.value("u\(index):a", in: joined).map { XMPNumber.text($0, in: joined) } == "\(index)")
      #expect(description.value("xmlns:all", in: joined).map { XMPNumber.text($0, in: joined) } == "http://inner/")
      #expect(description.attributes.count { $0.name.hasPrefix("xmlns:") } == 4)
    }
  }

  /// Of many descriptions, each moved property is in the rest once, and the others stay.
  @Test func manyDescriptionsAreDivided() throws {
    let count = 20_000
    let packet = Self.descriptions(count)
    let (first, rest) = try #require(XMPPacketParts.divided(packet, limit: packet.count - 100_000))
    let (one, other) = (try #require(XMPElement(first)), try #require(XMPElement(rest)))
    func values(_ root: XMPElement, _ bytes: [UInt8]) -> [String] {
      root.all("rdf:Description").flatMap { element in
        element.attributes.filter { $0.name.hasSuffix(":a") }.map { XMPNumber.text($0.value, in: bytes) }
      }
    }
    #expect((values(one, first) + values(other, rest)).compactMap { Int($0) }.sorted() == Array(0..<count))
    #expect(!values(other, rest).isEmpty && !values(one, first).isEmpty)
  }

  /// Declarations that would make the result many times as long as its sources are no reason to fill the memory.
  @Test func declarationsAreNotMultiplied() {
    let names = (0..<10_000).map { #" xmlns:n\#($0)="http://e/\#($0)""# }.joined()
    let each = String(repeating: #"<rdf:Description rdf:about=""/>"#, count: 30_000)
    let rest = #"<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"\#(names)>\#(each)</rdf:RDF>"#
    #expect(XMPPacketParts.joined(TinyXMP.packet(), [Array(rest.utf8)]) == nil)
  }

  /// Missing, doubled and contradicting parts are not read; order does not matter.
  @Test func incompletePacketsAreNotRead() {
    let packet = Self.packet(140_000, form: .element)
    let parts = ExtendedXMP.payloads(packet)
    #expect(parts.count == 3)
    #expect(ExtendedXMP(parts.reversed()).packets.map(\.bytes) == [packet])
    for wrong in [Array(parts.dropFirst()), Array(parts.dropLast()), parts + [parts[0]], parts + [[1, 2, 3]]] {
      #expect(!ExtendedXMP(wrong).isReadable)
    }
    var other = parts
    other[1][JPEGSegment.Identifier.extendedXMP.count + 35] ^= 1
    #expect(!ExtendedXMP(other).isReadable)
    let broken = ExtendedXMP(ExtendedXMP.payloads(Array("<a><b></a>".utf8)))
    #expect(broken.packets.isEmpty && !broken.isReadable, "what is not closed cannot be edited")
  }

  /// Regions in the rest are moved like those in the packet, and the packet refers to the new rest.
  @Test(arguments: ExifOrientation.allCases)
  func regionsInTheRestFollow(_ tag: ExifOrientation) throws {
    let area = [("x", "0.1"), ("y", "0.25"), ("w", "0.125"), ("h", "0.5")]
    let rest = TinyRegions.packet(TinyRegions([.init("Ann", area)], dimensions: (4, 2)).mwg)
    let first = TinyXMP.packet(
      attributes: #"xmlns:xmpNote="http://ns.adobe.com/xmp/note/" xmpNote:HasExtendedXMP="\#(Self.name(rest))""#)
    let segments =
      [.exif(TinyTIFF(orientation: Int(tag.rawValue))), TinySegment.xmp(first)]
      + ExtendedXMP.payloads(rest).map { TinySegment(0xE1, $0) }
    let source = TinyJPEG(TinyImage(width: 4, height: 2, filledWith: [9]), segments: segments).bytes
    let probe = try Probe(source)
    let displayed = probe.displayedSize
    let move = XMPRewriterTests.move(
      PixelSize(width: 4, height: 2), to: PixelSize(width: displayed.width, height: displayed.height), tag: tag)
    let carried = try probe.carry(move.edit, from: source)
    let new = carried.segments.filter { JPEGSegment.kind(marker: $0.marker, head: $0.payload) == .extendedXMP }
    let expected = XMPRewriter.rewritten(rest, move: move, limit: .max)
    #expect(ExtendedXMP(new.map(\.payload)).packets.map(\.bytes) == [expected])
    #expect((expected == rest) == (tag == .topLeft))
    let text = String(decoding: carried.segments.flatMap(\.payload), as: UTF8.self)
    #expect(text.contains("HasExtendedXMP=\"\(Self.name(expected))\""))
    #expect(probe.marks(after: move.edit) == [.regionsMoved(1)])
    let joined = try #require(carried.xmp)
    #expect(String(decoding: joined, as: UTF8.self).contains("mwg-rs:Regions"), "formats of one packet get both")
  }

  private static func name(_ packet: [UInt8]) -> String { String(decoding: MD5.name(of: packet), as: UTF8.self) }

  /// A rest that has nothing left is gone, and so is the reference to it.
  @Test func anEmptyRestGoesWithItsName() throws {
    let rest = TinyXMP.packet(
      attributes: #"xmlns:GDepth="http://ns.google.com/photos/1.0/depthmap/" GDepth:Data="/9j/4AAQ""#)
    let first = TinyXMP.packet(
      attributes: #"xmlns:xmpNote="http://ns.adobe.com/xmp/note/" xmpNote:HasExtendedXMP="\#(Self.name(rest))""#)
    let segments = [TinySegment.xmp(first)] + ExtendedXMP.payloads(rest).map { TinySegment(0xE1, $0) }
    let source = TinyJPEG(TinyImage(width: 4, height: 2, filledWith: [9]), segments: segments).bytes
    for strip in [Strip.none, .thumbnails, .gps] {
      var edit = XMPRewriterTests.move(PixelSize(width: 4, height: 2), to: PixelSize(width: 4, height: 2)).edit
      (edit.strip, edit.showsLess) = (strip, true)
      let text = String(
        decoding: try Probe(source).carry(edit, from: source).segments.flatMap(\.payload), as: UTF8.self)
      #expect(!text.contains("4AAQ") && !text.contains("HasExtendedXMP") && text.contains("rdf:Description"))
      guard strip != .none else { continue }
      let rest = String(decoding: try stripped(source, strip), as: UTF8.self)
      #expect(!rest.contains("4AAQ") && !rest.contains("HasExtendedXMP") && rest.contains("rdf:Description"))
    }
  }
}
