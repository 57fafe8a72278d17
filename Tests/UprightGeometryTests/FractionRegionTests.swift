// Regions in fractions become the same pixels everywhere; an oracle computes them in whole thousandths.

import Testing
import UprightGeometry

@Suite struct FractionRegionTests {
  /// The nearest whole number to a share of a side in thousandths, halves up.
  private func nearest(_ share: Int, of side: Int) -> Int {
    let doubled = 2 * share * side + 1_000
    return doubled >= 0 ? doubled / 2_000 : -((1_999 - doubled) / 2_000)
  }

  private func span(_ first: Int, _ last: Int, of side: Int) -> Range<Int> {
    let low = first < 1_000 ? min(nearest(first, of: side), side - 1) : nearest(first, of: side)
    return low..<max(low + 1, nearest(last, of: side))
  }

  @Test(arguments: [1, 2, 3, 7, 8, 10, 64, 99, 1_000, 4_032])
  func everyEdgeIsTheNearestPixel(side: Int) {
    let size = PixelSize<Displayed>(width: side, height: 8)
    let shares = [-250, -1, 0, 1, 62, 63, 125, 333, 437, 438, 499, 500, 501, 750, 937, 938, 999, 1_000, 1_001, 1_250]
    for first in shares {
      for last in shares where last > first {
        let rect = Rect2D<Normalized<Displayed>>(
          x: Double(first) / 1_000, y: 0.25, width: Double(last - first) / 1_000, height: 0.5)
        let found = rect.region(in: size)
        let wanted = span(first, last, of: side)
        #expect(
          found == PixelRect(x: wanted.lowerBound, y: 2, width: wanted.count, height: 4), "\(first)…\(last) of \(side)")
      }
    }
  }

  @Test func regionsThatTouchShareAnEdge() {
    let size = PixelSize<Displayed>(width: 101, height: 77)
    var end = 0
    for step in 0..<10 {
      let rect = Rect2D<Normalized<Displayed>>(x: Double(step) / 10, y: 0, width: 0.1, height: 1).region(in: size)
      #expect(rect.x == end && rect.height == 77)
      end = rect.x + rect.width
    }
    #expect(end == 101)
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300, -1e300])
  func noNumberIsATrap(_ number: Double) {
    let size = PixelSize<Displayed>(width: 4_000, height: 3_000)
    for rect in [
      Rect2D<Normalized<Displayed>>(x: number, y: 0, width: 1, height: 1),
      Rect2D<Normalized<Displayed>>(x: 0, y: number, width: number, height: number),
    ] {
      let found = rect.region(in: size)
      #expect(found.width >= 0 && found.height >= 0)
    }
  }

  @Test func aWidthThatRoundingLosesHasAPixel() {
    let size = PixelSize<Displayed>(width: 40, height: 20)
    let line = Rect2D<Normalized<Displayed>>(x: 0.5, y: 0.75, width: 1e-30, height: 1e-30).region(in: size)
    #expect(line == PixelRect(x: 20, y: 15, width: 1, height: 1))
  }

  @Test(arguments: [0, -0.5, Double.nan])
  func aRegionWithoutWidthHasNoPixel(_ width: Double) {
    let size = PixelSize<Displayed>(width: 40, height: 20)
    let across = Rect2D<Normalized<Displayed>>(x: 0.5, y: 0, width: width, height: 1).region(in: size)
    #expect(across == PixelRect(x: 20, y: 0, width: 0, height: 20))
    let down = Rect2D<Normalized<Displayed>>(x: 0, y: 0.5, width: 1, height: width).region(in: size)
    #expect(down == PixelRect(x: 0, y: 10, width: 40, height: 0))
    #expect(Rect2D<Normalized<Displayed>>(x: .nan, y: 0, width: 1, height: 1).region(in: size).width == 0)
  }
}
