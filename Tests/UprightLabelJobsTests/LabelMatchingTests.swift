// Pairs of regions: which match, by how much they overlap.

import Testing
import Upright
import UprightLabels

@testable import UprightBatch
@testable import UprightLabelJobs

@Suite struct LabelMatchingTests {
  private func region(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ label: Int? = 0, precision: Double = 0
  ) -> Region<Displayed> {
    Region(
      box: Rect2D(x: x, y: y, width: width, height: height), label: label,
      precision: LabelPrecision(across: precision, down: precision))
  }

  private func matched(
    _ first: [Region<Displayed>], _ second: [Region<Displayed>], _ rules: LabelMatching.Rules = .init()
  ) -> LabelMatching {
    LabelMatching(first, second, by: rules) { $0 == $1 }
  }

  @Test func overlapIsWhatBothShareOfWhatTheyCover() {
    let one = region(0, 0, 10, 10)
    for (other, share) in [
      (region(0, 0, 10, 10), 1.0), (region(5, 0, 10, 10), 1.0 / 3), (region(0, 0, 10, 5), 0.5),
      (region(10, 0, 10, 10), 0), (region(5, 5, 10, 10), 25.0 / 175), (region(10, 10, -10, -10), 1),
      (region(2, 2, 5, 4), 0.2), (region(-50, 0, 10, 10), 0),
    ] {
      #expect(abs(one.overlap(other) - share) < 1e-12 && abs(other.overlap(one) - share) < 1e-12)
    }
    // Without area there is no overlap: the same position or none.
    #expect(region(5, 5, 0, 0).overlap(region(5, 5, 0, 0)) == 1 && region(5, 5, 0, 0).overlap(region(9, 5, 0, 0)) == 0)
    #expect(region(.nan, 0, 1, 1).overlap(one) == 0 && one.overlap(region(0, 0, .infinity, 1)) == 0)
    #expect(one.overlap(region(.nan, 0, 1, 1)) == 0 && one.overlap(region(0, .nan, 10, 10)) == 0)
  }

  @Test func distanceIsThatOfTheFarthestEdgeOrPoint() {
    #expect(region(0, 0, 10, 10).distance(region(1, 0, 12, 9)) == 3)
    var (one, two) = (region(0, 0, 10, 10), region(0, 0, 10, 10))
    one.keypoints = [Keypoint(Point2D(x: 1, y: 1)), Keypoint(Point2D(x: 0, y: 0), .absent)]
    two.keypoints = [Keypoint(Point2D(x: 1, y: 6)), Keypoint(Point2D(x: 99, y: 0), .absent)]
    #expect(one.distance(two) == 5 && two.distance(one) == 5)
    two.keypoints.removeLast()
    #expect(one.distance(two) == 0)
    func triangle(_ x: Double) -> Outline<Displayed> {
      .polygon(Polygon(rings: [[Point2D(x: 0, y: 0), Point2D(x: x, y: 0), Point2D(x: 0, y: 10)]]))
    }
    (one.outline, two.outline) = (triangle(10), triangle(3))
    #expect(one.distance(two) == 7 && one.distance(region(.nan, 0, 1, 1)) == .infinity)
  }

  @Test func equalSetsMatchInWhateverOrder() {
    let regions = [region(0, 0, 10, 10), region(20, 0, 10, 10, 1), region(0, 20, 10, 10, nil), region(3, 3, 10, 10, 2)]
    for turned in [regions, regions.reversed(), Array(regions[2...] + regions[..<2])] {
      let matching = matched(regions, turned)
      #expect(matching.matchCount == 4 && matching.differenceCount == 0)
      #expect(matching.pairs.allSatisfy { regions[$0.first] == turned[$0.second] && $0.overlap == 1 })
    }
  }

  @Test func missingExtraMovedAndRelabelledAreTold() {
    let first = [region(0, 0, 10, 10), region(30, 0, 10, 10), region(60, 0, 10, 10), region(90, 0, 10, 10)]
    let second = [region(32, 0, 10, 10), region(60, 0, 10, 10, 1), region(0, 0, 10, 10), region(0, 60, 10, 10)]
    let matching = matched(first, second)
    #expect(matching.missing == [3] && matching.extra == [3] && matching.matchCount == 1)
    #expect(matching.pairs.map { [$0.first, $0.second] } == [[0, 2], [1, 0], [2, 1]])
    #expect(matching.pairs.map(\.isInPlace) == [true, false, true])
    #expect(matching.pairs.map(\.isSameLabel) == [true, true, false])
    #expect(matching.pairs[1].distance == 2 && matching.differenceCount == 4)
  }

  @Test func whatOverlapsMostIsPairedFirstAndEqualOnesByName() {
    // The second box of the other set is nearer to the first.
    let near = matched([region(0, 0, 10, 10)], [region(3, 0, 10, 10), region(1, 0, 10, 10)])
    #expect(near.pairs.map(\.second) == [1] && near.extra == [0])
    let labels = matched([region(0, 0, 10, 10, 1)], [region(0, 0, 10, 10, 0), region(0, 0, 10, 10, 1)])
    #expect(labels.pairs.map(\.second) == [1] && labels.matchCount == 1 && labels.extra == [0])
    // Two objects with two names in one position: each is paired with its own.
    let both = [region(0, 0, 10, 10, 0), region(0, 0, 10, 10, 1)]
    #expect(matched(both, both.reversed()).matchCount == 2)
  }

  @Test func theToleranceIsAddedToWhatTheDigitsLeaveOpen() {
    let one = region(0, 0, 100, 100)
    #expect(matched([one], [region(0.5, 0, 100, 100)]).matchCount == 1)
    #expect(matched([one], [region(0.6, 0, 100, 100)]).matchCount == 0)
    #expect(matched([one], [region(0.6, 0, 100, 100, precision: 0.1)]).matchCount == 1)
    #expect(matched([one], [region(3, 0, 100, 100)], .init(overlap: 0.5, tolerance: 3)).matchCount == 1)
    #expect(matched([one], [region(0.1, 0, 100, 100)], .init(overlap: 0.5, tolerance: 0)).matchCount == 0)
  }

  @Test func theLeastOverlapDecidesWhatIsAPair() {
    let (one, two) = ([region(0, 0, 10, 10)], [region(5, 0, 10, 10)])
    #expect(matched(one, two).pairs.isEmpty)
    #expect(matched(one, two, .init(overlap: 0.3, tolerance: 0.5)).pairs.count == 1)
    #expect(matched(one, two, .init(overlap: 0.34, tolerance: 0.5)).missing == [0])
    #expect(matched([], two).extra == [0] && matched(one, []).missing == [0] && matched([], []).differenceCount == 0)
  }
}
