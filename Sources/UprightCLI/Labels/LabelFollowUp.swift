// The second half of a batch with labels: the rows of every picture that was turned, from the labels' original bytes.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles
import UprightLabels

/// Turns the rows of those pictures that were turned.
struct LabelFollowUp: Sendable {
  /// What came of one label file.
  struct Report: Sendable {
    var rows = 0
    var pictures = 0
    /// What the user should know of it.
    var note: String?
  }

  /// What became of a picture.
  enum Change: Hashable, Sendable {
    /// Its pixels were turned, by the change of this number in the journal; 0 where there is none.
    case reoriented(LabelReorientation<Stored, Displayed>, by: Int)
    /// It was changed, and what it was before is kept no longer.
    case forgotten(by: Int)

    fileprivate var number: Int {
      switch self {
      case .reoriented(_, let number), .forgotten(let number): number
      }
    }
  }

  let reorientPlan: LabelReorientPlan
  /// What became of each picture that labels speak of, by its number; those that stayed as they were are not there.
  let changes: [Int: Change]
  private let history: JournalHistory?
  private let digests: [[UInt8]: [UInt8]]
  private var journal: Journal?
  private var breaksHardLinks = false
  private var keepsTime = false

  /// What would be done where these pictures were turned.
  init(_ turning: LabelReorientPlan, turned: [Int: LabelReorientation<Stored, Displayed>]) {
    self.reorientPlan = turning
    changes = turned.mapValues { .reoriented($0, by: 0) }
    (history, digests) = (nil, [:])
  }

  /// What is to be done by `plan` after the changes that `history` tells of.
  init(
    _ turning: LabelReorientPlan, _ plan: JournalPlan, after history: JournalHistory, in journal: Journal,
    by writing: WriteOptions
  )
    throws(UprightError)
  {
    self.reorientPlan = turning
    self.history = history
    self.journal = journal
    (breaksHardLinks, keepsTime) = (writing.breakHardLinks, writing.preserveMtime)
    digests = Dictionary(plan.files.map { (Array($0.path.utf8), $0.digest) }, uniquingKeysWith: { $1 })
    var changes: [Int: Change] = [:]
    for index in Set(turning.links.pictures.values.flatMap(\.values)) {
      changes[index] = try Self.change(of: turning.pictures[index].path, history, turning)
    }
    self.changes = changes
  }

  /// What became of the picture at `path`, told by the file that its change has displaced.
  private static func change(
    of path: String, _ history: JournalHistory, _ turning: LabelReorientPlan
  ) throws(UprightError) -> Change? {
    guard let entry = try entry(of: path, history), let kept = entry.intent.keptPath else { return nil }
    let state = try entry.state()
    guard state == .after || (state != .before && entry.after != nil) else { return nil }
    guard !entry.isDiscarded, let old = turning.facts(kept) else { return .forgotten(by: entry.number) }
    if turning.facts(path) == old { return nil }
    return .reoriented(LabelReorientation(old), by: entry.number)
  }

  private static func entry(
    of path: String, _ history: JournalHistory
  ) throws(UprightError) -> JournalHistory.Entry? {
    if let entry = try history.entry(of: FileName.absolute(path)) { return entry }
    guard let now = try? FileIdentity(path: path) else { return nil }
    return try history.entry(leaving: FileState(now))
  }

  // MARK: One file

  /// Turns what of a label file is not turned yet.
  ///
  /// - Throws: `.io` with ESTALE where somebody has changed it since.
  func commit(_ index: Int) throws(UprightError) -> Report {
    let path = reorientPlan.paths[index]
    guard let journal, let history else { return try edit(reorientPlan.labels.files[index], index).report }
    let absolute = Array(try FileName.absolute(path).utf8)
    guard let digest = digests[absolute] else { return Report() }
    guard let entry = try history.entry(of: String(decoding: absolute, as: UTF8.self)) else {
      return try rewrite(
        FileBytes(path: path), expecting: digest, index, forgetting: history.planDoneNumber, in: journal)
    }
    let last = changes(in: index).values.map(\.number).max() ?? -1
    switch (try entry.state(), entry.after) {
    case (.before, _):
      try entry.clearUp()
      return try rewrite(FileBytes(path: path), expecting: digest, index, in: journal)
    case (.after, _) where entry.isDiscarded:
      return try rewrite(FileBytes(path: path), expecting: nil, index, since: entry.number, in: journal)
    case (.after, let after):
      let whole = try edit(LabelFile(name: reorientPlan.labels.files[index].name, bytes: original(entry)), index)
      if try LabelFiles.bytes(of: path) == whole.bytes {
        if after == nil { journal.note([try entry.recovered()]) }
        return Report()
      }
      _ = try entry.undo()
      journal.note([.undone(entry.number)])
      return try rewrite(FileBytes(path: path), expecting: digest, index, in: journal)
    case (_, _?) where last < entry.number:
      return Report(note: "its rows were turned before, and it was changed since; it is left as it is")
    default:
      throw .changedUnderneath(path)
    }
  }

