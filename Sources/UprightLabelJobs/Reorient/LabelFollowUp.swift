// The second half of a batch with labels: rows of rotated images, rewritten from the labels' original bytes.

package import Upright
import UprightBatch
package import UprightFiles
package import UprightLabels

/// Reorients the rows of the images that a batch has rotated.
package struct LabelFollowUp: Sendable {
  /// The outcome for one label file.
  package struct Report: Sendable {
    package var rows = 0
    package var images = 0
    /// A note for the user.
    package var note: String?
  }

  /// What happened to an image.
  package enum Change: Hashable, Sendable {
    /// Its pixels were reoriented, by the journal's change with this number; 0 without a journal.
    case reoriented(LabelReorientation<Stored, Displayed>, by: Int)
    /// It was changed, and its previous state is no longer kept.
    case forgotten(by: Int)

    fileprivate var number: Int {
      switch self {
      case .reoriented(_, let number), .forgotten(let number): number
      }
    }
  }

  package let reorientPlan: LabelReorientPlan
  /// The change of each image in the labels, by index; unchanged images are omitted.
  package let changes: [Int: Change]
  private let history: JournalHistory?
  private let digests: [[UInt8]: [UInt8]]
  private var journal: Journal?
  private var breaksHardLinks = false
  private var keepsTime = false

  /// A dry run: what would be done if these images were reoriented.
  package init(_ turning: LabelReorientPlan, turned: [Int: LabelReorientation<Stored, Displayed>]) {
    self.reorientPlan = turning
    changes = turned.mapValues { .reoriented($0, by: 0) }
    (history, digests) = (nil, [:])
  }

  /// The follow-up of `plan` after the changes in `history`.
  package init(
    _ turning: LabelReorientPlan, _ plan: JournalPlan, after history: JournalHistory, in journal: Journal,
    partingHardLinks: Bool, keepingTime: Bool
  ) throws(UprightError) {
    self.reorientPlan = turning
    self.history = history
    self.journal = journal
    (breaksHardLinks, keepsTime) = (partingHardLinks, keepingTime)
    digests = Dictionary(plan.files.map { (Array($0.path.utf8), $0.digest) }, uniquingKeysWith: { $1 })
    var changes: [Int: Change] = [:]
    for index in Set(turning.links.images.values.flatMap(\.values)) {
      changes[index] = try Self.change(of: turning.images[index].path, history, turning)
    }
    self.changes = changes
  }

  /// The change of the image at `path`, derived from the file that it displaced.
  ///
  /// - Throws: `.io` if one of the two exists and cannot be read.
  private static func change(
    of path: String, _ history: JournalHistory, _ turning: LabelReorientPlan
  ) throws(UprightError) -> Change? {
    guard let entry = try entry(of: path, history), let kept = entry.intent.keptPath else { return nil }
    let state = try entry.state()
    guard state == .after || (state != .before && entry.after != nil) else { return nil }
    guard !entry.isDiscarded, let old = try turning.knownFacts(kept) else { return .forgotten(by: entry.number) }
    if try turning.knownFacts(path) == old { return nil }
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

  /// Reorients the rows of a label file that are not reoriented yet.
  ///
  /// - Throws: `.io` with ESTALE if the file has been changed since.
  package func commit(_ index: Int) throws(UprightError) -> Report {
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
      try entry.undo().pending?.complete()
      journal.note([.undone(entry.number)])
      return try rewrite(FileBytes(path: path), expecting: digest, index, in: journal)
    case (_, _?) where last < entry.number:
      return Report(note: "already rotated, and changed since; left unchanged")
    default:
      throw .changedUnderneath(path)
    }
  }

  private func original(_ entry: JournalHistory.Entry) throws(UprightError) -> [UInt8] {
    guard let path = entry.intent.keptPath else { throw .changedUnderneath(entry.intent.path) }
    return try LabelFiles.bytes(of: path)
  }

  /// Rewrites a file with its rows reoriented, if any are; only for images changed after the change `number`.
  ///
  /// - Parameter forgetting: The change before which nothing remained to be done for images whose previous orientation
  ///   is no longer known.
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
    (reorientPlan.links.images[index] ?? [:]).compactMapValues { changes[$0] }
  }

  private func edit(
    _ file: LabelFile, _ index: Int, since number: Int = -1, forgetting: Int = 0
  ) throws(UprightError) -> (bytes: [UInt8], report: Report) {
    let changes = changes(in: index).filter { $0.value.number > number }
    for (name, change) in changes {
      if case .forgotten(let number) = change, number >= forgetting {
        throw .labelsUndecidable(
          "\(name) in \(file.name): its image's original was discarded, so its old orientation is unknown")
      }
    }
    guard !changes.isEmpty else { return (file.bytes, Report()) }
    let edit = try LabelReorientPlan.edit(file, reorientPlan.labels) { name in
      if case .reoriented(let turn, _)? = changes[name] { turn } else { nil }
    }
    let images = Set(changes.keys.compactMap { reorientPlan.links.images[index]?[$0] }).count
    return (edit.bytes, Report(rows: edit.reorientedRows, images: edit.bytes == file.bytes ? 0 : images))
  }

  /// The indexes of the label files, ordered so that other names of a file follow its first name.
  ///
  /// Files of the first part may be changed in parallel, those of the second only one by one.
  package var order: (first: [Int], further: [Int]) {
    let hardLinks = reorientPlan.hardLinks
    return (
      reorientPlan.paths.indices.filter { hardLinks[$0] ?? $0 == $0 },
      hardLinks.filter { $0.key != $0.value }.keys.sorted()
    )
  }

  /// Whether files are changed and journaled; false for a dry run.
  package var isDone: Bool { journal != nil }
}

extension LabelFollowUp.Report {
  package func text(of path: String, isDone: Bool) -> String {
    let rows = "\(CountedNoun("row", rows)) of \(CountedNoun("image", images))"
    return "\(TerminalText.plain(path)): labels, \(rows) \(isDone ? "rotated" : "would be rotated")"
  }

  package func json(of path: String) -> JSONLine {
    .about(path, [.init("labels", .object([.init("rows", .number(rows)), .init("pictures", .number(images))]))])
  }
}

// Why labels cannot be reoriented together with their images.

extension UprightError {
  /// Labels that cannot be reoriented with their images.
  package static func labelsUndecidable(_ reason: Phrase) -> Self {
    .unanswerable(field: "\(field: .labels)", reason: reason)
  }

  /// Regions inside the images themselves.
  package static let regionsReorientThemselves = Self.labelsUndecidable(
    "there are no XMP files; regions inside images rotate with them anyway: leave out \(option: .labels)"
  )
}
