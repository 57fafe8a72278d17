// A file that lost its name to a new one and lies beside it, so that it can have it back (rename(2), unlink(2)).

import Upright

/// A displaced file under its second name.
struct KeptFile {
  let path: String

  init(_ path: String) { self.path = path }

  /// Takes the second name away where the file still has, or has again, its own name `own`.
  func release(to own: String) throws(UprightError) {
    guard let kept = try? FileIdentity(path: path), let named = try? FileIdentity(path: own),
      kept.isSameFile(as: named)
    else { return }
    try remove()
  }

  /// Takes it away.
  func remove() throws(UprightError) {
    try UprightError.naming(path) { () throws(SystemError) in
      try Syscalls.remove(path)
      try Folder.synchronize(FileName.folder(of: path))
    }
  }

  /// Makes sure that it is there and that nobody has changed it.
  ///
  /// - Throws: `UprightError` `.io`, with ENOENT where it is not there, with ESTALE where somebody has changed it.
  func check(_ state: FileState) throws(UprightError) {
    guard FileState(try FileIdentity(path: path)).isCopy(of: state) else { throw .changedUnderneath(path) }
  }

  /// Gives it back the name `own`, which another file has now and loses.
  func putBack(as own: String) throws(UprightError) {
    try UprightError.naming(path) { () throws(SystemError) in
      try Syscalls.move(path, to: own)
      try Folder.synchronize(FileName.folder(of: own))
    }
  }
}
