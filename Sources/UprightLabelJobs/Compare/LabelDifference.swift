// One difference between two sets of labels of an image, in words and as JSON.

package import Upright
import UprightBatch
package import UprightFiles
import UprightLabels

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
