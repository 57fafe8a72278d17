// A lossless job as data: what is kept and how it is rotated.

import Testing
import UprightFixtures

@testable import Upright

@Suite struct LosslessJobTests {
  @Test func aJobIsItsRegionAndItsTurn() {
    let region = PixelRect<Stored>(x: 0, y: 8, width: 16, height: 8)
    let jobs = Orientation<Stored, Displayed>.all.map { LosslessJob(region: region, orientation: $0) }
    #expect(Set(jobs).count == 8)
    #expect(jobs.allSatisfy { $0.region == region })
    #expect(jobs.map(\.orientation) == Orientation.all)
  }

  /// The planner's jobs always satisfy the condition on a job's region, for every sampling.
  @Test(arguments: TinyJPEG.Sampling.allCases)
  func plannedJobsLieOnBlocks(_ sampling: TinyJPEG.Sampling) throws {
    for tag in ExifOrientation.allCases {
      let probe = try Photos.probe(tag, 77, 59, sampling: sampling)
      let block = try #require(probe.jpeg?.blockSize)
      for region in [probe.storedSize.bounds, PixelRect<Stored>(x: 9, y: 13, width: 60, height: 40)] {
        let request = try PlanRequest(Rendition(region: .stored(region), upright: .pixels, loss: .trim), probe)
        let job = try #require(TransformRoute.decide(request, .full).transform?.job)
        let reversed = job.orientation.reversesFromAxes
        #expect((reversed.horizontal ? job.region.maxX : job.region.x) % block.width == 0)
        #expect((reversed.vertical ? job.region.maxY : job.region.y) % block.height == 0)
      }
    }
  }
}
