// What remains of a batch with an existing journal. Each file is checked, because a crash may come between a change and
// its record.

import Upright
package import UprightFiles
import UprightSystem

/// The files of a batch that are still to be processed.
package struct Resumption {
  package private(set) var files: [InputFile] = []
  package private(set) var destinations: [Destination] = []
  /// The number of files done before.
  package private(set) var doneCount = 0
  /// The number of all files.
  private let totalCount: Int
  /// Which files were changed after they were done.
  private var changes: [String] = []

  /// All of them.
  package init(_ files: [InputFile], to destinations: [Destination]) {
    self.files = files
    self.destinations = destinations
    totalCount = files.count
  }

  /// Checks each file in `history`, recovers interrupted changes, and leaves out what is done.
  ///
  /// - Parameter journal: Nil if nothing may be changed: interrupted changes are then left as they are.
  package init(_ files: [InputFile], to destinations: [Destination], by history: JournalHistory, in journal: Journal?) {
    totalCount = files.count
    for (file, destination) in zip(files, destinations) {
      var file = file
      let result = destination.path(of: file)
      do throws(UprightError) {
        if try isDone(result, history, journal) {
          doneCount += 1
          continue
        }
      } catch { file.failure = error.naming(result) }
      self.files.append(file)
      self.destinations.append(destination)
    }
  }

  /// Notes for the user before the work begins.
  ///
  /// - Parameter families: The families of all files, if they change together.
  package func notes(of families: FamilyFiles? = nil) -> [String] {
    let begunCount = families?.begunCount ?? 0
    var notes: [String] = []
    if doneCount > begunCount {
      notes.append("\(doneCount - begunCount) of \(totalCount) files are already done, according to the journal")
    }
    if begunCount > 0 {
      notes.append(
        """
        \(begunCount) of \(totalCount) files are changed, according to the journal, and others of the same photos are \
        not; these photos are completed
        """)
    }
    return notes + changes
  }

  /// Whether the file at `path` is done, under that name or under another one in the journal, if it may be changed at
  /// all.
  private mutating func isDone(
    _ path: String, _ history: JournalHistory, _ journal: Journal?
  ) throws(UprightError) -> Bool {
    let absolute: String
    do throws(UprightError) { absolute = try FileName.absolute(path) } catch {
      // A file that is missing or unreachable was not changed, and fails in its turn; for any other error, it is
      // unknown whether it is done.
      if case .io(_, let number) = error, [ENOENT, ENOTDIR, ELOOP, EACCES, ENAMETOOLONG].contains(number) {
        return false
      }
      throw error
    }
    if let entry = try history.entry(of: absolute) { return try isDone(entry, path, journal) }
    if let now = try FileIdentity.ofExisting(path), try history.entry(leaving: FileState(now)) != nil { return true }
    try (journal?.roots ?? history.roots)?.check(absolute)
    return false
  }

  /// Whether the change is in force, or was: a later change by anyone else was made on purpose. A file in its previous
  /// state is changed again.
  private mutating func isDone(
    _ entry: JournalHistory.Entry, _ path: String, _ journal: Journal?
  ) throws(UprightError) -> Bool {
    switch (try entry.state(recovering: journal != nil), entry.after) {
    case (.after, _?): return true
    case (.after, nil):
      if let journal { journal.note([try entry.recovered()]) }
      return true
    case (.before, _):
      if journal != nil { try entry.clearUp() }
      return false
    case (_, _?):
      changes.append("\(TerminalText.plain(path)): already done, and changed since; left unchanged")
      return true
    case (.neither, nil), (.gone, nil):
      if entry.hasFailed { return false }
      throw .changedUnderneath(path)
    }
  }
}
