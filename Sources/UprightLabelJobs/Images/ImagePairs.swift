// Pairs between two label sets: which names mean the same image, by the path parts that both contain (RFC 3986, 5.2.4),
// and which regions overlap.

package import Upright
package import UprightLabels

/// A name without its extension, which formats with one file per image omit.
package struct StemName: Hashable, Sendable {
  /// The maximum number of folders compared, from the innermost.
  private static let maxDepth = 32

  /// Its last part, without the extension.
  package let stem: String
  /// The folders other than those named after their contents, the innermost first.
  package let folders: [String]
  /// Whether it begins at the root of a disk or URL, which may be another machine's.
  package let isRooted: Bool

  /// Parses `name`.
  package init(_ name: String) {
    let parts = ImageNames.parts(name)
    stem = LabelFile.withoutExtension(parts.first ?? "")
    folders = Array(ImageNames.reading(Array(parts.dropFirst().prefix(Self.maxDepth))))
    isRooted = name.hasPrefix("/") || name.hasPrefix("\\") || name.contains(":")
  }

  /// The number of folders that both share, from the innermost; nil if they cannot be the same image.
  package func agreement(with other: Self) -> Int? {
    guard stem == other.stem else { return nil }
    let depth = zip(folders, other.folders).prefix { $0 == $1 }.count
    return agrees(with: other, to: depth) ? depth : nil
  }

  /// Whether both can be the same image if the innermost `depth` folders match and the next do not. Then one name must
  /// have no more folders, or begin at a root that may be another machine's.
  fileprivate func agrees(with other: Self, to depth: Int) -> Bool {
    depth == min(folders.count, other.folders.count) || (depth > 0 && (isRooted || other.isRooted))
  }

  /// The stem with the innermost `depth` folders; nil if it has fewer.
  fileprivate func tail(_ depth: Int) -> [String]? {
    folders.count < depth ? nil : [stem] + folders.prefix(depth)
  }
}

/// Names of images in two sets, paired.
package struct ImagePairs: Sendable {
  /// For each name of the first set, the index of its partner in the second; nil for none.
  package private(set) var partners: [Int?]
  /// The names of the second set that have a partner.
  package private(set) var taken: Set<Int> = []

  /// Pairs equal paths, then paths that share the most folders; ambiguous names stay unpaired.
  package init(_ first: [String], _ second: [String]) {
    partners = Array(repeating: nil, count: first.count)
    pair({ first[$0] }, { second[$0] }, second.count) { _, _ in true }
    let (ours, theirs) = (first.map(StemName.init), second.map(StemName.init))
    let deepest = min(ours.lazy.map(\.folders.count).max() ?? 0, theirs.lazy.map(\.folders.count).max() ?? 0)
    for depth in (0...deepest).reversed() {
      pair({ ours[$0].tail(depth) }, { theirs[$0].tail(depth) }, second.count) {
        ours[$0].agrees(with: theirs[$1], to: depth)
      }
    }
  }

  /// Pairs names that share a key which is unique in both sets.
  private mutating func pair<Key: Hashable>(
    _ first: (Int) -> Key?, _ second: (Int) -> Key?, _ count: Int, where isOne: (Int, Int) -> Bool
  ) {
    let ours = Self.places(partners.indices.lazy.filter { [partners] in partners[$0] == nil }, first)
    let theirs = Self.places((0..<count).lazy.filter { [taken] in !taken.contains($0) }, second)
    for (key, place) in ours {
      guard let place, let partner = theirs[key], let partner, isOne(place, partner) else { continue }
      partners[place] = partner
      taken.insert(partner)
    }
  }

  /// The index of each key; nil if it occurs more than once.
  private static func places<Key: Hashable>(_ indices: some Sequence<Int>, _ key: (Int) -> Key?) -> [Key: Int?] {
    var places: [Key: Int?] = [:]
    for index in indices {
      guard let key = key(index) else { continue }
      places.updateValue(places.index(forKey: key) == nil ? index : nil, forKey: key)
    }
    return places
  }
}

// The search for overlapping pairs of regions: a sweep over their left edges, in bounded memory (Shamos and Hoey 1976,
// "Geometric Intersection Problems").

