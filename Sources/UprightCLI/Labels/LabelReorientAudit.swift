// Whether labels can be turned with their pictures, decided before a picture is changed.

import Upright
import UprightBatch
import UprightFiles
import UprightLabels

/// Looks at the labels of a batch as they are.
struct LabelReorientAudit {
  private let reorientPlan: LabelReorientPlan
  private let facts: [Int: ImageFacts]

  init(_ turning: LabelReorientPlan, _ facts: [Int: ImageFacts]) {
    (self.reorientPlan, self.facts) = (turning, facts)
    reorientedImages = Set(facts.filter { !$0.value.orientation.isIdentity }.keys)
  }

  /// The pictures that are not displayed as they are stored.
  private let reorientedImages: Set<Int>

  /// Which space the labels are in, as headers, sizes and numbers tell.
  ///
  /// - Throws: `.unanswerable` where they do not tell.
  func space() throws(UprightError) -> LabelSpaceName {
    guard !reorientedImages.isEmpty else { return .stored }
    let audit = LabelAudit(try labelSet().set, unit: reorientPlan.labels.format.unit) { [facts] name in
      Int(name).flatMap { facts[$0] }
    }
    return try audit.space(
      either: .stored, option: "--label-space", hint: "`upright labels audit` says why;")
  }

  /// The label files that change when all pictures are turned, by their numbers.
  ///
  /// - Throws: `.unanswerable` where a picture could be turned without its labels.
  func checked() throws(UprightError) -> [Int] {
    try checkNames()
    let (set, findings) = try labelSet()
    try checkTies(findings)
    try checkSizes(set)
    var changing: [Int] = []
    for (index, file) in reorientPlan.labels.files.enumerated() {
      let names = (reorientPlan.links.pictures[index] ?? [:]).filter { reorientedImages.contains($0.value) }
      guard !names.isEmpty else { continue }
      try checkRows(of: file, names.compactMapValues { facts[$0] })
      changing.append(index)
    }
    return changing
  }

  /// A name that could be of several pictures stops all, where one of these is to be turned.
  private func checkNames() throws(UprightError) {
    let ambiguities = reorientPlan.links.ambiguities.filter { !reorientedImages.isDisjoint(with: $0.value.pictures) }
    guard let (mention, ambiguity) = ambiguities.min(by: { ($0.key.file, $0.key.name) < ($1.key.file, $1.key.name) })
    else { return }
    let name = "\(mention.name) in \(reorientPlan.labels.files[mention.file].name)"
    let paths = ambiguity.pictures.prefix(2).map { reorientPlan.pictures[$0].path }.joined(separator: " and ")
    switch ambiguity {
    case .several: throw .labelsUndecidable("\(name) may be \(paths)")
    case .shared:
      throw .labelsUndecidable(
        "\(name) is not the only name there for \(paths), and may be that of another picture: "
          + "give the labels of this batch alone, or names with folders")
    case .otherwise:
      throw .labelsUndecidable(
        "\(name) may be \(paths), but for its folder or its extension, and no other label shows how these are called: "
          + "name the picture as it is called, or leave --labels out if it is another one")
    }
  }

  /// What nobody can read may belong to a picture that turns, unless it stands among the rows of others.
  private func checkTies(_ findings: [[LabelFinding]]) throws(UprightError) {
    for index in reorientPlan.labels.files.indices {
      let lost = (findings[index] + reorientPlan.findings[index]).filter {
        $0.code.dropsRow && $0.code != .imageUnknown
      }
      let isOfOthers = reorientedImages.isDisjoint(with: (reorientPlan.links.pictures[index] ?? [:]).values)
      let untied = lost.filter {
        reorientPlan.labels.format.isFilePerImage
          ? reorientPlan.names[index].isEmpty : !isOfOthers || [.imageMissing, .fieldMissing].contains($0.code)
      }
      if !untied.isEmpty, mayReorient { try refuse(untied) }
    }
  }

  /// Whether any picture of the batch is not displayed as it is stored, whatever the labels speak of.
  private var mayReorient: Bool {
    !reorientedImages.isEmpty
      || reorientPlan.pictures.contains { reorientPlan.facts($0.path)?.orientation.isIdentity == false }
  }

  private func refuse(_ lost: [LabelFinding]) throws(UprightError) {
    guard let first = lost.first else { return }
    let others = Set(lost).count > 1 ? ", and \(Set(lost).count - 1) more" : ""
    throw .labelsUndecidable("\(first)\(others); it would stay as it is while its picture turns")
  }

  private func checkSizes(_ set: LabelSet<Labelled>) throws(UprightError) {
    for picture in set.images {
      guard let index = Int(picture.name), reorientedImages.contains(index), let facts = facts[index],
        let stated = picture.size,
        !reorientPlan.labels.format.unit.allows(stated, of: facts.size)
      else { continue }
      throw .labelsUndecidable(
        "\(reorientPlan.pictures[index].path) is stored as \(facts.size), and the labels state \(stated): "
          + "labels of the picture as displayed stay as they are, --label-space displayed")
    }
  }

  /// Rows that nobody can read cannot be turned, nor can a picture that is in the label file; and what was turned has to read so.
  private func checkRows(of file: LabelFile, _ facts: [String: ImageFacts]) throws(UprightError) {
    let edit = try LabelReorientPlan.edit(file, reorientPlan.labels) { facts[$0].map(LabelReorientation.init) }
    try refuse(
      edit.findings.filter { $0.code == .imageEmbedded || $0.code.dropsRow && $0.code != .imageUnknown })
    let after = LabelFile(name: file.name, bytes: edit.bytes)
    guard let name = try LabelReorientCheck(reorientPlan.labels, facts).misplaced(from: file, to: after) else { return }
    throw .labelsUndecidable(
      "\(file.name): not all rows of \(name) would turn with their picture, which is stored as "
        + "\(facts[name].map { "\($0.size)" } ?? "?"); `upright labels validate` may say why")
  }

  /// The labels as they are; a picture of the batch is called by its number there.
  private func labelSet() throws(UprightError) -> (set: LabelSet<Labelled>, findings: [[LabelFinding]]) {
    let (labels, links) = (reorientPlan.labels, reorientPlan.links)
    var set = LabelSet<Labelled>(names: labels.names?.names ?? [])
    var findings: [[LabelFinding]] = []
    for (index, file) in labels.files.enumerated() {
      let names = links.pictures[index] ?? [:]
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
  /// The turn that makes a picture upright in its pixels.
  init(_ facts: ImageFacts) { self.init(size: facts.size, orientation: facts.orientation) }
}
