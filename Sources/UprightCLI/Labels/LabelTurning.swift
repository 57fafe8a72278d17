// `fix --labels`: labels of pictures as stored turned in one step with the pixels, which a journal finishes or takes back.

import ArgumentParser
import Upright
import UprightFiles
import UprightLabels

/// The labels of a batch of pictures.
struct LabelTurning: Sendable {
  /// What a journal calls it.
  private static func words(_ space: LabelSpaceName) -> [String] { ["labels", space.rawValue] }

  /// A label file; its bytes are read when they are needed, one file at a time.
  struct File: Sendable {
    /// Its name in the folder that was given.
    let name: String
    /// Which of ``LabelTurning/sources`` it is of.
    let source: Int
    /// The SHA-256 of what it was.
    let digest: [UInt8]
  }

  /// The format and the names of classes of each of the paths that were given.
  let sources: [LabelFiles]
  let files: [File]
  /// Where each file of the labels lies.
  let paths: [String]
  /// For each file that has several names among the labels, and for one of these, the number of the first.
  let twins: [Int: Int]
  /// What is odd or lost in each file.
  let findings: [[LabelFinding]]
  /// The names that each file has for its pictures.
  let names: [Set<String>]
  /// The batch.
  let pictures: [InputFile]
  private(set) var links: LabelLinks
  let rules: OrientationRules
  private let asked: LabelSpaceName?
  private let mentions: [LabelLinks.Mention: String]
  /// As ``LabelLinks`` has them.
  private let sets: [Int: Int]

  /// Reads the labels, and finds out which of `pictures` they speak of.
  ///
  /// - Parameters:
  ///   - labels: Label files, or folders of them.
  ///   - classes: The file that names the classes; nil for one beside the labels.
  /// - Throws: as `LabelFiles.init`; `.malformedText` where a file cannot be read.
  init(
    _ labels: [String], format: LabelFormatName?, classes: String? = nil, space: LabelSpaceName?,
    of pictures: [InputFile], rules: OrientationRules
  ) throws(UprightError) {
    let found = try Self.found(labels, format, classes)
    sources = found.sources
    let leading = LabelFileNames(found.places.map(\.path)).leading
    let places = found.places.indices.filter(leading.contains).map { found.places[$0] }
    paths = places.map(\.path)
    twins = LabelFileNames(paths).twins
    self.pictures = pictures
    (self.rules, asked) = (rules, space)
    var (mentions, findings): ([LabelLinks.Mention: String], [[LabelFinding]]) = ([:], [])
    var (files, names, sets): ([File], [Set<String>], [Int: Int]) = ([], [], [:])
    for (index, place) in places.enumerated() {
      let bytes = try LabelFiles.bytes(of: place.path)
      var own: Set<String> = []
      let edit = try Self.edit(LabelFile(name: place.name, bytes: bytes), sources[place.source]) { name in
        own.insert(name)
        return nil
      }
      findings.append(edit.findings)
      names.append(own)
      for name in own { mentions[.init(file: index, name: name)] = FileName.folder(of: place.name) }
      files.append(File(name: place.name, source: place.source, digest: Self.digest(bytes)))
      if sources[place.source].format.isFilePerPicture { sets[index] = -1 - place.source }
    }
    (self.files, self.findings, self.names, self.mentions, self.sets) = (files, findings, names, mentions, sets)
    var namesakes = PictureNamesakes(labels: paths)
    links = LabelLinks(mentions, to: PictureNames(pictures), twins: twins, sets: sets) { picture in
      namesakes.exist(of: pictures[picture].path)
    }
  }

  private typealias Place = (name: String, path: String, source: Int)

