// Invariants of all pairs, for any regions: for the eight orientations, for swapped sets, for any order.

import Testing
import Upright
import UprightLabels
import UprightTestTools

@testable import UprightBatch
@testable import UprightLabelJobs

extension LabelMatchingTests {
  private static let size = PixelSize<Displayed>(width: 640, height: 480)

  /// Regions in whole pixels, some in the position of others, or nearly.
  private func regions(_ numbers: inout SplitMix64, count: Int, near others: [Region<Displayed>] = []) -> [Region<
    Displayed
  >] {
    func pick(_ range: Range<Int>) -> Int { Int.random(in: range, using: &numbers) }
    return (0..<count).map { _ in
      if let other = others.randomElement(using: &numbers), pick(0..<4) > 0 {
        let box = Rect2D<Displayed>(
          x: other.box.x + Double(pick(-2..<3)), y: other.box.y + Double(pick(-2..<3)), width: other.box.width,
          height: other.box.height)
        return Region(box: box, label: pick(0..<8) == 0 ? pick(0..<3) : other.label)
      }
      let box = Rect2D<Displayed>(
        x: Double(pick(0..<500)), y: Double(pick(0..<400)), width: Double(pick(1..<120)), height: Double(pick(1..<80)))
      return Region(box: box, label: pick(0..<3))
    }
  }

  private func matching(_ one: [Region<Displayed>], _ two: [Region<Displayed>]) -> LabelMatching {
    LabelMatching(one, two) { $0 == $1 }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func eachRegionIsInOnePairOrLeftOver(seed: UInt64) {
    var numbers = SplitMix64(seed: seed)
    let one = regions(&numbers, count: 12)
    let two = regions(&numbers, count: 10, near: one)
    let found = matching(one, two)
    #expect((found.pairs.map(\.first) + found.missing).sorted() == Array(one.indices))
    #expect((found.pairs.map(\.second) + found.extra).sorted() == Array(two.indices))
    #expect(found.pairs.allSatisfy { $0.overlap >= 0.5 && $0.overlap <= 1 })
    // Nothing remains on both sides that could have been a pair.
    for index in found.missing {
      #expect(found.extra.allSatisfy { one[index].overlap(two[$0]) < 0.5 })
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func exchangedSetsExchangeMissingAndExtra(seed: UInt64) {
    var numbers = SplitMix64(seed: seed &+ 1000)
    let one = regions(&numbers, count: 9)
    let two = regions(&numbers, count: 9, near: one)
    let (there, back) = (matching(one, two), matching(two, one))
    #expect(there.pairs.count == back.pairs.count && there.missing.count == back.extra.count)
    #expect(there.extra.count == back.missing.count)
    #expect(matching(one, one).differenceCount == 0 && matching(two, two).matchCount == 9)
  }

  @Test(arguments: 0..<10 as Range<UInt64>)
  func aTurnOfBothChangesNothing(seed: UInt64) {
    var numbers = SplitMix64(seed: seed &+ 2000)
    let one = regions(&numbers, count: 9)
    let two = regions(&numbers, count: 9, near: one)
    let plain = matching(one, two)
    for turn in Orientation<Displayed, Displayed>.all {
      let turned = matching(
        one.map { $0.applying(turn, in: Self.size) }, two.map { $0.applying(turn, in: Self.size) })
      #expect(turned.missing == plain.missing && turned.extra == plain.extra)
      #expect(turned.pairs == plain.pairs)
    }
  }
}
