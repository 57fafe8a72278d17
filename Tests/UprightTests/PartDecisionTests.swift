// Whether a region of a JPEG is decoded apart from the rest.

import Testing
@testable import Upright
import UprightFixtures

// Which regions are cut out before they are decoded.

@Suite struct CutDecisionTests {
  private func access(
    _ region: PixelRect<Displayed>, _ tag: ExifOrientation? = nil, by planner: Planner = .full
  ) throws -> Plan.RegionAccess? {
    let probe = try Photos.probe(tag, 6000, 4000)
    let plan = try planner.plan(
      Rendition(region: .pixels(region), size: .exactly(PixelSize(width: 64, height: 64))), for: probe)
    guard case .transcode(let transcode) = plan.route else { return nil }
    #expect(transcode.pass.cutLimit == transcode.access?.limit)
    return transcode.access
  }

  /// A small region is cut out, but not a wide one at the top as stored, whatever the tag.
  @Test(arguments: ExifOrientation.allCases)
  func smallRegionsAreCutOutButNotWideOnesAtTheStoredTop(tag: ExifOrientation) throws {
    let orientation = Orientation<Stored, Displayed>(exif: tag)
    let size = PixelSize<Stored>(width: 6000, height: 4000)
    func displayed(_ x: Int, _ y: Int, width: Int = 512) -> PixelRect<Displayed> {
      PixelRect<Stored>(x: x, y: y, width: width, height: 512).applying(orientation, in: size)
    }
    for (x, y) in [(0, 3488), (5488, 3488), (2744, 1744)] {
      guard case .cut(let limit) = try access(displayed(x, y), tag) else {
        Issue.record("\(x), \(y)")
        continue
      }
      #expect(limit > 0)
    }
    #expect(try access(displayed(0, 0, width: 1500), tag)?.code == "cut")
    #expect(try access(displayed(0, 0, width: 2500), tag) == .fromTop(.large))
    #expect(try access(displayed(3500, 0, width: 2500), tag) == .fromTop(.large))
  }

  @Test func anIndexIsUsedForRegionsOfUpToAThirdOfWhatIsAboveThem() throws {
    for (region, isIndexed) in [
      (PixelRect<Displayed>(x: 5488, y: 3488, width: 512, height: 512), true),
      (PixelRect(x: 0, y: 2000, width: 2000, height: 1000), true),
      (PixelRect(x: 0, y: 0, width: 1500, height: 512), true),
      (PixelRect(x: 0, y: 2000, width: 5000, height: 2000), false),
    ] {
      let access = try access(region, by: Planner.full.assumingIndex)
      #expect(
        access?.isIndexed == isIndexed && access?.code == (isIndexed ? "indexed" : "region-too-large"), "\(region)")
      #expect((access?.limit == nil) == !isIndexed)
    }
  }

  @Test func largeRegionsAreDecodedFromTheTop() throws {
    #expect(try access(PixelRect(x: 0, y: 2000, width: 5000, height: 2000)) == .fromTop(.large))
    #expect(try access(PixelRect(x: 0, y: 0, width: 6000, height: 4000)) == nil)
  }

  /// The rest of a scan is read where that costs no more than what is above; otherwise the plan says what is unchecked.
  @Test func whatIsBelowARegionIsReadOrCalledUnchecked() throws {
    for (region, planner, isRead, isUnchecked) in [
      (PixelRect<Displayed>(x: 5, y: 1990, width: 64, height: 64), Planner.full, true, false),
      (PixelRect(x: 5, y: 900, width: 64, height: 64), .full, false, true),
      (PixelRect(x: 5, y: 900, width: 64, height: 64), Planner.full.assumingIndex, false, false),
      (PixelRect(x: 5, y: 3900, width: 64, height: 100), .full, false, false),
    ] {
      let plan = try planner.plan(
        Rendition(region: .pixels(region), upright: .pixels, format: .png), for: Photos.probe(nil, 6000, 4000))
      guard case .transcode(let transcode) = plan.route else {
        Issue.record("\(plan.route)")
        continue
      }
      #expect(transcode.pass.checksRest == isRead, "\(region)")
      #expect((plan.pixelCheck == .undecoded(.region)) == isUnchecked, "\(region)")
      #expect(plan.description.contains("pixels not checked: damage inside the region") == isUnchecked)
    }
    let small = try Planner.full.plan(
      Rendition(region: .pixels(PixelRect(x: 5, y: 0, width: 64, height: 64)), upright: .pixels, format: .png),
      for: Photos.probe(nil, 2000, 1500))
    guard case .transcode(let transcode) = small.route else {
      Issue.record("\(small.route)")
      return
    }
    #expect(transcode.pass.checksRest && small.pixelCheck == nil, "few pixels are always read")
  }

  @Test func processesThatCannotBeWalkedAreNamed() throws {
    for (marker, reason) in [(0xC2, "progressive"), (0xC9, "arithmetic"), (0xCA, "arithmetic")] as [(UInt8, String)] {
      var bytes = PlanTable.photo(nil, storedWidth: 6000, storedHeight: 4000)
      let frame = try #require(bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
      bytes[frame + 1] = marker
      let request = try PlanRequest(
        Rendition(region: .pixels(PixelRect(x: 0, y: 3000, width: 64, height: 64))), try Probe(bytes))
      #expect(request.access(to: request.storedRegion, .full)?.code == reason)
    }
  }
}
