// Whether a part of a JPEG is decoded apart from the rest.

import Testing
@testable import Upright
import UprightFixtures

// Which passes have a second part, and what it costs.

@Suite struct SecondPartDecisionTests {
  private func transcode(_ edge: Int?, _ photo: [UInt8], by planner: Planner = .full) throws -> Plan.Transcode {
    let size: Rendition.Size = edge.map { .within(PixelSize(width: $0, height: $0)) } ?? .full
    let decision = TranscodeRoute.decide(
      try PlanRequest(Rendition(size: size, upright: .pixels, format: .png), try Probe(photo)), planner)
    return try #require(decision.transcode)
  }

  private func photo(_ width: Int, _ height: Int, process: UInt8 = 0xC0) throws -> [UInt8] {
    var bytes = PlanTable.photo(storedWidth: width, storedHeight: height)
    let frame = try #require(bytes.indices.dropLast().last { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
    bytes[frame + 1] = process
    return bytes
  }

  @Test func largeSequentialPhotosHaveOne() throws {
    for (edge, denominator) in [(nil, 1), (1_000, 2), (500, 4)] as [(Int?, Int)] {
      let pass = try transcode(edge, photo(4_000, 3_000)).pass
      let part = try #require(pass.secondPart)
      #expect(pass.denominator == denominator)
      #expect(part.firstRow % DecodePass.bandRows == 0 && part.firstRow < pass.size.height)
      #expect(abs(Double(part.firstRow) / Double(pass.size.height) - 0.68) < 64 / Double(pass.size.height))
      #expect(part.cutLimit > 0)
    }
  }

  @Test func smallOnesEighthsAndOtherProcessesHaveNone() throws {
    #expect(try transcode(nil, photo(1_600, 1_200)).pass.secondPart == nil, "small")
    #expect(try transcode(200, photo(4_000, 3_000)).pass.secondPart == nil, "1/8")
    #expect(try transcode(nil, photo(40_000, 60)).pass.secondPart == nil, "one band")
    let pass = try transcode(nil, photo(4_000, 3_000)).pass
    for (process, isDivided) in [(0xC0, true), (0xC1, true), (0xC2, false), (0xC9, false), (0xCA, false)] {
      let probe = try Probe(photo(4_000, 3_000, process: UInt8(process)))
      let request = try PlanRequest(Rendition(upright: .pixels, format: .png), probe)
      let whole = DecodePass(region: pass.region, denominator: 1, layout: pass.layout)
      #expect((request.secondPart(of: whole) != nil) == isDivided)
    }
  }

  /// No more than 16 MiB of pixels, and at least an eighth of the rows.
  @Test func itsPixelsAreBounded() throws {
    let pass = try transcode(nil, photo(6_000, 4_000)).pass
    let part = try #require(pass.secondPart)
    let bytes = (4_000 - part.firstRow) * 6_000 * 3
    #expect(bytes <= 16 << 20 && bytes > 14 << 20)
    #expect(try transcode(nil, photo(12_000, 8_000)).pass.secondPart == nil)
    #expect(try transcode(3_000, photo(12_000, 8_000)).pass.secondPart != nil, "at 1/2")
  }

  @Test func regionsHaveOneUnlessTheyAreCutOut() throws {
    for (region, isDivided) in [
      (PixelRect<Displayed>(x: 16, y: 0, width: 3_900, height: 2_900), true),
      (PixelRect(x: 3_000, y: 2_500, width: 900, height: 400), false),
    ] {
      let request = try PlanRequest(
        Rendition(region: .pixels(region), upright: .pixels, format: .png), try Probe(photo(4_000, 3_000)))
      let pass = try #require(TranscodeRoute.decide(request, .full).transcode).pass
      #expect((pass.secondPart != nil) == isDivided)
      #expect(pass.secondPart == nil || pass.cutLimit == nil)
    }
  }

  @Test func planesHaveOneIfItBeginsWithABand() throws {
    for (region, isDivided) in [
      (nil, true), (PixelRect<Displayed>(x: 16, y: 64, width: 3_900, height: 2_900), true),
      (PixelRect(x: 16, y: 16, width: 3_900, height: 2_900), false),
    ] {
      let request = try PlanRequest(
        Rendition(region: region.map { .pixels($0) } ?? .full, upright: .pixels, loss: .recode),
        try Probe(photo(4_000, 3_000)))
      let transcode = try #require(TranscodeRoute.decide(request, .full).transcode)
      guard case .planes = transcode.form else {
        Issue.record("\(transcode.form)")
        return
      }
      let part = transcode.pass.secondPart
      #expect((part != nil) == isDivided)
      guard let part else { continue }
      let height = transcode.pass.size.height
      #expect(part.firstRow % DecodePass.bandRows == 0)
      #expect(abs(Double(part.firstRow) / Double(height) - 0.68) < 64 / Double(height))
      let (divided, whole) = (transcode.peakBytes(request.probe), transcode.undivided.peakBytes(request.probe))
      let samples = (height - part.firstRow) * transcode.pass.size.width
      #expect(divided > whole && divided <= whole + 3 * samples + 2 * part.cutLimit + (2 << 20))
    }
  }

  @Test func itsMemoryIsPlannedAndItIsLeftOutWhereThatIsTooMuch() throws {
    let photo = try photo(4_000, 3_000)
    let probe = try Probe(photo)
    let rendition = Rendition(size: .within(PixelSize(width: 1_000, height: 1_000)), upright: .pixels, format: .png)
    let plan = try Planner.full.plan(rendition, for: probe)
    guard case .transcode(let divided) = plan.route, let part = divided.pass.secondPart else {
      Issue.record("\(plan)")
      return
    }
    let rows = 2_000 * (1_500 - part.firstRow) * 3
    let more = rows + 2 * part.cutLimit + RunMemory.copying + 2_000 * RunMemory.bytesPerColumn
    let whole = divided.undivided.peakBytes(probe)
    #expect(plan.peakBytes == divided.peakBytes(probe) && plan.peakBytes > whole && plan.peakBytes <= whole + more)
    func pass(within bytes: Int) throws -> DecodePass? {
      let planner = Planner(capabilities: Planner.full.capabilities, limits: Limits(memoryBytes: bytes))
      let plan = try planner.plan(rendition, for: probe)
      #expect(plan.peakBytes <= bytes)
      guard case .transcode(let transcode) = plan.route else { return nil }
      return transcode.pass
    }
    #expect(try pass(within: plan.peakBytes)?.secondPart == part)
    #expect(try pass(within: plan.peakBytes - 1) == divided.undivided.pass)
    #expect(try pass(within: whole) == divided.undivided.pass)
  }
}

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
