// Which planes are re-encoded in strips, and what that costs.

import Testing
import UprightFixtures

@testable import Upright

@Suite struct StripDecisionTests {
  private func transcode(
    _ width: Int, _ height: Int, within memory: Int = .max, format: ContainerFormat = .jpeg
  ) throws -> (transcode: Plan.Transcode, peakBytes: Int) {
    let probe = try Probe(PlanTable.photo(.rightTop, storedWidth: width, storedHeight: height))
    let planner = Planner(
      capabilities: Planner.full.capabilities, limits: Limits(pixels: .max, memoryBytes: memory))
    let plan = try planner.plan(Rendition(upright: .pixels, format: format, loss: .recode), for: probe)
    guard case .transcode(let transcode) = plan.route else { throw UprightError.unsupported("\(plan)") }
    return (transcode, plan.peakBytes)
  }

  @Test func largePhotosThatStayPlanesHaveThem() throws {
    #expect(try transcode(4_002, 3_002).transcode.strips != nil)
    #expect(try transcode(2_002, 1_502).transcode.strips == nil, "small")
    #expect(try transcode(4_002, 3_002, format: .png).transcode.strips == nil, "samples")
    let strips = try #require(try transcode(4_002, 3_002).transcode.strips)
    #expect(strips.length % PlaneStrips.unit == 0 && !strips.isRequired)
  }

  /// The strips are the region, each pixel once, in the order of the result.
  @Test func theyCoverTheRegionInTheOrderOfTheResult() {
    let region = PixelRect<Stored>(x: 7, y: 5, width: 1_003, height: 777)
    let strips = PlaneStrips(chroma: .none, length: 96, cutLimit: 1)
    for turn in Orientation<Decoded, Output>.all {
      let parts = strips.parts(of: region, by: turn)
      #expect(parts.reduce(0) { $0 + ($1.size.pixelCount ?? 0) } == 1_003 * 777)
      var row = 0
      for part in parts {
        let inside = PixelRect<Decoded>(
          x: part.x - region.x, y: part.y - region.y, width: part.width, height: part.height)
        let shown = inside.applying(turn, in: PixelSize(width: 1_003, height: 777))
        #expect(shown.y == row && shown.x == 0)
        row = shown.maxY
      }
      #expect(row == turn.applied(to: PixelSize<Decoded>(width: 1_003, height: 777)).height)
    }
  }

  @Test func theyReplaceAllPlanesIfTheseExceedTheMemoryLimit() throws {
    let (usual, whole) = try transcode(20_002, 20_002)
    #expect(usual.strips?.isRequired == false && whole > 3 * 20_002 * 20_002 / 2)
    let (required, peakBytes) = try transcode(20_002, 20_002, within: 256 << 20)
    #expect(required.strips?.isRequired == true && required.pass.secondPart == nil)
    #expect(peakBytes < 192 << 20, "\(peakBytes)")
    #expect(throws: (any Error).self) { try transcode(20_002, 20_002, within: 32 << 20) }
  }

  @Test func theyDoNotTakeMoreMemoryThanTheWhole() throws {
    for (width, height) in [(2_402, 1_702), (4_002, 3_002), (6_002, 4_002), (12_002, 9_002)] {
      let (transcode, peakBytes) = try transcode(width, height)
      var without = transcode
      without.strips = nil
      let probe = try Probe(PlanTable.photo(.rightTop, storedWidth: width, storedHeight: height))
      #expect(peakBytes == without.peakBytes(probe), "\(width)x\(height)")
    }
  }
}
