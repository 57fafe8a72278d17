// Checks that reoriented labels equal the old ones after rotation (docs/labels.md, "Labels and pixels in one step").

package import Upright
package import UprightLabels

/// Compares a reoriented label file with its original.
package struct LabelReorientCheck {
  /// The maximum difference caused by rounding digits, in pixels.
  private static let slack = 0.01

  private let labels: LabelFiles
  private let facts: [String: ImageFacts]

  /// A check for reoriented images, by their names in the file.
  package init(_ labels: LabelFiles, _ facts: [String: ImageFacts]) { (self.labels, self.facts) = (labels, facts) }

  /// An image with a region that is not where its reorientation maps it; nil for none.
  ///
  /// - Throws: `.malformedText` if a file cannot be read.
  package func misplaced(from file: LabelFile, to after: LabelFile) throws(UprightError) -> String? {
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
