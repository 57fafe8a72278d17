// Whether labels can be turned with their pictures, decided before a picture is changed.

import Upright
import UprightFiles
import UprightLabels

/// Looks at the labels of a batch as they are.
struct LabelTurningAudit {
  private let turning: LabelTurning
  private let facts: [Int: PictureFacts]

  init(_ turning: LabelTurning, _ facts: [Int: PictureFacts]) {
    (self.turning, self.facts) = (turning, facts)
    lying = Set(facts.filter { !$0.value.orientation.isIdentity }.keys)
  }

  /// The pictures that are not displayed as they are stored.
  private let lying: Set<Int>

  /// Which space the labels are in, as headers, sizes and numbers tell.
  ///
  /// - Throws: `.unanswerable` where they do not tell.
  func space() throws(UprightError) -> LabelSpaceName {
    guard !lying.isEmpty else { return .stored }
    let audit = LabelAudit(try labelSet(), unit: turning.labels.format.unit) { [facts] name in
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
    try checkSizes()
    var changing: [Int] = []
    for (index, file) in turning.labels.files.enumerated() {
      let names = (turning.links.pictures[index] ?? [:]).filter { lying.contains($0.value) }
      guard !names.isEmpty else { continue }
      try checkRows(of: file) { [facts] name in names[name].flatMap { facts[$0] }.map(PictureTurn.init) }
      changing.append(index)
    }
    return changing
  }

  /// A name that could be of several pictures stops all, where one of these is to be turned.
  private func checkNames() throws(UprightError) {
    let doubts = turning.links.doubts.filter { !lying.isDisjoint(with: $0.value) }
    guard let (mention, candidates) = doubts.min(by: { ($0.key.file, $0.key.name) < ($1.key.file, $1.key.name) })
    else { return }
    let file = turning.labels.files[mention.file].name
    guard candidates.count > 1 else {
      throw .untold("\(mention.name) in \(file) is not the only name there for \(turning.pictures[candidates[0]].path)")
    }
    let paths = candidates.prefix(2).map { turning.pictures[$0].path }.joined(separator: " and ")
    throw .untold("\(mention.name) in \(file) may be \(paths)")
  }

  private func checkSizes() throws(UprightError) {
    for picture in try labelSet().pictures {
      guard let index = Int(picture.name), lying.contains(index), let facts = facts[index], let stated = picture.size,
        !turning.labels.format.unit.allows(stated, of: facts.size)
      else { continue }
      throw .untold(
        "\(turning.pictures[index].path) is stored as \(facts.size), and the labels state \(stated): "
          + "labels of the picture as displayed stay as they are, --label-space displayed")
    }
  }

  /// Rows that nobody can read cannot be turned.
  private func checkRows(
    of file: LabelFile, _ turn: @escaping (String) -> PictureTurn<Stored, Displayed>?
  ) throws(UprightError) {
    let findings = try LabelTurning.edit(file, turning.labels, turn).findings
    let lost = findings.filter { $0.code.losesRow && ![.pictureUnknown, .pictureMissing].contains($0.code) }
    guard let first = lost.first else { return }
    let others = lost.count > 1 ? ", and \(lost.count - 1) more" : ""
    throw .untold("\(first)\(others); it would stay as it is while its picture turns")
  }

  /// The labels as they are; a picture of the batch is called by its number there.
  private func labelSet() throws(UprightError) -> LabelSet<Labelled> {
    let (labels, links, facts) = (turning.labels, turning.links, facts)
    var set = LabelSet<Labelled>(names: labels.names?.names ?? [])
    for (index, file) in labels.files.enumerated() {
      let (first, names) = (set.pictures.count, links.pictures[index] ?? [:])
      do throws(LabelError) {
        try labels.coding.read(file, into: &set) { name in
          guard labels.format.isInShares else { return nil }
          return names[name].flatMap { facts[$0] }?.labelledSize(.stored)
        }
      } catch { throw .labels(error) }
      for place in first..<max(first, set.pictures.count) {
        let name = set.pictures[place].name
        set.pictures[place].name = names[name].map(String.init) ?? "not in the batch: " + name
      }
    }
    return set
  }
}

extension PictureTurn<Stored, Displayed> {
  /// The turn that makes a picture upright in its pixels.
  init(_ facts: PictureFacts) { self.init(size: facts.size, orientation: facts.orientation) }
}
