// The files in a journal, as the files of a batch.

import Synchronization
package import Upright
package import UprightFiles

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
