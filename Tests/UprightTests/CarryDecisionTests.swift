// Decisions about metadata: the size, the map and the thumbnail of each new image.

import Testing
@testable import Upright
import UprightFixtures

@Suite struct CarryingTests {
  /// A photo of the size with a thumbnail of another.
  private func probe(_ width: Int, _ height: Int, thumbnail: (Int, Int)?, tag: Int = 6) throws -> Probe {
    var block = TinyTIFF(.big, orientation: tag)
    block.thumbnail = thumbnail.map { TinyJPEG(TinyImage(width: $0.0, height: $0.1, filledWith: [9])).bytes }
    return try Probe(TinyJPEG(TinyImage(width: width, height: height, filledWith: [9]), exif: block).bytes)
  }

  private func disposition(_ rendition: Rendition, _ probe: Probe) throws -> Plan.Carry.Thumbnail {
    try PlanRequest(rendition, probe).carry(.full, keepsProfile: true).thumbnail
  }

  @Test func aThumbnailTurnsWithTheWholeImage() throws {
    let source = try probe(32, 16, thumbnail: (16, 8))
    for turn in Orientation<Displayed, Displayed>.all {
      let total = Orientation<Stored, Displayed>(exif: .rightTop).then(turn)
      for format in [ContainerFormat.jpeg, .png] {
        let found = try disposition(Rendition(rotation: turn, upright: .pixels, format: format), source)
        guard case .make(let plan) = found else { throw Unexpected("\(found)") }
        #expect(plan.format == .jpeg && plan.remaining.isIdentity)
        #expect(
          plan.outputSize == (total.swapsAxes ? PixelSize(width: 8, height: 16) : PixelSize(width: 16, height: 8)))
        if case .transform(let transform) = plan.route { #expect(transform.job.orientation == total) }
        #expect(plan.route.name == (total.isIdentity ? .copy : .transform))
      }
    }
  }

  /// A thumbnail that no codec can rotate is dropped, as is one whose bytes are not an image.
  @Test func aThumbnailThatCannotBeMadeGoes() throws {
    let source = try probe(32, 16, thumbnail: (8, 4))
    let request = try PlanRequest(Rendition(upright: .pixels), source)
    #expect(request.carry(.bare, keepsProfile: true).thumbnail == .drop(.notReoriented))
  }

  @Test func aThumbnailThatWouldShowMoreOrLieOtherwiseGoes() throws {
    let source = try probe(32, 16, thumbnail: (8, 4))
    let part = PixelRect<Stored>(x: 0, y: 0, width: 31, height: 16)
    #expect(try disposition(Rendition(region: .stored(part)), source) == .drop(.small))
    #expect(try disposition(Rendition(region: .square), source) == .drop(.small))
    #expect(try disposition(Rendition(size: .within(PixelSize(width: 8, height: 8))), source) == .drop(.small))
    let beyond = PixelRect<Displayed>(x: -1, y: 0, width: 17, height: 32)
    #expect(try disposition(Rendition(region: .pixels(beyond), overflow: .pad(.black)), source) == .drop(.small))
    #expect(try disposition(Rendition(), probe(32, 16, thumbnail: nil)) == .absent)
  }

  /// Landscape, portrait and square images × thumbnails: only the same shape is trusted to have the same orientation.
  @Test func onlyAThumbnailOfTheSameShapeLiesLikeItsImage() throws {
    let shapes = [(24, 8), (8, 24), (16, 16)]
    for (index, image) in shapes.enumerated() {
      for (other, thumbnail) in shapes.enumerated() {
        let source = try probe(image.0, image.1, thumbnail: thumbnail)
        let isDropped = try disposition(Rendition(upright: .pixels), source) == .drop(.shape)
        #expect(isDropped == (index != other), "\(thumbnail) in \(image)")
        #expect(try #require(source.thumbnail).hasShape(source.storedSize) == (index == other))
      }
    }
  }

  /// A large part gets a new thumbnail if JPEG is encoded, and its samples have eight bits.
  @Test func aNewThumbnailNeedsAnEncoderAndPlainSamples() throws {
    let request = try PlanRequest(
      Rendition(region: .pixels(PixelRect(x: 0, y: 0, width: 400, height: 300)), upright: .pixels),
      probe(480, 320, thumbnail: (16, 8), tag: 1))
    func found(_ planner: Planner, _ depth: SampleLayout.Depth) -> Plan.Carry.Thumbnail {
      let layout = SampleLayout(.rgb, depth)
      return request.carry(planner, keepsProfile: true, writeMode: .samples(layout)).thumbnail
    }
    #expect(found(.full, .eight) == .shrink(PixelSize(width: 160, height: 120)))
    #expect(found(.full, .sixteen) == .drop(.notRemade) && found(.bare, .eight) == .drop(.notRemade))
  }

  /// The thumbnail's bytes: cut short in its headers, or stored without compression.
  @Test func aThumbnailThatIsNoJPEGIsDropped() throws {
    let image = TinyImage(width: 32, height: 16, filledWith: [9])
    var cut = TinyTIFF(.big, orientation: 6)
    var (plain, bare) = (cut, cut)
    cut.thumbnail = [0xFF, 0xD8, 0xFF]
    plain.ifd1 = [TinyEntry(259, .short, [1]), TinyEntry(273, .long, [8]), TinyEntry(279, .long, [8])]
    bare.ifd1 = [.orientation(6)]
    let wanted: [(TinyTIFF, Plan.Carry.Thumbnail)] = [
      (cut, .drop(.unreadable)), (plain, .drop(.unreadable)), (bare, .absent),
    ]
    for (block, wanted) in wanted {
      let source = try Probe(TinyJPEG(image, exif: block).bytes)
      #expect(try disposition(Rendition(upright: .pixels), source) == wanted)
      var stripped = Rendition(upright: .pixels)
      for strip in [Strip.thumbnails, .allButColor] {
        stripped.strip = strip
        #expect(try disposition(stripped, source) == .absent)
      }
    }
  }

  @Test(arguments: ExifOrientation.allCases)
  func sizeAndMapAreThoseOfTheResult(_ tag: ExifOrientation) throws {
    let source = try Photos.probe(tag, 40, 24)
    for turn in Orientation<Displayed, Displayed>.all {
      let region = PixelRect<Stored>(x: 8, y: 8, width: 24, height: 8)
      let request = try PlanRequest(Rendition(region: .stored(region), rotation: turn), source)
      for keeps in [true, false] {
        let carry = request.carry(.full, keepsProfile: keeps)
        #expect(carry.size == request.outputSize && carry.map == request.map && carry.keepsProfile == keeps)
        #expect(carry == request.carry(.full, keepsProfile: keeps, trimmedTo: region), "nothing was trimmed")
      }
    }
  }

  /// If less is kept than requested, the map's origin moves to the kept part.
  @Test(arguments: ExifOrientation.allCases)
  func aTrimmedImageStartsWhereItIsKept(_ tag: ExifOrientation) throws {
    let source = try Photos.probe(tag, 40, 24)
    let kept = PixelRect<Stored>(x: 8, y: 16, width: 16, height: 8)
    for turn in Orientation<Displayed, Displayed>.all {
      let request = try PlanRequest(Rendition(rotation: turn), source)
      let carry = request.carry(.full, keepsProfile: true, trimmedTo: kept)
      #expect(kept.rect.applying(carry.map) == carry.size.bounds.rect)
      let lost = request.trimmed(to: kept)
      let swaps = request.total.swapsAxes
      #expect((lost.width, lost.height) == (swaps ? (16, 24) : (24, 16)))
    }
  }
}

// Data that a new image drops is named, and nothing is named otherwise.

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
