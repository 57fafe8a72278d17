// `fix --labels`: labels of pictures as stored turned in one step with the pixels, which a journal finishes or takes back.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles
import UprightLabels

/// The labels of a batch of pictures.
struct LabelReorientPlan: Sendable {
  /// What a journal calls it.
  private static func words(_ space: LabelSpaceName) -> [String] { ["labels", space.rawValue] }

  let labels: LabelFiles
  /// Where each file of the labels lies.
  let paths: [String]
  /// For each file that has several names among the labels, and for one of these, the number of the first.
  let hardLinks: [Int: Int]
  /// What is odd or lost in each file.
  let findings: [[LabelFinding]]
  /// The names that each file has for its pictures.
  let names: [Set<String>]
  /// The batch.
  let pictures: [InputFile]
  private(set) var links: LabelLinks
  let rules: OrientationRules
  private let asked: LabelSpaceName?
  private let references: [LabelLinks.Reference: String]

  /// Reads the labels, and finds out which of `pictures` they speak of.
  ///
  /// - Throws: as `LabelFiles.init`; `.malformedText` where a file cannot be read.
  init(
    _ path: String, format: LabelFormatName?, space: LabelSpaceName?, of pictures: [InputFile], rules: OrientationRules
  ) throws(UprightError) {
    var format = format
    if format == nil { format = try .shown(by: path) }
    let all = try LabelFiles(path, format: format, names: nil)
    guard all.embeddedCount < all.files.count else { throw .regionsReorientThemselves }
    let isFolder = try FileIdentity(path: path).kind == .folder
    let everywhere = all.files.map { isFolder ? FileName.joined(path, $0.name) : path }
    let leading = LabelFileNames(everywhere).leading
    labels = all.only(leading.contains)
    paths = everywhere.indices.filter { $0 >= all.embeddedCount && leading.contains($0) }.map { everywhere[$0] }
    hardLinks = LabelFileNames(paths).hardLinks
    self.pictures = pictures
    (self.rules, asked) = (rules, space)
    var (mentions, findings): ([LabelLinks.Reference: String], [[LabelFinding]]) = ([:], [])
    var found: [Set<String>] = []
    for (index, file) in labels.files.enumerated() {
      let folder = FileName.folder(of: file.name)
      var own: Set<String> = []
      let edit = try Self.edit(file, labels) { name in
        own.insert(name)
        return nil
      }
      findings.append(edit.findings)
      found.append(own)
      for name in own { mentions[.init(file: index, name: name)] = folder }
    }
    (self.findings, self.names, self.references) = (findings, found, mentions)
    links = LabelLinks(mentions, to: ImageNames(pictures), hardLinks: hardLinks)
  }

  /// The same with the links that there were when `plan` was made: of its files alone, in which nothing was doubtful then.
  func following(_ plan: JournalPlan) throws(UprightError) -> Self {
    let planned = Set(plan.files.map { Array($0.path.utf8) })
    var own: Set<Int> = []
    for (index, path) in paths.enumerated() where planned.contains(Array(try FileName.absolute(path).utf8)) {
      own.insert(index)
    }
    var result = self
    result.links = LabelLinks(
      references.filter { own.contains($0.key.file) }, to: ImageNames(pictures),
      hardLinks: Dictionary(uniqueKeysWithValues: own.map { ($0, 0) }))
    return result
  }

  /// A label file after its pictures were turned.
  static func edit(
    _ file: LabelFile, _ labels: LabelFiles, _ turn: @escaping (String) -> LabelReorientation<Stored, Displayed>?
  ) throws(UprightError) -> LabelEdit {
    do throws(LabelError) {
      return try labels.coding.reoriented(file, turn)
    } catch { throw .labels(error) }
  }

  /// What the header of a file says.
  func facts(_ path: String) -> ImageFacts? {
    (try? ProbedFile(path: path, rules: rules)).flatMap { ImageFacts($0.probe) }
  }

  /// What the headers of all pictures say that the labels speak of, by their numbers.
  func facts() -> [Int: ImageFacts] {
    let numbers = Set(links.pictures.values.flatMap(\.values)).union(links.ambiguities.values.flatMap(\.pictures))
    return Dictionary(
      uniqueKeysWithValues: numbers.compactMap { index in facts(pictures[index].path).map { (index, $0) } })
  }

  /// Whether no name in the labels is that of a picture, or may be.
  private var matchesNoImage: Bool { links.pictures.values.allSatisfy(\.isEmpty) && links.ambiguities.isEmpty }

  // MARK: Before anything is changed

  /// What is to be done once the pictures are turned: nothing to labels of the displayed pictures.
  ///
  /// - Throws: `.unanswerable` where nothing tells which space they are in, where they could not be turned with their pictures, or speak of none; `.io`
  ///   where a file could not be rewritten.
  func plan(partingHardLinks: Bool) throws(UprightError) -> JournalPlan {
    if asked != .displayed, matchesNoImage,
      pictures.contains(where: { self.facts($0.path)?.orientation.isIdentity == false })
    {
      throw .labelsUndecidable(
        "no label names a picture of this batch, and some of these are to be turned: give the labels of these pictures, "
          + "in the format that they have (--label-format), or leave --labels out")
    }
    let facts = facts()
    let audit = LabelReorientAudit(self, facts)
    var space = asked
    if space == nil { space = try audit.space() }
    guard space == .stored else { return JournalPlan(words: Self.words(.displayed), files: []) }
    let changing = try audit.checked()
    var files: [JournalPlan.File] = []
    for index in changing {
      try SafeReplace.check(paths[index], partingHardLinks: partingHardLinks, keepingOriginal: true)
      var hash = SHA256()
      hash.update(labels.files[index].bytes)
      files.append(.init(path: try FileName.absolute(paths[index]), digest: hash.finish()))
    }
    return JournalPlan(words: Self.words(.stored), files: files)
  }

  /// Makes sure that the labels are as they were when `history` began, or as the batch has left them.
  ///
  /// - Throws: `.io` with ESTALE where somebody has changed one, with ENOENT where one is gone.
  func check(_ plan: JournalPlan, against history: JournalHistory) throws(UprightError) {
    var known: [[UInt8]: String] = [:]
    for path in paths { known[Array(try FileName.absolute(path).utf8)] = path }
    for file in plan.files {
      let path = known[Array(file.path.utf8)] ?? file.path
      if let entry = try history.entry(of: file.path) {
        guard entry.after == nil, try entry.state() == .neither else { continue }
      } else if try FileBytes(path: path).digest() == file.digest {
        continue
      }
      throw .changedUnderneath(path)
    }
  }

  /// What the user should know of `plan`.
  func notes(_ plan: JournalPlan) -> [String] {
    if plan.words == Self.words(.displayed) {
      return ["the labels are right as they are: they are of the displayed pictures, which stay the same"]
    }
    return plan.files.isEmpty ? ["no label names a picture of this batch that is to be turned"] : []
  }
}
