// Which regions of two sets of labels match, and one difference between the sets, in words and as JSON.

package import Upright
import UprightBatch
package import UprightFiles
package import UprightLabels

/// One region that differs.
package struct LabelDifference: Hashable, Sendable {
  /// The kind of difference.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Only the first set has the region.
    case missing
    /// Only the second set has the region.
    case extra
    /// Both have it, in different places.
    case moved
    /// Both have it, with different labels.
    case relabelled
  }

  /// A region in one of the sets.
  package struct RegionInSet: Hashable, Sendable {
    package let label: String?
    package let file: String?
    package let line: Int
    package let box: Rect2D<Displayed>
  }

  package let kind: Kind
  package let first: RegionInSet?
  package let second: RegionInSet?
  /// For a pair: the intersection over union of their boxes.
  package let overlap: Double?
  /// For a pair: their distance, in pixels.
  package let distance: Double?

  /// All differences of an image: pairs, then missing regions, then extra ones.
  package static func all(_ image: ImageLabelComparison, _ first: LabelViews, _ second: LabelViews) -> [Self] {
    let (matching, reading) = (image.matching, image.reading)
    func ours(_ index: Int) -> RegionInSet? {
      (image.first?.regions(reading.first)[index]).map { RegionInSet($0, first) }
    }
    func theirs(_ index: Int) -> RegionInSet? {
      (image.second?.regions(reading.second)[index]).map { RegionInSet($0, second) }
    }
    let pairs = matching.pairs.filter { !$0.isSameLabel || !$0.isInPlace }.map { pair in
      Self(
        kind: pair.isSameLabel ? .moved : .relabelled, first: ours(pair.first), second: theirs(pair.second),
        overlap: pair.overlap, distance: pair.distance)
    }
    return pairs
      + matching.missing.map { Self(kind: .missing, first: ours($0), second: nil, overlap: nil, distance: nil) }
      + matching.extra.map { Self(kind: .extra, first: nil, second: theirs($0), overlap: nil, distance: nil) }
  }

  /// The line for people.
  package var text: String {
    let (one, two) = (first?.label ?? "unlabeled", second?.label ?? "unlabeled")
    let what: String =
      switch kind {
      case .missing: one + (first.map { " at \($0.place)" } ?? "")
      case .extra: two + (second.map { " at \($0.place)" } ?? "")
      case .moved: "\(one) by \(Self.rounded(distance ?? 0)) pixels, overlap \(Self.rounded(overlap ?? 0))"
      case .relabelled: "\(one) -> \(two), overlap \(Self.rounded(overlap ?? 0))"
      }
    let sources = [first, second].compactMap { $0?.source }
    return TerminalText.plain(
      "\(kind.rawValue): \(what)" + (sources.isEmpty ? "" : " (\(sources.joined(separator: "; ")))"))
  }

  /// The line for programs.
  package func json(_ image: String) -> JSONLine {
    var members: [JSONLine.Member] = [
      .schema, .init("difference", .text(kind.rawValue)), .init("picture", .text(image)),
    ]
    if let first { members.append(.init("first", first.json)) }
    if let second { members.append(.init("second", second.json)) }
    if let overlap { members.append(.init("overlap", .decimal(Self.rounded(overlap)))) }
    if let distance, distance.isFinite { members.append(.init("pixels", .decimal(Self.rounded(distance)))) }
    return .object(members)
  }

  /// The number with at most three decimals.
  package static func rounded(_ number: Double) -> String {
    guard number.isFinite, abs(number) < 1e15 else { return number.isFinite ? "\(number)" : "infinitely many" }
    let thousandths = Int((number * 1000).rounded())
    var digits = "\(abs(thousandths % 1000))"
    digits = String(repeating: "0", count: 3 - digits.count) + digits
    while digits.hasSuffix("0") { digits.removeLast() }
    return (thousandths < 0 ? "-" : "") + "\(abs(thousandths / 1000))" + (digits.isEmpty ? "" : ".\(digits)")
  }
}

extension LabelDifference.RegionInSet {
  fileprivate init(_ region: Region<Displayed>, _ views: LabelViews) {
    label = LabelViews.name(of: region.label, in: views.names)
    let index = Int(region.location.file)
    file = views.files.indices.contains(index) ? views.files[index] : nil
    (line, box) = (Int(region.location.line), region.box)
  }

  fileprivate var source: String? { file.map { "\($0), line \(line)" } }

  fileprivate var place: String {
    [box.x, box.y, box.width, box.height].map(LabelDifference.rounded).joined(separator: ",")
  }

  fileprivate var json: JSONLine {
    var members: [JSONLine.Member] = label.map { [.init("label", .text($0))] } ?? []
    if let file { members += [.init("file", .text(file)), .init("line", .number(line))] }
    let numbers = [box.x, box.y, box.width, box.height]
    guard numbers.allSatisfy({ abs($0) < 1e15 }) else { return .object(members) }
    return .object(members + [.init("box", .list(numbers.map { .decimal(LabelDifference.rounded($0)) }))])
  }
}