  private func original(_ entry: JournalHistory.Entry) throws(UprightError) -> [UInt8] {
    guard let path = entry.intent.keptPath else { throw .changedUnderneath(entry.intent.path) }
    return try LabelFiles.bytes(of: path)
  }

  /// Writes a file anew with its rows turned, where any are; of those pictures alone that were changed after the change `number`.
  ///
  /// - Parameter forgetting: Before which change nothing was left to do for pictures of which is not known any more how they lay.
  private func rewrite(
    _ file: FileBytes, expecting digest: [UInt8]?, _ index: Int, since number: Int = -1, forgetting: Int = 0,
    in journal: Journal
  ) throws(UprightError) -> Report {
    if let digest, try file.digest() != digest { throw .changedUnderneath(file.path) }
    let bytes: [UInt8]
    do throws(MetadataError) { bytes = try file.read(0..<file.byteCount) } catch {
      throw UprightError(error).naming(file.path)
    }
    let edit = try edit(
      LabelFile(name: reorientPlan.labels.files[index].name, bytes: bytes), index, since: number, forgetting: forgetting
    )
    guard edit.bytes != bytes else { return Report() }
    try SafeReplace.rewrite(
      file, byteCount: edit.bytes.count, partingHardLinks: breaksHardLinks, keepingTime: keepsTime, journal: journal
    ) { (sink: inout FileSink) throws(UprightError) in try sink.write(edit.bytes) }
    return edit.report
  }

  private func changes(in index: Int) -> [String: Change] {
    (reorientPlan.links.pictures[index] ?? [:]).compactMapValues { changes[$0] }
  }

  private func edit(
    _ file: LabelFile, _ index: Int, since number: Int = -1, forgetting: Int = 0
  ) throws(UprightError) -> (bytes: [UInt8], report: Report) {
    let changes = changes(in: index).filter { $0.value.number > number }
    for (name, change) in changes {
      if case .forgotten(let number) = change, number >= forgetting {
        throw .labelsUndecidable(
          "\(name) in \(file.name): how its picture lay is kept no longer, since its original was discarded")
      }
    }
    guard !changes.isEmpty else { return (file.bytes, Report()) }
    let edit = try LabelReorientPlan.edit(file, reorientPlan.labels) { name in
      if case .reoriented(let turn, _)? = changes[name] { turn } else { nil }
    }
    let pictures = Set(changes.keys.compactMap { reorientPlan.links.pictures[index]?[$0] }).count
    return (edit.bytes, Report(rows: edit.reorientedRows, pictures: edit.bytes == file.bytes ? 0 : pictures))
  }

  // MARK: All files

  /// Turns the rows in all label files, and prints what was done.
  ///
  /// - Returns: as `BatchRunner.run`.
  func run(_ running: RunOptions) -> ExitCode {
    let (first, further) = (
      reorientPlan.paths.indices.filter { reorientPlan.hardLinks[$0] ?? $0 == $0 },
      reorientPlan.hardLinks.filter { $0.key != $0.value }
    )
    let ended = run(first, running)
    let others = further.keys.sorted().map { run([$0], running) }
    return ([ended] + others).first { !$0.isSuccess } ?? ended
  }

  /// Does that to files of which none is another name of another one.
  private func run(_ indices: [Int], _ running: RunOptions) -> ExitCode {
    let files = indices.map {
      InputFile(path: reorientPlan.paths[$0], relativePath: FileName.last(of: reorientPlan.paths[$0]))
    }
    return running.runner.run(
      files, work: { (place, _) throws(UprightError) in try commit(indices[place]) },
      report: { (file, report, console) throws(UprightError) in
        if let note = report.note { console.printError("\(TerminalText.plain(file.path)): \(note)") }
        guard report.pictures > 0 else { return }
        try console.result(
          running.json ? report.json(of: file.path).line : report.text(of: file.path, isDone: journal != nil))
      })
  }
}

extension LabelFollowUp.Report {
  func text(of path: String, isDone: Bool) -> String {
    let rows = "\(CountedNoun("row", rows)) of \(CountedNoun("picture", pictures))"
    return "\(TerminalText.plain(path)): labels, \(rows) \(isDone ? "turned" : "would be turned")"
  }

  func json(of path: String) -> JSONLine {
    .about(path, [.init("labels", .object([.init("rows", .number(rows)), .init("pictures", .number(pictures))]))])
  }
}
