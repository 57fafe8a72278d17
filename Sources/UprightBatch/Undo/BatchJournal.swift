// The journal of a batch: a new one, or that of a batch to continue; its files, and the messages about journals and
// killed runs.

import Synchronization
package import Upright
package import UprightFiles
import UprightSystem

/// The journal of a batch, and what is left to do.
package struct BatchJournal {
  /// Why a batch cannot begin with a journal.
  package enum Refusal: Error, Hashable {
    /// The journal cannot be created, read or written.
    case failed(UprightError)
    /// There is no journal to continue.
    case missing
    /// The journal belongs to another request, in these words.
    case otherRequest([String])
  }

  /// What a batch does, and where.
  package struct Scope {
    let files: [InputFile]
    let destinations: [Destination]
    let identity: BatchIdentity
    let folders: [String]
    let others: [String]

    /// - Parameters:
    ///   - identity: What is done to every file.
    ///   - folders: The folders that contain, or will contain, files of the batch.
    ///   - others: Files that change after all others.
    package init(
      _ files: [InputFile], to destinations: [Destination], as identity: BatchIdentity, in folders: [String] = [],
      and others: [String] = []
    ) {
      (self.files, self.destinations, self.identity) = (files, destinations, identity)
      (self.folders, self.others) = (folders, others)
    }

    var targets: [FileLocation] {
      zip(files, destinations).lazy.map { $1.location(of: $0) }.filter { target in
        // A file in a named folder stays there, whatever its path now resolves to, unless its own name is a link.
        !target.isInFolder || target.isLink && FileIdentity.isSymbolicLink(target.path)
      }
    }
  }

  /// nil without a journal, and for a dry run.
  package let journal: Journal?
  package let left: Resumption
  /// How many hidden files of killed runs were removed.
  package let clearedCount: Int

  /// A new journal for a batch.
  ///
  /// - Parameters:
  ///   - rehearses: Whether this is a dry run: only the journal's place is checked.
  ///   - now: The time in seconds since 1970.
  /// - Throws: `.failed`.
  package init(creating path: String, for batch: Scope, rehearses: Bool, now: Int) throws(Refusal) {
    (left, clearedCount) = (Resumption(batch.files, to: batch.destinations), 0)
    journal = try Self.opened { () throws(UprightError) in
      guard !rehearses else {
        try Self.checkPlace(path)
        return nil
      }
      let roots = try JournalRoots(of: batch.targets.map(\.path) + batch.others, in: batch.folders)
      return try Journal(creating: path, operation: batch.identity.words, started: now, roots: roots)
    }
  }

  /// The journal of a batch to continue.
  ///
  /// - Parameters:
  ///   - rehearses: Whether this is a dry run: the journal is only read.
  ///   - now: The time in seconds since 1970.
  /// - Throws: `Refusal`.
  package init(resuming path: String, for batch: Scope, rehearses: Bool, now: Int) throws(Refusal) {
    guard (try? FileIdentity(path: path)) != nil else { throw .missing }
    let (journal, history) = try Self.opened { () throws(UprightError) in try Self.open(path, readOnly: rehearses) }
    guard history.matches(batch.identity.words) else { throw .otherRequest(history.operation ?? []) }
    clearedCount = journal.map { history.removeLeftoverFiles(of: $0, now: now) { _ in }.count } ?? 0
    left = Resumption(batch.files, to: batch.destinations, by: history, in: journal)
    self.journal = journal
  }

  /// The journal at `path`, nil if it is only to be read, and its contents.
  ///
  /// - Throws: `.io`, `.malformedText`, `.unanswerable`.
  package static func open(
    _ path: String, readOnly: Bool
  ) throws(UprightError) -> (journal: Journal?, history: JournalHistory) {
    guard !readOnly else { return (nil, try JournalHistory(path: path)) }
    let journal = try Journal(resuming: path)
    return (journal, journal.history)
  }

  /// Checks that a journal could be created at `path`.
  private static func checkPlace(_ path: String) throws(UprightError) {
    if FileIdentity.isSymbolicLink(path) || (try? FileIdentity(path: path)) != nil { throw .exists(path) }
    _ = try FileIdentity(path: FileName.folder(of: path))
  }

  private static func opened<Value>(_ open: () throws(UprightError) -> Value) throws(Refusal) -> Value {
    do throws(UprightError) { return try open() } catch { throw .failed(error) }
  }
}

// The files in a journal, as the files of a batch.

