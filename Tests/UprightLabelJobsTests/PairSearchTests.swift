// The search for pairs: the same result as comparing all pairs, in bounded time and memory.

import Testing
import Upright
import UprightLabels
import UprightTestTools

@testable import UprightBatch
@testable import UprightLabelJobs

@Suite struct PairSearchTests {
  typealias Pair = LabelMatching.Pair

  private func search(
    _ first: [Region<Displayed>], _ second: [Region<Displayed>], _ rules: LabelMatching.Rules = .init()
  ) -> PairSearch {
    PairSearch(first: first, second: second, rules: rules) { $0 == $1 }
  }

  /// The result of comparing every region with every other.
  private func exhaustive(
    _ first: [Region<Displayed>], _ second: [Region<Displayed>], _ rules: LabelMatching.Rules
  ) -> [Pair] {
    var candidates: [Pair] = []
    for (one, region) in first.enumerated() {
      for (two, other) in second.enumerated() where region.overlap(other) >= rules.overlap {
        candidates.append(
          Pair(
            first: one, second: two, overlap: region.overlap(other), distance: region.distance(other),
            isSameLabel: region.label == other.label, isInPlace: region.isInPlace(other, within: rules.tolerance)))
      }
    }
    var pairs: [Pair] = []
    for pair in candidates.sorted(by: { $0.rank < $1.rank })
    where !pairs.contains(where: { $0.first == pair.first || $0.second == pair.second }) { pairs.append(pair) }
    return pairs
  }

  private func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ label: Int? = 0) -> Region<Displayed>
  {
    Region(box: Rect2D(x: x, y: y, width: width, height: height), label: label)
  }

  /// Few positions, so that many boxes are equal, touch, have no area, are inverted or are not numbers.
  private func regions(_ numbers: inout SplitMix64, _ count: Int) -> [Region<Displayed>] {
    (0..<count).map { _ in
      func pick(_ values: [Double]) -> Double { values.randomElement(using: &numbers) ?? 0 }
      var region = box(
        pick([0, 1, 2, 5, 40, -3, .nan]), pick([0, 1, 3]), pick([0, 1, 4, 10, -10, 60, .infinity]), pick([0, 2, 10]),
        Int.random(in: 0..<2, using: &numbers))
      if Bool.random(using: &numbers) { region.keypoints = [Keypoint(Point2D(x: pick([0, 1]), y: 0))] }
      if Bool.random(using: &numbers) { region.precision = LabelPrecision(across: pick([0, 0.5, 3]), down: 0) }
      return region
    }
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func theSweepFindsWhatAllPairsGive(seed: UInt64) {
    var numbers = SplitMix64(seed: seed)
    let (one, two) = (regions(&numbers, 14), regions(&numbers, 14))
    for rules in [LabelMatching.Rules(), .init(overlap: 0.01, tolerance: 0), .init(overlap: 1, tolerance: 2)] {
      let order: (Pair, Pair) -> Bool = { $0.first < $1.first }
      let found = search(one, two, rules).best()?.sorted(by: order)
      #expect(found == exhaustive(one, two, rules).sorted(by: order))
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func oneAfterTheOtherNothingIsLeftThatFits(seed: UInt64) {
    var numbers = SplitMix64(seed: seed &+ 500)
    let (one, two) = (regions(&numbers, 20), regions(&numbers, 20))
    let pairs = search(one, two).inOrder()
    #expect(Set(pairs.map(\.first)).count == pairs.count && Set(pairs.map(\.second)).count == pairs.count)
    for first in one.indices where !pairs.contains(where: { $0.first == first }) {
      for second in two.indices where !pairs.contains(where: { $0.second == second }) {
        #expect(one[first].overlap(two[second]) < 0.5)
      }
    }
    #expect(pairs.allSatisfy { one[$0.first].overlap(two[$0.second]) == $0.overlap && $0.overlap >= 0.5 })
  }

  @Test func equalBoxesAreNotWeighedAgainstEachOther() throws {
    let many = (0..<4_000).map { _ in box(10, 10, 50, 50) }
    var calls = 0
    let search = PairSearch(first: many, second: many, rules: .init()) {
      calls += 1
      return $0 == $1
    }
    let pairs = try #require(search.best())
    #expect(pairs.count == 4_000 && pairs.allSatisfy { $0.first == $0.second } && calls < 10_000)
  }

  @Test func boxesSideBySideAreNotWeighedAgainstEachOther() throws {
    let many = (0..<3_000).map { box(Double($0 * 60), 10, 50, 50) }
    let moved = many.map { box($0.box.x + 5, 10, 50, 50) }
    var calls = 0
    let search = PairSearch(first: many, second: moved.reversed(), rules: .init()) { _, _ in
      calls += 1
      return true
    }
    let pairs = try #require(search.best())
    #expect(pairs.count == 3_000 && pairs.allSatisfy { $0.first + $0.second == 2_999 } && calls < 10_000)
  }

  // As many with another name in the same position: more than may be compared, and still all are paired.
  @Test func tooManyThatOverlapArePairedOneAfterTheOther() {
    let count = 460
    #expect(count * count > PairSearch.maxCandidates)
    let one = (0..<count).map { _ in box(10, 10, 50, 50, 0) }
    let two = (0..<count).map { _ in box(10, 10, 50, 50, 1) }
    #expect(search(one, two).best() == nil)
    let matching = LabelMatching(one, two) { $0 == $1 }
    #expect(matching.pairs.count == count && matching.missing.isEmpty && matching.extra.isEmpty)
    #expect(matching.pairs.allSatisfy { !$0.isSameLabel && $0.isInPlace && $0.overlap == 1 })
    #expect(matching.pairs.map(\.first) == Array(0..<count))
  }
}
