// `fix --labels`: labels of stored images, reoriented together with the pixels; a journal completes or undoes it.

package import Upright
package import UprightBatch
package import UprightFiles
package import UprightLabels

/// The labels of a batch of images.
package struct LabelReorientPlan: Sendable {
  /// Its arguments in a journal.
  private static func words(_ space: LabelSpaceName) -> [String] { ["labels", space.rawValue] }

  package let labels: LabelFiles
  /// The path of each label file.
  package let paths: [String]
  /// For each file with several names among the labels, including the first, the index of the first.
  package let hardLinks: [Int: Int]
  /// Unusual or lost data in each file.
  package let findings: [[LabelFinding]]
  /// The names of images in each file.
  package let names: [Set<String>]
  /// The paths of the label files that are masks.
  private let masks: Set<String>
  /// The batch.
  package let images: [InputFile]
  package private(set) var links: LabelLinks
  package let rules: OrientationRules
  private let asked: LabelSpaceName?
  private let references: [LabelLinks.Reference: String]

  /// Reads the labels, and finds which of `images` they refer to.
  ///
  /// - Throws: As `LabelFiles.init`; `.io` if one of several files cannot be read, because it would no longer fit the
  ///   images; `.malformedText` if a file is invalid.
  package init(
    _ path: String, format: LabelFormatName?, space: LabelSpaceName?, of images: [InputFile], rules: OrientationRules
  ) throws(UprightError) {
    var format = format
    if format == nil { format = try .shown(by: path) }
    let batch = FilePlaces(images.map(\.path))
    let photos = MaskFiles.photosBesideMasks(images)
    let all = try LabelFiles(withMasks: path, format: format, option: .labelFormat) {
      if MaskFiles.isInMaskFolder($0) { return MaskFiles.isMask($0) }
      return (!batch.contains($0) || MaskFiles.isMarked($0, beside: photos)) && MaskFiles.hasNumbers($0)
    }
    if let first = all.unread.first { throw first }
    guard all.embeddedCount < all.files.count else { throw .regionsReorientThemselves }
    let isFolder = try FileIdentity(path: path).kind == .folder
    let everywhere = all.files.map { isFolder ? FileName.joined(path, $0.name) : path }
    let leading = LabelFileNames(everywhere).leading
    labels = all.only(leading.contains).naming(images)
    paths = everywhere.indices.filter { $0 >= all.embeddedCount && leading.contains($0) }.map { everywhere[$0] }
    hardLinks = LabelFileNames(paths).hardLinks
    self.images = images
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
    masks = Set(paths.filter(MaskFiles.isPNG))
    links = LabelLinks(
      mentions, to: ImageNames(images, besides: masks), hardLinks: hardLinks,
      masks: Self.indices(of: masks, in: paths))
  }

  private static func indices(of chosen: Set<String>, in paths: [String]) -> Set<Int> {
    Set(paths.indices.filter { chosen.contains(paths[$0]) })
  }

  /// The same with the links at the time of `plan`: only for its files, in which nothing was ambiguous then.
  package func following(_ plan: JournalPlan) throws(UprightError) -> Self {
    let planned = Set(plan.files.map { Array($0.path.utf8) })
    var own: Set<Int> = []
    for (index, path) in paths.enumerated() where planned.contains(Array(try FileName.absolute(path).utf8)) {
      own.insert(index)
    }
    var result = self
    result.links = LabelLinks(
      references.filter { own.contains($0.key.file) }, to: ImageNames(images, besides: masks),
      hardLinks: Dictionary(uniqueKeysWithValues: own.map { ($0, 0) }), masks: Self.indices(of: masks, in: paths))
    return result
  }

  /// A label file after its images were reoriented.
  package static func edit(
    _ file: LabelFile, _ labels: LabelFiles, _ turn: @escaping (String) -> LabelReorientation<Stored, Displayed>?
  ) throws(UprightError) -> LabelEdit {
    do throws(LabelError) {
      return try labels.coding.reoriented(file, turn)
    } catch { throw .labels(error) }
  }

  /// The facts from a file's header.
  package func facts(_ path: String) -> ImageFacts? {
    (try? ProbedFile(path: path, rules: rules)).flatMap { ImageFacts($0.probe) }
  }

  /// The facts from a file's header; nil for a file that does not exist, or is no image.
  ///
  /// - Throws: `.io` if it cannot be read.
  func knownFacts(_ path: String) throws(UprightError) -> ImageFacts? {
    do throws(UprightError) { return ImageFacts(try ProbedFile(path: path, rules: rules).probe) } catch {
      if case .io = error, !error.isOfMissingFile { throw error }
      return nil
    }
  }

  /// The header facts of all images that the labels refer to, by index.
  package func facts() -> [Int: ImageFacts] {
    let numbers = Set(links.images.values.flatMap(\.values)).union(links.ambiguities.values.flatMap(\.images))
    return Dictionary(
      uniqueKeysWithValues: numbers.compactMap { index in facts(images[index].path).map { (index, $0) } })
  }

  /// Whether no name in the labels refers to an image, or may do so.
  private var matchesNoImage: Bool { links.images.values.allSatisfy(\.isEmpty) && links.ambiguities.isEmpty }

  // MARK: Before anything is changed

  /// The plan for after the images are reoriented; empty for labels of displayed images.
  ///
  /// - Throws: `.unanswerable` if their space is unknown, if they cannot be reoriented with their images, or if they
  ///   refer to no image; `.io` if a file could not be rewritten.
  package func plan(partingHardLinks: Bool) throws(UprightError) -> JournalPlan {
    if asked != .displayed, matchesNoImage,
      images.contains(where: { self.facts($0.path)?.orientation.isIdentity == false })
    {
      throw .labelsUndecidable(
        """
        no label names an image of this batch, and some will be rotated: give these images' labels, in their format \
        (\(option: .labelFormat)), or leave out \(option: .labels)
        """)
    }
    let facts = facts()
    let audit = LabelReorientAudit(self, facts)
    var space = asked
    if space == nil { space = try audit.space() }
    if space == .stored { try checkMasks() }
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

  /// Rejects a mask that is also an image of the batch with a tag of its own: it would be rotated twice.
  private func checkMasks() throws(UprightError) {
    let masks = FilePlaces(masks)
    for image in images where masks.contains(image.path) && facts(image.path)?.orientation.isIdentity == false {
      throw .labelsUndecidable(
        "\(image.path) is a mask and an image of this batch, and has a tag of its own: give only the photos")
    }
  }

  /// Checks that the labels are as they were when `history` began, or as the batch has left them.
  ///
  /// - Throws: `.io` with ESTALE if one has been changed by another program, with ENOENT if one is missing.
  package func check(_ plan: JournalPlan, against history: JournalHistory) throws(UprightError) {
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

  /// Notes about `plan` for the user.
  package func notes(_ plan: JournalPlan) -> [String] {
    if plan.words == Self.words(.displayed) {
      return ["the labels are already correct: they are of the displayed images, which do not change"]
    }
    return plan.files.isEmpty ? ["no label names an image of this batch that is rotated"] : []
  }
}

// The sentences about labels that cannot change together with their images, or have not yet.

extension LabelReorientPlan {
  /// Why nothing was changed: `upright undo` could not restore this label file.
  package static func noUndo(of path: String) -> String {
    """
    \(TerminalText.plain(path)): `upright undo` restores only label files with these extensions: \
    \(JournalPlan.endings.map { ".\($0)" }.joined(separator: ", ")); nothing was changed
    """
  }

  /// What to do about labels that a batch with this journal has not rotated.
  package static func remedy(by journal: String) -> String {
    """
    not all labels are rotated yet: run the same command with \(option: .resume), or undo the rotation with \
    `upright undo \(TerminalText.plain(journal))`
    """
  }
}