  /// What lies at paths, without its bytes; regions in the pictures themselves are none of it.
  private static func found(
    _ labels: [String], _ format: LabelFormatName?, _ classes: String?
  ) throws(UprightError) -> (sources: [LabelFiles], places: [Place]) {
    var (sources, places): ([LabelFiles], [Place]) = ([], [])
    for path in labels {
      var format = format
      if format == nil { format = try .shown(by: path) }
      let all = try LabelFiles(path, format: format, names: classes, reads: false)
      guard all.embeddedCount < all.files.count else { throw .regionsTurnThemselves }
      let isFolder = try FileIdentity(path: path).kind == .folder
      places += all.files.dropFirst(all.embeddedCount).map {
        ($0.name, isFolder ? FileName.joined(path, $0.name) : path, sources.count)
      }
      sources.append(all.withoutFiles)
    }
    return (sources, places)
  }

  private static func digest(_ bytes: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    hash.update(bytes)
    return hash.finish()
  }

  /// What reads and turns a file.
  func source(of index: Int) -> LabelFiles { sources[files[index].source] }

  /// A file as it was when the labels were read.
  ///
  /// - Throws: `.io`, with ESTALE where it was changed since.
  func file(_ index: Int) throws(UprightError) -> LabelFile {
    let bytes = try LabelFiles.bytes(of: paths[index])
    guard Self.digest(bytes) == files[index].digest else { throw .changedUnderneath(paths[index]) }
    return LabelFile(name: files[index].name, bytes: bytes)
  }

  /// The same with the links that there were when `plan` was made: of its files alone, in which nothing was doubtful then.
  func following(_ plan: JournalPlan) throws(UprightError) -> Self {
    let planned = Set(plan.files.map { Array($0.path.utf8) })
    var own: Set<Int> = []
    for (index, path) in paths.enumerated() where planned.contains(Array(try FileName.absolute(path).utf8)) {
      own.insert(index)
    }
    var result = self
    var namesakes = PictureNamesakes(labels: paths)
    result.links = LabelLinks(
      mentions.filter { own.contains($0.key.file) }, to: PictureNames(pictures), twins: twins, sets: sets,
      isTrusted: true
    ) { namesakes.exist(of: pictures[$0].path) }
    return result
  }

  /// A label file after its pictures were turned.
  static func edit(
    _ file: LabelFile, _ labels: LabelFiles, _ turn: @escaping (String) -> PictureTurn<Stored, Displayed>?
  ) throws(UprightError) -> LabelEdit {
    do throws(LabelError) {
      return try labels.coding.turned(file, turn)
    } catch { throw .labels(error) }
  }

  /// What the header of a file says.
  func facts(_ path: String) -> PictureFacts? {
    (try? ProbedFile(path: path, rules: rules)).map {
      PictureFacts(size: $0.probe.storedSize, orientation: $0.probe.orientation)
    }
  }

  /// What the headers of all pictures say that the labels speak of, by their numbers.
  func facts() -> [Int: PictureFacts] {
    let numbers = Set(links.pictures.values.flatMap(\.values)).union(links.doubts.values.flatMap(\.pictures))
    return Dictionary(
      uniqueKeysWithValues: numbers.compactMap { index in facts(pictures[index].path).map { (index, $0) } })
  }

  // MARK: Before anything is changed

  /// What is to be done once the pictures are turned: nothing to labels of the displayed pictures.
  ///
  /// - Throws: `.unanswerable` where nothing tells which space they are in, or where they could not be turned with their pictures; `.io` where a file
  ///   could not be rewritten.
  func plan(partingHardLinks: Bool) throws(UprightError) -> JournalPlan {
    let audit = LabelTurningAudit(self, facts())
    var stored: Set<Int> = []
    for source in sources.indices {
      let space = if let asked { asked } else { try audit.space(of: source) }
      if space == .stored { stored.insert(source) }
    }
    guard !stored.isEmpty else { return JournalPlan(words: Self.words(.displayed), files: []) }
    let changing = try audit.checked(stored)
    var files: [JournalPlan.File] = []
    for index in changing {
      try SafeReplace.check(paths[index], partingHardLinks: partingHardLinks, keepingOriginal: true)
      files.append(.init(path: try FileName.absolute(paths[index]), digest: self.files[index].digest))
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
      if let entry = history.entry(of: file.path) {
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
