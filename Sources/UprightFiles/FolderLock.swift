// Folders that one program at a time may change by watching them (flock(2)).

import UprightSystem

/// Watched folders, locked until this is released; each lock also ends with the process.
package final class FolderLock {
  private let locked: [Descriptor]

  /// Locks folders, where the system can.
  ///
  /// - Throws: `FolderWatch.Failure` if another program has locked one, or if one cannot be read.
  package init(_ folders: [String]) throws(FolderWatch.Failure) {
    var locked: [Descriptor] = []
    for path in folders {
      do throws(SystemError) {
        let folder = try Syscalls.openFile(path, O_RDONLY | O_DIRECTORY)
        do throws(SystemError) { try Syscalls.lock(folder) } catch {
          // Over NFS, a lock needs a file that is open for writing.
          guard error.number == EBADF else { throw error }
        }
        locked.append(folder)
      } catch { throw FolderWatch.failure(error, path) }
    }
    self.locked = locked
  }
}
