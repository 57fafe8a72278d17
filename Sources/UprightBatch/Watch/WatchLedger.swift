// Which files of watched folders are done, so that no content is processed twice, not even a program's own results.

package import Upright
package import UprightFiles
import UprightSystem

/// What a program that watches folders remembers of files: what it left behind, and what its journal knows of earlier
/// runs.
///
/// A file is the same if device, inode, length and modification time are. The change time is not compared: it differs
/// after a rename, and a rotation would be applied twice. Where results are other files, its name must be the same too.
package final class WatchLedger {
  private struct Record {
    var identity: FileIdentity
    /// 0 for a file that was processed.
    var failureCount = 0
    /// Whether it is tried again without having changed.
    var isPassing = false
  }

  private enum Key: Hashable {
    case file(FileKey)
    case name([UInt8])
  }

  /// A failed file is tried again this often when only its attributes change, such as its permissions.
  private static let mostFailures = 3
  /// The shortest and the longest time until a file is tried again, in seconds.
  private static let (shortestDelay, longestDelay) = (15, 600)

  private let capacity: Int
  private let isInPlace: Bool
  private let journal: Journal?
  private var history: JournalHistory?
  private var records: [Key: Record] = [:]
  /// The states in which changes of this batch left files.
  private var left: Set<FileState> = []

  /// - Parameters:
  ///   - journal: The journal that gets all changes; nil for none.
  ///   - history: The earlier changes in it; nil for none.
  ///   - isInPlace: Whether files change in place.
  ///   - capacity: How many files are remembered without reading the journal again.
  package init(_ journal: Journal?, history: JournalHistory?, isInPlace: Bool, capacity: Int = 250_000) {
    (self.journal, self.history, self.isInPlace, self.capacity) = (journal, history, isInPlace, capacity)
    _ = journal?.takeStates()
  }

  private func key(_ location: FileLocation, _ identity: FileIdentity) -> Key {
    isInPlace ? .file(FileKey(identity)) : .name(Array(location.path.utf8))
  }

  /// Whether a file in this state is what this run left behind, or could not process.
  package func isKnown(_ location: FileLocation, _ identity: FileIdentity) -> Bool {
    guard let record = records[key(location, identity)], identity.isUnchanged(since: record.identity) else {
      return false
    }
    return !record.isPassing
      && (record.failureCount == 0 || identity.changed == record.identity.changed
        || record.failureCount >= Self.mostFailures)
  }

  /// Whether the journal's earlier runs are done with the file; an interrupted change is undone first.
  ///
  /// - Throws: `.io` if that cannot be determined.
  package func isDone(_ location: FileLocation, _ identity: FileIdentity) throws(UprightError) -> Bool {
    guard isInPlace, let history else { return false }
    if let entry = try history.entry(of: FileName.absolute(location.path)) {
      switch try entry.state(recovering: journal != nil) {
      case .after:
        if entry.after == nil { journal?.note([try entry.recovered()]) }
        return true
      case .before:
        if journal != nil { try entry.clearUp() }
        return false
      // Another file may have this name, which was processed under its own.
      case .gone, .neither: break
      }
    }
    return try history.entry(leaving: FileState(identity)) != nil
  }

  /// Checks, before a batch, that its changes can be recorded.
  ///
  /// - Throws: `.io` if the journal is gone, or its end is uncertain.
  package func begin() throws(UprightError) {
    try journal?.check()
    left = []
  }

  /// Remembers that the file, which was in this state before, was processed. What another program has put in its place
  /// since is not known.
  package func note(done location: FileLocation, from before: FileIdentity) {
    guard isInPlace, let journal else { return insert(Record(identity: before), location) }
    left.formUnion(journal.takeStates())
    guard let now = try? FileIdentity(location) else { return }
    if now.isUnchanged(since: before) || left.contains(FileState(now)) { insert(Record(identity: now), location) }
  }

  /// Remembers that a file in this state need not be processed.
  package func note(needless location: FileLocation, _ identity: FileIdentity) {
    insert(Record(identity: identity), location)
  }

  /// Remembers that the file in this state could not be processed; nil if the reason is unknown.
  ///
  /// - Returns: When to try again although the file may not change; nil for never.
  package func note(
    failed location: FileLocation, _ identity: FileIdentity, because error: UprightError?
  ) -> Duration? {
    let before = records[key(location, identity)]
    let known = before.map { identity.isUnchanged(since: $0.identity) ? $0.failureCount : 0 } ?? 0
    let isPassing = error?.mayPass == true
    insert(Record(identity: identity, failureCount: known + 1, isPassing: isPassing), location)
    return isPassing ? .seconds(min(Self.longestDelay, Self.shortestDelay << min(known, 10))) : nil
  }

  private func insert(_ record: Record, _ location: FileLocation) {
    if records.count >= capacity {
      if let journal, let now = try? journal.reread() { history = now }
      records.removeAll()
    }
    records[key(location, record.identity)] = record
  }
}

extension UprightError {
  /// Whether the same file may succeed later: the machine was short of something, or the file changed meanwhile.
  var mayPass: Bool {
    switch self {
    case .shortage: true
    case .io(_, let number):
      [ENOSPC, EDQUOT, EMFILE, ENFILE, ENOMEM, EAGAIN, EBUSY, ETXTBSY, ESTALE, EIO, EROFS].contains(number)
    default: false
    }
  }
}
