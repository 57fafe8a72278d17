// The journal of a batch: a new one, or that of a batch to continue.

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
