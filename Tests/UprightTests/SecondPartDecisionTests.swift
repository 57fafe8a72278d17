// Which passes have a second part, and what it costs.

import Testing
import UprightFixtures

@testable import Upright

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