/// Finds the overlapping pairs of one image.
package struct PairSearch {
  package typealias Pair = LabelMatching.Pair

  /// The maximum number of pairs ranked together; with more overlaps, regions are paired one by one.
  package static let maxCandidates = 200_000

  package let first: [Region<Displayed>]
  package let second: [Region<Displayed>]
  package let rules: LabelMatching.Rules
  package let isSameLabel: (Int?, Int?) -> Bool
  /// The regions of the second set, sorted by left edge, and those edges.
  private let order: [Int]
  private let edges: [Double]
  /// How far to the left of another region's left edge an overlapping region may begin.
  private let reach: Double
  private let coarsest: Double

  package init(
    first: [Region<Displayed>], second: [Region<Displayed>], rules: LabelMatching.Rules,
    isSameLabel: @escaping (Int?, Int?) -> Bool
  ) {
    (self.first, self.second, self.rules, self.isSameLabel) = (first, second, rules, isSameLabel)
    let left = second.map(\.box.standardized.x)
    order = second.indices.filter { left[$0].isFinite && second[$0].box.width.isFinite }
      .sorted { (left[$0], $0) < (left[$1], $1) }
    edges = order.map { left[$0] }
    reach = order.lazy.map { [second] in second[$0].box.width.magnitude }.max() ?? 0
    coarsest = second.lazy.map(\.coarseness).max() ?? 0
  }

  /// Pairs by descending overlap; nil if too many overlap.
  package func best() -> [Pair]? {
    let perfect = identical()
    var (firsts, seconds) = (Set(perfect.map(\.first)), Set(perfect.map(\.second)))
    var candidates: [Pair] = []
    for one in first.indices where !firsts.contains(one) {
      for two in nearby(one) where !seconds.contains(two) {
        guard let pair = pair(one, two) else { continue }
        candidates.append(pair)
        guard candidates.count <= Self.maxCandidates else { return nil }
      }
    }
    candidates.sort { $0.rank < $1.rank }
    var pairs = perfect
    for pair in candidates where !firsts.contains(pair.first) && !seconds.contains(pair.second) {
      firsts.insert(pair.first)
      seconds.insert(pair.second)
      pairs.append(pair)
    }
    return pairs
  }

  /// Pairs each region with the best one left.
  package func inOrder() -> [Pair] {
    var pairs = identical()
    var (isPaired, isFree) = (first.map { _ in false }, second.map { _ in true })
    for pair in pairs { (isPaired[pair.first], isFree[pair.second]) = (true, false) }
    for one in first.indices where !isPaired[one] {
      var best: Pair?
      for two in nearby(one) where isFree[two] {
        guard let pair = pair(one, two), best.map({ pair.rank < $0.rank }) ?? true else { continue }
        best = pair
        if pair.isSameLabel, pair.distance == 0 { break }
      }
      guard let best else { continue }
      isFree[best.second] = false
      pairs.append(best)
    }
    return pairs
  }

  /// Pairs of regions with the same place and label, as long as both sets list them in the same order: no other pair
  /// could rank higher.
  private func identical() -> [Pair] {
    var places: [Rect2D<Displayed>: [Int]] = [:]
    for two in order.reversed() { places[second[two].box.standardized, default: []].append(two) }
    var pairs: [Pair] = []
    for (one, region) in first.enumerated() {
      let box = region.box.standardized
      guard let next = places[box]?.last else { continue }
      if let pair = pair(one, next), pair.isSameLabel, pair.distance == 0 {
        places[box]?.removeLast()
        pairs.append(pair)
      } else {
        places[box] = nil
      }
    }
    return pairs
  }

  /// Regions of the second set that may overlap one of the first.
  private func nearby(_ one: Int) -> ArraySlice<Int> {
    let region = first[one]
    let box = region.box.standardized
    guard box.x.isFinite, box.width.isFinite else { return [] }
    // Boxes without area are equal up to half a pixel plus the rounding of their digits.
    let margin = 1 + 2 * (region.coarseness + coarsest)
    let low = place(of: box.x - reach - margin)
    return order[low..<max(low, place(of: (box.maxX + margin).nextUp))]
  }

  /// The first index whose edge is at or right of `x`.
  private func place(of x: Double) -> Int {
    var (low, high) = (0, edges.count)
    while low < high {
      let middle = (low + high) / 2
      if edges[middle] < x { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func pair(_ one: Int, _ two: Int) -> Pair? {
    let (region, other) = (first[one], second[two])
    let overlap = region.overlap(other)
    guard overlap >= rules.overlap else { return nil }
    return Pair(
      first: one, second: two, overlap: overlap, distance: region.distance(other),
      isSameLabel: isSameLabel(region.label, other.label), isInPlace: region.isInPlace(other, within: rules.tolerance))
  }
}
