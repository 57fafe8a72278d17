// What is left to do of a batch whose journal is there: each file is asked, because a crash may lie between a change and its line.

import Upright
package import UprightFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The files of a batch that are still to be worked on.
package struct Resumption {
  package private(set) var files: [InputFile] = []
  package private(set) var destinations: [Destination] = []
  /// How many files were done before.
  package private(set) var doneCount = 0
  /// What the user should know before the work begins.
  package private(set) var notes: [String] = []

  /// All of them.
  package init(_ files: [InputFile], to destinations: [Destination]) {
    self.files = files
    self.destinations = destinations
  }

  /// Looks at each file that `history` knows, settles what a crash left open, and leaves out what is done.
  ///
  /// - Parameter journal: Nil where nothing may be changed: what a crash left open is left so.
  package init(_ files: [InputFile], to destinations: [Destination], by history: JournalHistory, in journal: Journal?) {
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
    if doneCount > 0 {
      notes.insert("\(doneCount) of \(files.count) files were done before, as the journal says", at: 0)
    }
  }

  /// Whether the file at `path` is done, under that name or under another one that the journal knows; where it may be changed at all.
  private mutating func isDone(
    _ path: String, _ history: JournalHistory, _ journal: Journal?
  ) throws(UprightError) -> Bool {
    let absolute: String
    do throws(UprightError) { absolute = try FileName.absolute(path) } catch {
      // What is not there, or cannot be reached, was not changed and fails in its turn; of anything else nobody knows whether it is done.
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

  /// Whether the change is in force, or was: whoever has changed the file since did so on purpose. What is as it was before is changed again.
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
      notes.append("\(TerminalText.plain(path)): done before, and changed since; it is left as it is")
      return true
    case (.neither, nil), (.gone, nil):
      if entry.hasFailed { return false }
      throw .changedUnderneath(path)
    }
  }
}