/// The files of changes, each read from the journal on demand, so that a million of them need no memory.
package struct JournalFiles: FileList {
  package let entries: JournalHistory.Entries
  package let journal: String
  private let lent = LentEntries()

  /// Memberwise initializer.
  package init(entries: JournalHistory.Entries, journal: String) {
    (self.entries, self.journal) = (entries, journal)
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { entries.count }
  package subscript(position: Int) -> InputFile {
    do throws(UprightError) {
      let entry = try entries[position].get()
      lent.put(entry, at: position)
      let path = entry.intent.path
      return InputFile(path: path, relativePath: FileName.last(of: path))
    } catch { return InputFile(path: journal, relativePath: journal, failure: error) }
  }

  /// The change at `position`. If its file was just requested, it is not read from the journal again.
  ///
  /// - Throws: `.io` or `.malformedText` if it cannot be read any more.
  package func entry(at position: Int) throws(UprightError) -> JournalHistory.Entry {
    if let entry = lent.take(position) { return entry }
    return try entries[position].get()
  }
}

/// The changes whose files are being worked on.
private final class LentEntries: Sendable {
  /// More than there are threads.
  private static let limit = 256

  private let entries = Mutex<[Int: JournalHistory.Entry]>([:])

  func put(_ entry: JournalHistory.Entry, at position: Int) {
    entries.withLock { entries in
      if entries.count == Self.limit { entries.removeAll() }
      entries[position] = entry
    }
  }

  func take(_ position: Int) -> JournalHistory.Entry? { entries.withLock { $0.removeValue(forKey: position) } }
}

// The messages about journals and the hidden files of killed runs.

/// The messages about journals and the hidden files of killed runs.
package enum JournalSentences {
  /// Reports that hidden files left by killed runs were removed.
  package static func sentence(cleared count: Int) -> String {
    "removed \(count == 1 ? "a hidden file" : "\(count) hidden files") of a killed run"
  }

  /// Reports where hidden files remain beside those of a batch, and how to remove them.
  package static func sentence(left found: [(folder: String, count: Int)]) -> [String] {
    guard let first = found.first else { return [] }
    let count = found.reduce(0) { $0 + $1.count }
    let others = found.count > 1 ? ", and in \(found.count - 1) other folder\(found.count == 2 ? "" : "s")" : ""
    return [
      "a killed run left \(count == 1 ? "a hidden file" : "\(count) hidden files") in "
        + "\(TerminalText.plain(first.folder))\(others); clean up with `upright recover`"
    ]
  }

  /// Why a journal cannot be used.
  package static func sentence(_ error: UprightError, about path: String) -> String {
    let name = TerminalText.plain(path)
    if case .io(_, EEXIST) = error {
      return "\(name): this file already exists; use \(option: .resume) to continue its batch"
    }
    if case .io(_, EWOULDBLOCK) = error { return "\(name): a batch or an undo is running with this journal" }
    if case .io(_, EPERM) = error, let distrust = (try? FileIdentity(path: path)).flatMap({ JournalRejection($0) }) {
      return "\(name): \(sentence(distrust, name))"
    }
    return "\(name): \(error.sentence(about: path))"
  }

  private static func sentence(_ distrust: JournalRejection, _ name: String) -> String {
    switch distrust {
    case .foreign(let owner):
      """
      this journal belongs to another user (user ID \(owner)) and decides which files are written and removed. \
      Nothing was done: let that user run the command, or check the journal and take it over (chown \(geteuid()) \
      \(name))
      """
    case .writable:
      """
      other users can write to this journal, and it decides which files are written and removed. Nothing was done: \
      check the journal, then protect it (chmod go-w \(name))
      """
    }
  }
}

// The outcome of recovering a file that a killed run left, in words.

extension Recovery.Finding {
  /// The text after the path.
  package var sentence: String {
    switch self {
    case .removed: "removed; left over from a killed run"
    case .recovered: "recovered; a change to it was interrupted"
    case .kept:
      """
      left in place; the original of a rewritten image, for `upright undo` or \
      `\(command: "upright undo", .discard)` with its journal
      """
    case .inUse: "left in place; a program is writing to it"
    case .recent: "left in place; it was written to recently (see \(option: .olderThan))"
    case .displaced: "left in place; another program saved it while a killed run replaced the same photo"
    case .foreign:
      "removed the undo record (user.upright.undo) of another version; the file's bytes are unchanged"
    case .orphaned: "left in place; the file whose old bytes it contains was moved"
    }
  }
}
