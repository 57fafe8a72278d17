// Undoes one change of a journal, or discards its kept original.

import Synchronization
package import Upright
package import UprightFiles

/// Undoes changes, or removes the kept originals.
package struct UndoTask: Sendable {
  /// The outcome for one change.
  package struct Report: Sendable {
    /// The outcome in one word.
    package let operation: String
    /// The journal's record of it.
    package var record: JournalRecord?
    /// What must be flushed before the report is true.
    package var pending: PendingFlush?

    /// The line about the file at `path`, for people or for programs.
    package func line(of path: String, discards: Bool, isJSON: Bool) -> String {
      guard isJSON else { return "\(TerminalText.plain(path)): \(operation)" }
      return JSONLine.about(path, [.init(discards ? "discard" : "undo", .text(operation))]).line
    }
  }

  /// How often each outcome occurred, in the order of its first occurrence.
  package struct Counts {
    private var counts: [(operation: String, count: Int)] = []

    /// No outcome yet.
    package init() {}

    /// Counts an outcome.
    package mutating func add(_ report: Report) {
      if let place = counts.firstIndex(where: { $0.operation == report.operation }) {
        counts[place].count += 1
      } else {
        counts.append((report.operation, 1))
      }
    }

    /// `3 restored, 1 unchanged`; empty for no outcome.
    package var words: String { counts.map { "\($0.count) \($0.operation)" }.joined(separator: ", ") }
  }

  /// nil for a dry run.
  package let journal: Journal?
  /// Whether kept originals are discarded instead of restored.
  package let discards: Bool
  package let isDryRun: Bool
  /// Changes that are not undone, by number, because another file of the family cannot be restored.
  private let refusals: [Int: UprightError]
  private let folders = RecentFolders()
  private let changedFiles = ChangedFiles()

  /// Memberwise initializer.
  package init(
    journal: Journal?, discards: Bool, isDryRun: Bool, refusals: [Int: UprightError] = [:]
  ) {
    (self.journal, self.discards, self.isDryRun, self.refusals) = (journal, discards, isDryRun, refusals)
  }

  /// Undoes one change, or discards its original.
  ///
  /// - Throws: `.io` with ESTALE if the file has been changed since.
  package func run(_ entry: JournalHistory.Entry) throws(UprightError) -> Report {
    do throws(UprightError) {
      if let refusal = refusals[entry.number] { throw refusal }
      return discards ? try discard(entry) : try undo(entry)
    } catch {
      if case .io(let path, _) = error, error == .changedUnderneath(path) { changedFiles.note() }
      throw error
    }
  }

  /// What to do about files that were changed after the batch; nil if there are none.
  package var adviceOnChangedFiles: String? {
    guard changedFiles.exist else { return nil }
    return
      "files that were changed after this batch stay as they are; if a later batch changed them, undo that one first"
  }

  /// Whether a file was changed after the batch, as threads find out.
  private final class ChangedFiles: Sendable {
    private let found = Atomic(false)

    var exist: Bool { found.load(ordering: .relaxed) }

    func note() { found.store(true, ordering: .relaxed) }
  }

  private func undo(_ entry: JournalHistory.Entry) throws(UprightError) -> Report {
    let (operation, pending) = try entry.undo(isDryRun: isDryRun, from: folders)
    return Report(operation: operation.rawValue, record: isDryRun ? nil : .undone(entry.number), pending: pending)
  }

  private func discard(_ entry: JournalHistory.Entry) throws(UprightError) -> Report {
    let (isKept, pending) = try entry.discard(isDryRun: isDryRun, from: folders)
    guard isKept else { return Report(operation: "unchanged") }
    return Report(operation: "discarded", record: isDryRun ? nil : .discarded(entry.number), pending: pending)
  }

  /// Flushes everything pending together, and records what is flushed.
  package func flush(_ outcomes: [FileQueue.Outcome<Report>]) -> [FileQueue.Outcome<Report>] {
    let finished = PendingWork.end(outcomes, \.pending, PendingFlush.complete)
    journal?.note(finished.compactMap { try? $0.get().record })
    return finished
  }
}

extension JournalHistory {
  /// Whether files of the journal's plan, such as labels, are still to be changed; that needs the originals.
  ///
  /// - Throws: `.io` if a file cannot be read.
  package func planNeedsOriginals() throws(UprightError) -> Bool {
    guard isPlanDone else { return true }
    for file in plan?.files ?? [] {
      if let entry = try entry(of: file.path), try entry.state(recovering: false) == .before { return true }
    }
    return false
  }
}
