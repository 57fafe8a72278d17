// When only the bytes of the tag change: all tags × all rotations, with and without an orientation field, as a second
// reader reads it.

import Testing
import UprightFixtures

@testable import Upright

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
