// Thumbnails in a packet: removed if they would show something else, otherwise unchanged.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct XMPThumbnailsTests {
  /// A packet with one thumbnail, under the usual prefixes or others, and a rating.
  static func packet(xmp: String = "xmp", image: String = "xmpGImg") -> [UInt8] {
    TinyXMP.packet(
      attributes: #"xmlns:\#(xmp)="http://ns.adobe.com/xap/1.0/" xmlns:\#(image)="http://ns.adobe.com/xap/1.0/g/img/" "#
        + #"\#(xmp):Rating="4""#,
      content: "<\(xmp):Thumbnails><rdf:Alt><rdf:li rdf:parseType=\"Resource\"><\(image):width>16</\(image):width>"
        + "<\(image):image>/9j/4AAQ</\(image):image></rdf:li></rdf:Alt></\(xmp):Thumbnails>")
  }

  private func move(_ turn: ExifOrientation, _ strip: Strip = .none, width: Int = 4) -> ImageMove {
    let stored = PixelSize<Stored>(width: 4, height: 2)
    let oriented = Orientation<Stored, Displayed>(exif: turn)
    let orientation = Orientation<Stored, Output>(
      mirrored: oriented.isMirrored, clockwise: oriented.clockwiseQuarters)
    var edit = MetadataEdit(
      size: turn.rawValue > 4 ? PixelSize(width: 2, height: width) : PixelSize(width: width, height: 2),
      map: Transform2D(orientation, in: stored), thumbnail: nil, keepsProfile: true, keepsCoding: false)
    edit.strip = strip
    return ImageMove(storedSize: stored, orientation: Orientation(exif: turn), edit: edit)
  }

  /// Every rotation, and each kind of removed data; other prefixes for the same namespaces are equivalent.
  @Test(arguments: ExifOrientation.allCases, Strip.allCases)
  func theyGoWithWhatTheyShowed(_ turn: ExifOrientation, _ strip: Strip) {
    for prefixes in [("xmp", "xmpGImg"), ("xap", "g")] {
      let source = Self.packet(xmp: prefixes.0, image: prefixes.1)
      let found = XMPRewriter.carried(source, move: move(turn, strip), limit: .max)
      let text = found.map { String(decoding: $0, as: UTF8.self) }
      #expect((text == nil) == (strip == .allButColor))
      let stays = turn == .topLeft && strip == .none
      #expect(found == source || !stays)
      #expect(text?.contains("/9j/4AAQ") != !stays, "\(turn), \(strip)")
      #expect(text?.contains("Thumbnails") != !stays)
      #expect(text?.contains("Rating=\"4\"") != false)
    }
  }

  @Test func theyGoWhereAPartIsShown() throws {
    let found = try #require(XMPRewriter.carried(Self.packet(), move: move(.topLeft, width: 3), limit: .max))
    #expect(!String(decoding: found, as: UTF8.self).contains("xmpGImg:image"))
  }

  /// The same names in other namespaces are unrelated.
  @Test func otherNamespacesAreLeft() throws {
    let packet = TinyXMP.packet(
      attributes: #"xmlns:my="http://example.org/my/""#, content: "<my:Thumbnails>kept</my:Thumbnails>")
    let found = try #require(XMPRewriter.carried(packet, move: move(.rightTop), limit: .max))
    #expect(String(decoding: found, as: UTF8.self).contains("<my:Thumbnails>kept</my:Thumbnails>"))
  }

  /// A plan states it exactly if it is done.
  @Test(arguments: ExifOrientation.allCases)
  func plansSayIt(_ turn: ExifOrientation) throws {
    let image = TinyImage(width: 4, height: 2, filledWith: [9])
    for source in [
      TinyJPEG(image, segments: [.xmp(Self.packet())]).bytes, TinyPNG(image, chunks: [.xmp(Self.packet())]).bytes,
    ] {
      let probe = try Probe(source)
      let says = { (strip: Strip) in
        probe.marks(after: move(turn, strip).edit).contains(.thumbnailsRemoved)
      }
      #expect(says(.none) == (turn != .topLeft))
      #expect(says(.thumbnails) && says(.gps) && !says(.allButColor))
    }
  }

  /// The extension of a packet is removed whole if it has a thumbnail, wherever it is split; without one it stays.
  @Test func theRestOfAPacketGoesWithThem() throws {
    let rest = Self.packet()
    let name = Array("http://ns.adobe.com/xmp/extension/\0".utf8) + Array(repeating: UInt8(ascii: "A"), count: 40)
    for cut in stride(from: 0, through: rest.count, by: 16) {
      let parts = [rest[..<cut], rest[cut...]].map { TinySegment(0xE1, name + $0) }
      let source = TinyJPEG(TinyImage(width: 4, height: 2, filledWith: [9]), segments: parts + [.comment("c")]).bytes
      let probe = try Probe(source)
      #expect(try probe.carry(move(.rightTop).edit, from: source).segments.map(\.marker) == [0xFE], "\(cut)")
      #expect(try probe.carry(move(.topLeft).edit, from: source).segments.map(\.marker) == [0xE1, 0xE1, 0xFE])
    }
    let other = TinySegment(0xE1, name + Array("<my:Data>".utf8))
    let source = TinyJPEG(TinyImage(width: 4, height: 2, filledWith: [9]), segments: [other]).bytes
    #expect(try Probe(source).carry(move(.rightTop).edit, from: source).segments.map(\.payload) == [other.payload])
    for text in ["<GDepth:Data>", "<GImage:Data>", #"<q xmlns:x="http://ns.google.com/photos/1.0/image/" x:Data="#] {
      let source = TinyJPEG(
        TinyImage(width: 4, height: 2, filledWith: [9]), segments: [TinySegment(0xE1, name + text.utf8)]
      ).bytes
      #expect(try Probe(source).carry(move(.rightTop).edit, from: source).segments.isEmpty)
      #expect(try Probe(source).carry(move(.topLeft).edit, from: source).segments.count == 1)
    }
  }

  /// A second image and a depth map in full size, with any prefix.
  private static func full(_ image: String = "GImage", _ depth: String = "GDepth") -> [UInt8] {
    TinyXMP.packet(
      attributes: #"xmlns:\#(image)="http://ns.google.com/photos/1.0/image/" "#
        + #"xmlns:\#(depth)="http://ns.google.com/photos/1.0/depthmap/" my:Rating="4" "#
        + #"\#(image):Mime="image/jpeg" \#(image):Data="/9j/4AAQ" \#(depth):Format="RangeInverse""#,
      content: "<\(depth):Data>/9j/4AAQ</\(depth):Data>")
  }

  @Test(arguments: ExifOrientation.allCases, Strip.allCases)
  func imagesInFullSizeStayOnlyWithTheSame(_ turn: ExifOrientation, _ strip: Strip) throws {
    for source in [Self.full(), Self.full("i", "d")] {
      let stays = turn == .topLeft && strip == .none
      for width in [3, 4, 8] {
        var edit = move(turn, strip, width: width).edit
        if width == 8 {
          // The whole image, twice as large.
          edit = MetadataEdit(
            size: PixelSize(width: 8, height: 4), map: Transform2D(scaleX: 2, scaleY: 2), thumbnail: nil,
            keepsProfile: true, keepsCoding: false)
          edit.strip = strip
        }
        let move = ImageMove(
          storedSize: PixelSize(width: 4, height: 2), orientation: Orientation(exif: turn), edit: edit)
        let found = XMPRewriter.carried(source, move: move, limit: .max).map { String(decoding: $0, as: UTF8.self) }
        let isKept = stays && width == 4
        #expect(found == nil || found?.contains("/9j/4AAQ") == isKept, "\(turn), \(strip), \(width)")
        #expect(found?.contains("RangeInverse") != !isKept && found?.contains("my:Rating=\"4\"") != false)
        let file = TinyJPEG(TinyImage(width: 4, height: 2, filledWith: [9]), segments: [.xmp(source)]).bytes
        let said = try Probe(file).marks(after: edit).map(\.description)
        for sentence in ["the image in XMP (GImage) is not copied", "the depth map in XMP (GDepth) is not copied"] {
          // What is reoriented with the whole image is planned alone.
          let isPlanned = turn != .topLeft && strip == .none && move.showsAll
          #expect(said.contains(sentence) == (!isKept && !isPlanned))
        }
      }
      let stripped = try #require(XMPRewriter.stripped(source, of: .thumbnails))
      #expect(!String(decoding: stripped, as: UTF8.self).contains("/9j/4AAQ"))
    }
  }
}
