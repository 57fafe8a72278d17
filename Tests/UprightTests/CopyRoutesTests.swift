// The routes that copy the coded image.

import Testing
@testable import Upright
import UprightFixtures

// When the result is the source: every request that changes nothing, and none that changes something.

@Suite struct CopyRouteTests {
  private func decision(_ rendition: Rendition, _ probe: Probe) throws -> RouteDecision {
    CopyRoute.decide(try PlanRequest(rendition, probe), .bare)
  }

  @Test(arguments: ExifOrientation.allCases)
  func anUnturnedRequestIsACopyWhereTheTagMayStay(_ tag: ExifOrientation) throws {
    let probe = try Photos.probe(tag, 60, 27)
    let copied = try decision(Rendition(), probe)
    #expect(
      copied.route == .copy && copied.remaining == Orientation(exif: tag) && copied.peakBytes == RunMemory.copying)
    for turn in Orientation<Displayed, Displayed>.all where !turn.isIdentity {
      #expect(try decision(Rendition(rotation: turn), probe).reason == "a rotation is requested")
    }
  }

  /// Upright pixels are a copy exactly if tag and rotation leave nothing to do. A rotated image is never a copy,
  /// because its tag must change.
  @Test(arguments: ExifOrientation.allCases)
  func uprightPixelsAreACopyOnlyWhereTheyAreUpright(_ tag: ExifOrientation) throws {
    let probe = try Photos.probe(tag, 60, 27)
    for turn in Orientation<Displayed, Displayed>.all {
      let found = try decision(Rendition(rotation: turn, upright: .pixels), probe)
      let total = Orientation<Stored, Displayed>(exif: tag).then(turn)
      if total.isIdentity {
        #expect((found.route == .copy) == turn.isIdentity)
        if !turn.isIdentity { #expect(found.reason == "a rotation is requested") }
      } else {
        #expect(found.reason == "the stored pixels have to be reoriented (\(total.word))")
        #expect(found.error == .unanswerable(field: "upright", reason: Phrase(found.reason ?? "")))
      }
    }
  }

  private static let changes: [(Rendition, String)] = [
    (Rendition(format: .png), "the format changes to png"),
    (Rendition(region: .square), "only part of the image is requested"),
    (
      Rendition(region: .pixels(PixelRect(x: -1, y: 0, width: 61, height: 27)), overflow: .pad(.black)),
      "only part of the image is requested"
    ),
    (Rendition(size: .within(PixelSize(width: 30, height: 30))), "the size changes to 30x14"),
    (Rendition(size: .exactly(PixelSize(width: 27, height: 60))), "the size changes to 27x60"),
  ]

  @Test func changedPixelsAreNoCopy() throws {
    let probe = try Photos.probe(nil, 60, 27)
    for (rendition, reason) in Self.changes {
      #expect(try decision(rendition, probe).reason == reason)
      #expect(try PlanRequest(rendition, probe).reasonPixelsChange?.description == reason)
      var lenient = rendition
      lenient.upright = .pixelsWherePossible
      #expect(try !PlanRequest(lenient, probe).mayKeepTag)
    }
    #expect(try PlanRequest(Rendition(), probe).reasonPixelsChange == nil)
    let sameSize = Rendition(region: .pixels(PixelRect(x: 0, y: 0, width: 60, height: 27)), format: .jpeg)
    #expect(try decision(sameSize, probe).route == .copy, "said in other words, but the same")
  }

  /// Tags that are not as the standard requires are corrected, even if their value in use is right.
  @Test func aTagThatIsNotCanonicalIsNoCopy() throws {
    let blocks: [TinyTIFF] = [
      TinyTIFF(orientation: 0), TinyTIFF(orientation: 9), TinyTIFF(ifd0: [TinyEntry(274, .long, [6])]),
      TinyTIFF(ifd0: [.orientation(6), .orientation(3)]), TinyTIFF(ifd0: [TinyEntry(274, .short, [6, 6])]),
    ]
    for block in blocks {
      let probe = try Probe(TinyJPEG(.sixColors, exif: block).bytes)
      #expect(try decision(Rendition(), probe).reason == "the tag is not written as the standard requires")
    }
    let contradicted = TinyJPEG(
      .sixColors, segments: [.exif(TinyTIFF(orientation: 6)), .xmp(TinyXMP.packet(orientation: "3"))])
    let probe = try Probe(contradicted.bytes)
    #expect(try decision(Rendition(), probe).route == .copy, "XMP does not count")
    #expect(
      try decision(Rendition(normalizes: true), probe).reason
        == "other fields contradict the orientation in use, or are where some readers do not look")
    #expect(try decision(Rendition(normalizes: true), Photos.probe(.rightTop, 60, 27)).route == .copy)
  }

  @Test func theTagMayStayOnlyWhereThatIsAllowed() throws {
    let probe = try Photos.probe(.rightTop, 60, 27)
    for upright in [Rendition.Uprightness.tagged, .pixels, .pixelsWherePossible] {
      let request = try PlanRequest(Rendition(upright: upright), probe)
      let found = CopyRoute.keepingTag(request, .bare)
      #expect((found.route == .copy) == (upright == .pixelsWherePossible))
      if upright == .pixelsWherePossible { #expect(found.remaining?.exif == .rightTop) }
    }
    let turned = try PlanRequest(Rendition(rotation: .rotate90, upright: .pixelsWherePossible), probe)
    #expect(CopyRoute.keepingTag(turned, .bare).reason == "the tag has to change")
  }

  /// A tone map requested by name makes a different image, if there is HDR to map.
  @Test func anAskedToneMapIsNoCopy() throws {
    var file = SamplePNG.mixedColors(width: 24, height: 16, colorType: 2, depth: 16)
    let plain = try Probe(file.bytes)
    file.chunks = [TinyPNG.Chunk("cICP", [9, 16, 0, 1])]
    let probe = try Probe(file.bytes)
    for map in [Rendition.ToneMap?.none] + Rendition.ToneMap.allCases {
      for wish in [
        Rendition(), Rendition(region: .pixels(PixelRect(x: 0, y: 0, width: 24, height: 16))),
        Rendition(size: .within(PixelSize(width: 100, height: 100))),
      ] {
        var asked = wish
        asked.toneMap = map
        let isMapped = map == .bt2390 || map == .clip
        let found = try decision(asked, probe)
        #expect((found.route == .copy) == !isMapped)
        if isMapped { #expect(found.reason == "a tone map is requested (\(map?.rawValue ?? ""))") }
        asked.upright = .pixelsWherePossible
        #expect(try PlanRequest(asked, probe).mayKeepTag == !isMapped)
        #expect(try decision(asked, plain).route == .copy)
      }
    }
  }
}

// When only the bytes of the tag change: all tags × all rotations, with and without an orientation field, as a second
// reader reads it.

@Suite struct RetagRouteTests {
  @Test(arguments: ExifOrientation.allCases)
  func theTagBecomesWhatIsSeenAfterTheTurn(_ tag: ExifOrientation) throws {
    let stored = ExpectedPixels.places(width: 3, height: 2)
    for carrier in [tag, nil] {
      let bytes = PlanTable.photo(carrier, storedWidth: 60, storedHeight: 27)
      let probe = try Probe(bytes)
      for turn in Orientation<Displayed, Displayed>.all {
        let found = RetagRoute.decide(try PlanRequest(Rendition(rotation: turn), probe), .bare)
        let patch = try #require(found.patch)
        let after = try Probe(patch.applied(to: bytes))
        #expect(after.orientation == found.remaining)
        let seen = ExpectedPixels.displayed(stored, probe.orientation.exif)
        #expect(ExpectedPixels.displayed(stored, after.orientation.exif) == (try ExpectedPixels.turned(seen, by: turn)))
        #expect(found.peakBytes == max(0, patch.growth) + RunMemory.copying)
      }
    }
  }

  @Test(arguments: ExifOrientation.allCases)
  func uprightPixelsComeByTagOnlyWhereTheyAreUprightAnyhow(_ tag: ExifOrientation) throws {
    let probe = try Photos.probe(tag, 60, 27)
    for turn in Orientation<Displayed, Displayed>.all {
      for upright in [Rendition.Uprightness.pixels, .pixelsWherePossible] {
        let request = try PlanRequest(Rendition(rotation: turn, upright: upright), probe)
        let found = RetagRoute.decide(request, .bare)
        let total = Orientation<Stored, Displayed>(exif: tag).then(turn)
        #expect((found.patch != nil) == total.isIdentity)
        if !total.isIdentity {
          #expect(found.reason == "the pixels have to be reoriented; changing the tag does not do that")
        }
        let kept = RetagRoute.keepingTag(request, .bare)
        #expect((kept.patch != nil) == (upright == .pixelsWherePossible))
        if upright == .pixelsWherePossible { #expect(kept.remaining == total) }
      }
    }
  }

  @Test func changedPixelsNeedMoreThanATag() throws {
    let probe = try Photos.probe(nil, 60, 27)
    for rendition in [
      Rendition(format: .png), Rendition(region: .square), Rendition(size: .within(PixelSize(width: 9, height: 9))),
    ] {
      let found = RetagRoute.decide(try PlanRequest(rendition, probe), .bare)
      #expect(
        found.reason == (try PlanRequest(rendition, probe).reasonPixelsChange?.description) && found.reason != nil)
    }
  }

  @Test func aCarrierThatCannotBeWrittenIsTheBytesFault() throws {
    var block = TinyTIFF(ifd0: [TinyEntry(271, text: "Maker")])
    block.statedCount = 9
    let probe = try Probe(TinyJPEG(.sixColors, exif: block).bytes)
    let found = RetagRoute.decide(try PlanRequest(Rendition(rotation: .rotate90), probe), .bare)
    guard case .malformed(let error) = found.error else {
      Issue.record("\(String(describing: found.error))")
      return
    }
    #expect(error.code == .fieldNotWritable && found.reason == error.description)
  }
}
