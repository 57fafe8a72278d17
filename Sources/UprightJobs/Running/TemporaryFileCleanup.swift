// Temporary files of workers that were killed: nobody has them locked, and they are old.

import Synchronization
import Upright
import UprightFiles

/// Removes temporary files from the folders of results, once per folder.
final class TemporaryFileCleanup: Sendable {
  /// The folders that are remembered; beyond that, a folder may be cleared again.
  private static let mostFolders = 4_096

  private let age: Int
  private let cleared = Mutex<Set<String>>([])

  /// Removes files that nobody has written to for `age` seconds.
  init(age: Int) { self.age = age }

  /// Clears a folder, unless that was done. A folder that cannot be read is left to the job that needs it.
  func clear(_ folder: String) {
    let isNew = cleared.withLock { cleared in
      if cleared.count >= Self.mostFolders { cleared = [] }
      return cleared.insert(folder).inserted
    }
    if isNew { Recovery.removeTemporaryFiles(in: folder, age: age) }
  }
}