// Which regions of two sets match, by the overlap of their boxes (intersection over union, Jaccard 1901).

/// The regions of one image in two sets, paired where they match.
package struct LabelMatching: Sendable {
  /// Two regions, one from each set, that are the same object.
  package struct Pair: Hashable, Sendable {
    package let first: Int
    package let second: Int
    /// The intersection over union of both boxes.
    package let overlap: Double
    /// The largest distance that an edge or point has moved, in pixels.
    package let distance: Double
    /// Whether both have the same label.
    package let isSameLabel: Bool
    /// Whether nothing has moved by more than allowed.
    package let isInPlace: Bool
  }

  /// How closely regions must agree.
  package struct Rules: Hashable, Sendable {
    /// The minimum overlap of two boxes of the same object.
    package var overlap = 0.5
    /// Pixels that an edge may move, in addition to the rounding of its file's digits.
    package var tolerance = 0.5

    /// Memberwise initializer.
    package init(overlap: Double = 0.5, tolerance: Double = 0.5) {
      (self.overlap, self.tolerance) = (overlap, tolerance)
    }
  }

  package let pairs: [Pair]
  /// Regions only in the first set.
  package let missing: [Int]
  /// Regions only in the second set.
  package let extra: [Int]

  /// Pairs regions by descending overlap; ties prefer the same label.
  package init(
    _ first: [Region<Displayed>], _ second: [Region<Displayed>], by rules: Rules = Rules(),
    isSameLabel: @escaping (Int?, Int?) -> Bool
  ) {
    let search = PairSearch(first: first, second: second, rules: rules, isSameLabel: isSameLabel)
    pairs = (search.best() ?? search.inOrder()).sorted { $0.first < $1.first }
    let (firsts, seconds) = (Set(pairs.map(\.first)), Set(pairs.map(\.second)))
    missing = first.indices.filter { !firsts.contains($0) }
    extra = second.indices.filter { !seconds.contains($0) }
  }

  /// The number of pairs with the same label that have not moved.
  package var matchCount: Int { pairs.count { $0.isSameLabel && $0.isInPlace } }
  /// The number of differences; a pair counts once.
  package var differenceCount: Int { pairs.count - matchCount + missing.count + extra.count }
}

extension LabelMatching.Pair {
  /// The pairing order: overlap in hundredths, then the label, then distance.
  package var rank: (Int, Int, Double, Int, Int) {
    (-Int((overlap * 100).rounded()), isSameLabel ? 0 : 1, distance, first, second)
  }
}

extension Region {
  /// The intersection over union of both boxes; for boxes without area, 1 if they are equal.
  package func overlap(_ other: Self) -> Double {
    let (one, two) = (box.standardized, other.box.standardized)
    guard [one.x, one.y, one.maxX, one.maxY, two.x, two.y, two.maxX, two.maxY].allSatisfy(\.isFinite) else { return 0 }
    let (width, height) = (min(one.maxX, two.maxX) - max(one.x, two.x), min(one.maxY, two.maxY) - max(one.y, two.y))
    let shared = max(0, width) * max(0, height)
    let all = one.width * one.height + two.width * two.height - shared
    if all > 0, all.isFinite { return shared / all }
    return distance(other) <= slack(other) + 0.5 ? 1 : 0
  }

  /// The largest distance between corresponding box edges, keypoints or outline corners, in pixels.
  package func distance(_ other: Self) -> Double {
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
      all += zip(one.rings, two.rings).map { Self.distance($0, $1) }
    }
    return all.reduce(0) { $1.isNaN ? .infinity : max($0, abs($1)) }
  }

  /// The largest distance between corresponding corners of two rings, from the corner where they are nearest and in the
  /// direction in which they agree better: a ring has no first corner.
  private static func distance(_ one: [Point2D<S>], _ two: [Point2D<S>]) -> Double {
    guard let start = one.first, one.count == two.count else { return 0 }
    func distance(_ one: Point2D<S>, _ two: Point2D<S>) -> Double {
      let (across, down) = (abs(one.x - two.x), abs(one.y - two.y))
      return across.isNaN || down.isNaN ? .infinity : max(across, down)
    }
    func largest(from first: Int, by step: Int) -> Double {
      one.indices.map { distance(one[$0], two[(first + step * $0) % two.count]) }.max() ?? 0
    }
    let nearest = two.indices.min { distance(start, two[$0]) < distance(start, two[$1]) } ?? 0
    return min(largest(from: 0, by: 1), largest(from: nearest, by: 1), largest(from: nearest, by: two.count - 1))
  }

  /// Whether no distance exceeds what the tolerance and the digits of both allow.
  package func isInPlace(_ other: Self, within tolerance: Double) -> Bool {
    distance(other) <= tolerance + slack(other) + 1e-6
  }

  /// Pixels that the digits of both leave undetermined.
  private func slack(_ other: Self) -> Double { 2 * (coarseness + other.coarseness) }

  /// The maximum rounding error of a number.
  package var coarseness: Double { Double(max(precision.across, precision.down)) }
}
