// The filters' shapes: known values, symmetry, and that their weights sum to one for any grid offset.

import Testing
import UprightRaster

struct ResampleFilterTests {
  @Test(arguments: ResampleFilter.allCases)
  func theCentreCountsFullAndBeyondTheSupportNothing(filter: ResampleFilter) {
    #expect(filter.weight(0) == 1)
    for distance in [filter.support + 1e-9, filter.support + 0.5, 40] {
      #expect(filter.weight(distance) == 0)
      #expect(filter.weight(-distance) == 0)
    }
  }

  @Test(arguments: [ResampleFilter.bicubic, .lanczos3])
  func otherSamplesDoNotCountAtASample(filter: ResampleFilter) {
    for distance in 1...4 { #expect(filter.weight(Double(distance)).magnitude < 1e-12) }
  }

  @Test(arguments: ResampleFilter.allCases)
  func bothSidesCountAlike(filter: ResampleFilter) {
    for step in 1..<400 where step != 50 {
      #expect(filter.weight(Double(step) / 100) == filter.weight(-Double(step) / 100))
    }
    #expect(filter == .box ? filter.weight(0.5) == 1 && filter.weight(-0.5) == 0 : true)
  }

  @Test func knownValues() {
    #expect(ResampleFilter.box.weight(0.49) == 1)
    #expect((ResampleFilter.bicubic.weight(0.5) - 0.5625).magnitude < 1e-12)
    #expect((ResampleFilter.bicubic.weight(1.5) + 0.0625).magnitude < 1e-12)
    #expect((ResampleFilter.lanczos3.weight(0.5) - 0.607927101854027).magnitude < 1e-12)
    #expect((ResampleFilter.lanczos3.weight(1.5) + 0.135094911523117).magnitude < 1e-12)
    #expect((ResampleFilter.lanczos3.weight(2.5) - 0.024317084074161).magnitude < 1e-12)
  }

  @Test(arguments: [(ResampleFilter.box, 1e-12), (.bicubic, 1e-12), (.lanczos3, 0.011)])
  func weightsSumToOneOnAnyGrid(filter: ResampleFilter, tolerance: Double) {
    for step in 0..<100 {
      let sum = (-5...5).reduce(0.0) { $0 + filter.weight(Double($1) + Double(step) / 100) }
      #expect((sum - 1).magnitude <= tolerance, "\(step)")
    }
  }
}
