// Data that a new image drops is named, and nothing is named otherwise.

import Testing
import UprightFixtures

@testable import Upright

@Suite struct DroppedMetadataTests {
  private func left(
    _ source: [UInt8], _ strip: Strip = .none, region: Rendition.Region = .full, format: ContainerFormat? = nil
  ) throws -> [String] {
    var wish = Rendition(region: region, upright: .pixels, format: format)
    wish.strip = strip
    return try PlanRequest(wish, Probe(source)).carry(.full, keepsProfile: true).dropped.map(\.description)
  }

  /// Bytes after the image may be anything; a part of it, or another format, never had them.
  @Test(arguments: Strip.allCases)
  func whatFollowsTheImageGoesWithThePosition(_ strip: Strip) throws {
    let source = PlanTable.photo(.rightTop, storedWidth: 32, storedHeight: 16)
    let sentence =
      "bytes after the end of the image, if any, are not copied: as requested (\(strip.rawValue))"
    #expect(try left(source, strip) == (strip == .gps || strip == .allButColor ? [sentence] : []))
    #expect(try left(source, strip, format: .png).isEmpty)
    let part = PixelRect<Displayed>(x: 0, y: 0, width: 8, height: 8)
    #expect(try left(source, strip, region: .pixels(part)).isEmpty)
  }

  private func sentence(_ what: String) -> String { "not copied: \(what)" }

  /// IPTC's record and a comment are kept only in a JPEG; they are not expected if nearly everything is removed.
  @Test(arguments: ContainerFormat.allCases)
  func whatOnlyAJPEGHolds(_ format: ContainerFormat) throws {
    let segments: [TinySegment] = [TinySegment(0xED, Array("Photoshop 3.0\0".utf8)), .comment("c")]
    let source = PlanTable.photo(.rightTop, segments: segments)
    let names = [format == .tiff ? "Photoshop's data except IPTC" : "IPTC and Photoshop's data", "the comment"].map(
      sentence)
    #expect(try left(source, format: format) == (format == .jpeg ? [] : names))
    #expect(try left(source, .thumbnails, format: format) == (format == .jpeg ? [] : names))
    #expect(try left(source, .allButColor, format: format).contains { names.contains($0) } == false)
  }

  /// A dropped thumbnail is named, whatever its container; one that was requested to be removed, or is kept, is not.
  @Test func aThumbnailThatGoesIsNamed() throws {
    var block = TinyTIFF(.big, orientation: 1)
    block.thumbnail = TinyJPEG(TinyImage(width: 16, height: 8, filledWith: [9])).bytes
    let image = TinyImage(width: 32, height: 16, filledWith: [9])
    let part = Rendition.Region.pixels(PixelRect(x: 0, y: 0, width: 8, height: 8))
    for source in [
      TinyJPEG(image, exif: block).bytes, TinyPNG(image, chunks: [.exif(block.bytes)]).bytes,
    ] {
      #expect(try left(source, region: part) == ["the thumbnail is not copied: the result is small"])
      let page = "the thumbnail is not copied: TIFF would show it as a page"
      #expect(try left(source, region: part, format: .tiff).contains(page))
      #expect(try left(source, .thumbnails, region: part).isEmpty)
      #expect(try left(source).isEmpty)
    }
    #expect(try left(TinyJPEG(image).bytes, region: part).isEmpty)
  }

  /// A new image of the same size should have a thumbnail that its source has, unless the format or the request rules
  /// it out.
  @Test func aThumbnailIsAnUnexpectedLossWhereItsFileIsTheReason() {
    let reasons: [(CarryNote.ThumbnailDrop, Bool)] = [
      (.shape, true), (.unreadable, true), (.damaged, true), (.notReoriented, true), (.format(.tiff), false),
      (.small, false), (.notRemade, false),
    ]
    for (reason, isUnexpected) in reasons {
      #expect(CarryNote.thumbnailDropped(reason).isUnexpectedLoss == isUnexpected, "\(reason)")
    }
    #expect(Set(reasons.map { CarryNote.thumbnailDropped($0.0).description }).count == reasons.count)
    #expect(CarryNote.thumbnailTooLarge.isUnexpectedLoss)
    #expect(!CarryNote.thumbnailReoriented(.transform).isUnexpectedLoss)
  }

  /// The extension of a packet is certainly removed with the location, and loses its thumbnails if they are removed.
  @Test func theRestOfAPacketIsNamed() throws {
    let segment = TinySegment(0xE1, Array("http://ns.adobe.com/xmp/extension/\0".utf8) + [1])
    let source = PlanTable.photo(.topLeft, segments: [segment])
    let turned = PlanTable.photo(.rightTop, segments: [segment])
    let perhaps = "images in the rest of the XMP packet, if any, are not copied"
    #expect(try left(source).isEmpty && left(turned).isEmpty, "it rotates with the image")
    #expect(try left(source, .thumbnails) == [perhaps])
    #expect(
      try left(source, .gps).first
        == "the rest of the XMP packet is not copied: it may contain the location (gps)")
    #expect(try left(source, format: .png) == [sentence("the rest of the XMP packet")])
  }

  /// A conversion is stated in the plan that carries metadata, and in no other.
  @Test func aConversionIsNotedWhereThereMayBeAProfile() throws {
    let profile = TinySegment.icc(TinySegment.profile(byteCount: 300))
    for (segments, colors) in [(profile, Rendition.Colors.srgb), (profile, .asSource), ([], .srgb)] {
      let probe = try Probe(PlanTable.photo(.rightTop, segments: segments))
      let carry = try PlanRequest(Rendition(upright: .pixels, colors: colors), probe).carry(.full, keepsProfile: true)
      #expect(carry.becomesSRGB == (colors == .srgb && !segments.isEmpty))
    }
  }
}
