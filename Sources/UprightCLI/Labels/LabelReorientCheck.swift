// Whether labels that were turned in their file read as the old ones do after the turn (docs/labels.md, "Labels and pixels in one step").

import Upright
import UprightBatch
import UprightLabels

/// Holds a label file against itself before its pictures were turned.
struct LabelReorientCheck {
  /// How far the digits of two spellings may lead apart, in pixels.
  private static let slack = 0.01

  private let labels: LabelFiles
  private let facts: [String: ImageFacts]

  /// A proof for pictures that were turned, by the names that the file has for them.
  init(_ labels: LabelFiles, _ facts: [String: ImageFacts]) { (self.labels, self.facts) = (labels, facts) }

  /// A picture of which something does not lie where its turn leads; nil where there is none.
  ///
  /// - Throws: `.malformedText` where a file cannot be read.
  func misplaced(from file: LabelFile, to after: LabelFile) throws(UprightError) -> String? {
    let old: LabelSet<Stored> = try read(file) { [facts] in facts[$0]?.size }
    let new: LabelSet<Displayed> = try read(after) { [facts] in facts[$0]?.displayedSize }
    guard old.images.count == new.images.count else { return old.images.first?.name ?? file.name }
    for (one, other) in zip(old.images, new.images) {
      guard let facts = facts[one.name] else { continue }
      let turned = one.regions.map { $0.applying(facts.orientation, in: facts.size) }
      let isTurned =
        turned.count == other.regions.count && zip(turned, other.regions).allSatisfy { Self.agree($0, $1) }
      if one.name != other.name || !isTurned { return one.name }
    }
    return nil
  }

  private func read<S: Space>(
    _ file: LabelFile, _ size: @escaping (String) -> PixelSize<S>?
  ) throws(UprightError) -> LabelSet<S> {
    var set = LabelSet<S>(names: labels.names?.names ?? [])
    do throws(LabelError) {
      try labels.coding.read(file, into: &set, size: size)
    } catch { throw .labels(error) }
    return set
  }

  private static func agree(_ one: Region<Displayed>, _ other: Region<Displayed>) -> Bool {
    let slack = Self.slack + 2 * Double(max(one.precision.across, one.precision.down))
    func agree(_ first: [Double], _ second: [Double]) -> Bool {
      first.count == second.count && zip(first, second).allSatisfy { abs($0 - $1) <= slack }
    }
    return agree(numbers(one.box), numbers(other.box))
      && agree(
        one.keypoints.flatMap { [$0.point.x, $0.point.y] }, other.keypoints.flatMap { [$0.point.x, $0.point.y] })
  }

  private static func numbers(_ box: Rect2D<Displayed>) -> [Double] { [box.x, box.y, box.maxX, box.maxY] }
}
