// Which region of one set is which of another, by how far their boxes overlap (intersection over union, Jaccard 1901).

import Upright
import UprightBatch
import UprightLabels

/// The regions of one picture in two sets, in pairs as far as there are any.
struct LabelMatching: Sendable {
  /// A region of each set that are the same thing.
  struct Pair: Hashable, Sendable {
    let first: Int
    let second: Int
    /// The area that both boxes share, as a part of what they cover together.
    let overlap: Double
    /// How far an edge or point has moved, at most, in pixels.
    let distance: Double
    /// Whether both are called the same.
    let isSameLabel: Bool
    /// Whether nothing has moved by more than is allowed.
    let isInPlace: Bool
  }

  /// How much has to agree.
  struct Rules: Hashable, Sendable {
    /// The least overlap of two boxes of one thing.
    var overlap = 0.5
    /// Pixels that an edge may move, besides what the digits of its file leave open.
    var tolerance = 0.5
  }

  let pairs: [Pair]
  /// Regions that the second set has not.
  let missing: [Int]
  /// Regions that the first set has not.
  let extra: [Int]

  /// Pairs those that overlap most first, of equal ones those that are called the same.
  init(
    _ first: [Region<Displayed>], _ second: [Region<Displayed>], by rules: Rules = Rules(),
    isSameLabel: @escaping (Int?, Int?) -> Bool
  ) {
    let search = PairSearch(first: first, second: second, rules: rules, isSameLabel: isSameLabel)
    pairs = (search.best() ?? search.inOrder()).sorted { $0.first < $1.first }
    let (firsts, seconds) = (Set(pairs.map(\.first)), Set(pairs.map(\.second)))
    missing = first.indices.filter { !firsts.contains($0) }
    extra = second.indices.filter { !seconds.contains($0) }
  }

  /// Pairs that are called the same and have not moved.
  var matchCount: Int { pairs.count { $0.isSameLabel && $0.isInPlace } }
  /// Regions that differ in any way; a pair is one.
  var differenceCount: Int { pairs.count - matchCount + missing.count + extra.count }
}

extension LabelMatching.Pair {
  /// What is paired first: hundredths of overlap, then the name, then what lies nearest.
  var rank: (Int, Int, Double, Int, Int) {
    (-Int((overlap * 100).rounded()), isSameLabel ? 0 : 1, distance, first, second)
  }
}

extension Region {
  /// The area that both boxes share, as a part of what they cover together; of boxes without area, 1 where they are the same.
  func overlap(_ other: Self) -> Double {
    let (one, two) = (box.standardized, other.box.standardized)
    guard [one.x, one.y, one.maxX, one.maxY, two.x, two.y, two.maxX, two.maxY].allSatisfy(\.isFinite) else { return 0 }
    let (width, height) = (min(one.maxX, two.maxX) - max(one.x, two.x), min(one.maxY, two.maxY) - max(one.y, two.y))
    let shared = max(0, width) * max(0, height)
    let all = one.width * one.height + two.width * two.height - shared
    if all > 0, all.isFinite { return shared / all }
    return distance(other) <= slack(other) + 0.5 ? 1 : 0
  }

  /// How far an edge of the box, a keypoint or a corner of the outline lies from the other's, at most.
  func distance(_ other: Self) -> Double {
    let (one, two) = (box.standardized, other.box.standardized)
    var all = [one.x - two.x, one.y - two.y, one.maxX - two.maxX, one.maxY - two.maxY]
    if keypoints.count == other.keypoints.count {
      for (one, two) in zip(keypoints, other.keypoints) where one.visibility != .absent && two.visibility != .absent {
        all += [one.point.x - two.point.x, one.point.y - two.point.y]
      }
    }
    if case .polygon(let one)? = outline, case .polygon(let two)? = other.outline,
      one.rings.map(\.count) == two.rings.map(\.count)
    {
      for (one, two) in zip(one.rings.joined(), two.rings.joined()) { all += [one.x - two.x, one.y - two.y] }
    }
    return all.reduce(0) { $1.isNaN ? .infinity : max($0, abs($1)) }
  }

  /// Whether nothing lies farther from the other's than is allowed and the digits of both leave open.
  func isInPlace(_ other: Self, within tolerance: Double) -> Bool {
    distance(other) <= tolerance + slack(other) + 1e-6
  }

  /// Pixels that the digits of both leave open.
  private func slack(_ other: Self) -> Double { 2 * (coarseness + other.coarseness) }

  /// How far a number may be from the truth, at most.
  var coarseness: Double { Double(max(precision.across, precision.down)) }
}
