// The files in a journal, as the files of a batch.

import Upright
package import UprightFiles

/// The files of changes, each read from the journal on demand, so that a million of them need no memory.
package struct JournalFiles: FileList {
  package let entries: JournalHistory.Entries
  package let journal: String

  /// Memberwise initializer.
  package init(entries: JournalHistory.Entries, journal: String) {
    (self.entries, self.journal) = (entries, journal)
  }

  package var startIndex: Int { 0 }
  package var endIndex: Int { entries.count }
  package subscript(position: Int) -> InputFile {
    do throws(UprightError) {
      let path = try entries[position].get().intent.path
      return InputFile(path: path, relativePath: FileName.last(of: path))
    } catch { return InputFile(path: journal, relativePath: journal, failure: error) }
  }
}
