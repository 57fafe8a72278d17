// Which files of watched folders are done, so that no content is processed twice, not even a program's own results.

package import Upright
package import UprightFiles

/// What a program that watches folders remembers of files: what it left behind, and what its journal knows of earlier
/// runs.
///
/// A file is the same if device, inode, length and modification time are. The change time is not compared: it differs
/// after a rename, and a rotation would be applied twice.
package final class WatchLedger {
  private struct Record {
    var identity: FileIdentity
    /// 0 for a file that was processed.
    var failureCount = 0
  }

  /// A failed file is tried again this often when only its attributes change, such as its permissions.
  private static let mostFailures = 3

  private let capacity: Int
  private let journal: Journal?
  private var history: JournalHistory?
  private var records: [FileKey: Record] = [:]

  /// - Parameters:
  ///   - journal: The journal that gets all changes; nil for none.
  ///   - capacity: How many files are remembered without reading the journal again.
  package init(_ journal: Journal?, capacity: Int = 1_000_000) {
    (self.journal, self.capacity, history) = (journal, capacity, journal?.history)
  }

  /// Whether a file in this state is what this run left behind, or could not process.
  package func isKnown(_ identity: FileIdentity) -> Bool {
    guard let record = records[FileKey(identity)], identity.isUnchanged(since: record.identity) else { return false }
    return record.failureCount == 0 || identity.changed == record.identity.changed
      || record.failureCount >= Self.mostFailures
  }

  /// Whether the journal's earlier runs are done with the file; an interrupted change is undone first.
  ///
  /// - Throws: `.io` if that cannot be determined.
  package func isDone(_ location: FileLocation, _ identity: FileIdentity) throws(UprightError) -> Bool {
    guard let journal, let history else { return false }
    if let entry = try history.entry(of: FileName.absolute(location.path)) {
      switch try entry.state() {
      case .after:
        if entry.after == nil { journal.note([try entry.recovered()]) }
        return true
      case .before:
        try entry.clearUp()
        return false
      case .gone, .neither: return false
      }
    }
    return try history.entry(leaving: FileState(identity)) != nil
  }

  /// Remembers that the file was processed, in the state that the program left behind.
  package func note(done file: InputFile) {
    guard let identity = try? FileIdentity(file.location) else { return }
    insert(Record(identity: identity))
  }

  /// Remembers that the file in this state could not be processed, or did not need to be.
  package func note(_ identity: FileIdentity, failed: Bool) {
    let before = records[FileKey(identity)].map { identity.isUnchanged(since: $0.identity) ? $0.failureCount : 0 } ?? 0
    insert(Record(identity: identity, failureCount: failed ? before + 1 : 0))
  }

  private func insert(_ record: Record) {
    if records.count >= capacity {
      if let journal, let now = try? journal.reread() { history = now }
      records.removeAll()
    }
    records[FileKey(record.identity)] = record
  }
}
