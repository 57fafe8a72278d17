// The files that killed runs left in the folders of a batch.

public import Upright
import UprightSystem

extension JournalHistory {
  /// Removes what killed runs of the batch of `journal` left in its folders, and what other killed runs left there more
  /// than a minute ago.
  ///
  /// - Parameter unreadable: Gets errors for folders that cannot be read; a missing folder is not an error.
  /// - Returns: The number of removed files, and the folders in which some remain.
  public func removeLeftoverFiles(
    of journal: Journal?, now: Int, unreadable: (UprightError) -> Void
  ) -> (count: Int, left: [(folder: String, count: Int)]) {
    let recovery = Recovery(age: 60, now: now)
    var count = 0
    var left: [(folder: String, count: Int)] = []
    // A file that a killed run was writing may have no line yet, if no other file of its folder has one.
    let planned = (plan?.files ?? []).map { FileName.folder(of: $0.path) }
      .filter { roots?.contains(folder: $0) == true }
    for folder in Set(writtenFolders + (roots?.folders ?? []) + planned).sorted() {
      let root = FolderRoot(folder, followingLinks: false)
      do throws(UprightError) {
        if let journal { count += try recovery.clear(root, mark: journal.mark) }
      } catch {
        if case .io(_, ENOENT) = error { continue }
      }
      let leftoverFiles = recovery.leftoverFiles(in: root) { error in
        // A missing folder has no leftovers.
        if case .io(_, ENOENT) = error { return }
        unreadable(error)
      }
      if !leftoverFiles.isEmpty { left.append((folder, leftoverFiles.count)) }
    }
    return (count, left)
  }
}
