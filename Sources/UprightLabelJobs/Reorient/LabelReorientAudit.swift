// Whether labels can be reoriented with their images, decided before an image is changed.

package import Upright
import UprightBatch
package import UprightLabels

/// Decides the space of a batch's labels, and whether all of them can be reoriented.
package struct LabelReorientAudit {
  private let reorientPlan: LabelReorientPlan
  private let facts: [Int: ImageFacts]

  package init(_ turning: LabelReorientPlan, _ facts: [Int: ImageFacts]) {
    (self.reorientPlan, self.facts) = (turning, facts)
    reorientedImages = Set(facts.filter { !$0.value.orientation.isIdentity }.keys)
  }

  /// The images that are displayed differently from how they are stored.
  private let reorientedImages: Set<Int>

  /// The space of the labels, as headers, sizes and numbers show.
  ///
  /// - Throws: `.unanswerable` if they do not.
  package func space() throws(UprightError) -> LabelSpaceName {
    guard !reorientedImages.isEmpty else { return .stored }
    let audit = LabelAudit(try labelSet().set, unit: reorientPlan.labels.format.unit) { [facts] name in
      Int(name).flatMap { facts[$0] }
    }
    return try audit.space(
      either: .stored, option: .labelSpace, hint: "`upright labels audit` explains why;")
  }

  /// The indexes of the label files that change if all images are reoriented.
  ///
  /// - Throws: `.unanswerable` if an image could be reoriented without its labels.
  package func checked() throws(UprightError) -> [Int] {
    try checkNames()
    let (set, findings) = try labelSet()
    try checkTies(findings)
    try checkSizes(set)
    var changing: [Int] = []
    for (index, file) in reorientPlan.labels.files.enumerated() {
      let names = (reorientPlan.links.images[index] ?? [:]).filter { reorientedImages.contains($0.value) }
      guard !names.isEmpty else { continue }
      try checkRows(of: file, names.compactMapValues { facts[$0] })
      changing.append(index)
    }
    return changing
  }

  /// Rejects a name that may refer to several images if one of them is reoriented.
  private func checkNames() throws(UprightError) {
    let ambiguities = reorientPlan.links.ambiguities.filter { !reorientedImages.isDisjoint(with: $0.value.images) }
    guard let (mention, ambiguity) = ambiguities.min(by: { ($0.key.file, $0.key.name) < ($1.key.file, $1.key.name) })
    else { return }
    let name = "\(mention.name) in \(reorientPlan.labels.files[mention.file].name)"
    let paths = ambiguity.images.prefix(2).map { reorientPlan.images[$0].path }.joined(separator: " and ")
    switch ambiguity {
    case .several: throw .labelsUndecidable("\(name) could be \(paths)")
    case .shared:
      throw .labelsUndecidable(
        """
        \(name) and other names match \(paths), so it may be another image's: give only this batch's labels, or \
        names with folders
        """)
    case .otherwise:
      throw .labelsUndecidable(
        """
        \(name) could be \(paths), but its folder or extension differs, and no other label shows how names are \
        written: use the image's own name, or leave out \(option: .labels)
        """)
    }
  }

  /// Rejects unreadable rows that may belong to a reoriented image, unless they are among the rows of others.
  private func checkTies(_ findings: [[LabelFinding]]) throws(UprightError) {
    for index in reorientPlan.labels.files.indices {
      let lost = (findings[index] + reorientPlan.findings[index]).filter {
        $0.code.dropsRow && $0.code != .imageUnknown
      }
      let isOfOthers = reorientedImages.isDisjoint(with: (reorientPlan.links.images[index] ?? [:]).values)
      let untied = lost.filter {
        reorientPlan.labels.format.isFilePerImage
          ? reorientPlan.names[index].isEmpty : !isOfOthers || [.imageMissing, .fieldMissing].contains($0.code)
      }
      if !untied.isEmpty, mayReorient { try refuse(untied) }
    }
  }

  /// Whether any image of the batch is displayed differently from how it is stored, whether or not labels refer to it.
  private var mayReorient: Bool {
    !reorientedImages.isEmpty
      || reorientPlan.images.contains { reorientPlan.facts($0.path)?.orientation.isIdentity == false }
  }

  private func refuse(_ lost: [LabelFinding]) throws(UprightError) {
    guard let first = lost.first else { return }
    let others = Set(lost).count > 1 ? ", and \(Set(lost).count - 1) more" : ""
    throw .labelsUndecidable("\(first.phrase)\(others); it would stay unchanged while its image is rotated")
  }

  private func checkSizes(_ set: LabelSet<Labelled>) throws(UprightError) {
    for image in set.images {
      guard let index = Int(image.name), reorientedImages.contains(index), let facts = facts[index],
        let stated = image.size,
        !reorientPlan.labels.format.unit.allows(stated, of: facts.size)
      else { continue }
      throw .labelsUndecidable(
        "\(reorientPlan.images[index].path) is stored as \(facts.size), and the labels state \(stated): "
          + "labels of displayed images stay unchanged: \(option: .labelSpace, "displayed")")
    }
  }

  /// Checks that all rows can be read, that no reoriented image is embedded in the label file, and that the reoriented
  /// rows read correctly.
  private func checkRows(of file: LabelFile, _ facts: [String: ImageFacts]) throws(UprightError) {
    let edit = try LabelReorientPlan.edit(file, reorientPlan.labels) { facts[$0].map(LabelReorientation.init) }
    try refuse(
      edit.findings.filter { $0.code == .imageEmbedded || $0.code.dropsRow && $0.code != .imageUnknown })
    let after = LabelFile(name: file.name, bytes: edit.bytes)
    guard let name = try LabelReorientCheck(reorientPlan.labels, facts).misplaced(from: file, to: after) else { return }
    throw .labelsUndecidable(
      "\(file.name): not all rows of \(name) would rotate with their image, which is stored as "
        + "\(facts[name].map { "\($0.size)" } ?? "?"); see `upright labels validate`")
  }

  /// The labels as they are, with images of the batch identified by index.
  private func labelSet() throws(UprightError) -> (set: LabelSet<Labelled>, findings: [[LabelFinding]]) {
    let (labels, links) = (reorientPlan.labels, reorientPlan.links)
    var set = LabelSet<Labelled>(names: labels.names?.names ?? [])
    var findings: [[LabelFinding]] = []
    for (index, file) in labels.files.enumerated() {
      let names = links.images[index] ?? [:]
      do throws(LabelError) {
        try labels.read(
          file, into: &set, calling: { name, _ in names[name].map(String.init) ?? "not in the batch: " + name },
          rescaled: false
        ) { [facts] in Int($0).flatMap { facts[$0] }?.labelledSize(.stored) }
      } catch { throw .labels(error) }
      findings.append(set.findings)
      set.findings = []
    }
    return (set, findings)
  }
}

extension LabelReorientation<Stored, Displayed> {
  /// The reorientation that makes an image's pixels upright.
  package init(_ facts: ImageFacts) { self.init(size: facts.size, orientation: facts.orientation) }
}

// Checks that reoriented labels equal the old ones after rotation (docs/labels.md, "Labels and pixels in one step").

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
