// A file that lost its name to a new one and lies beside it, so that it can have it back (rename(2), unlink(2)).

import Upright

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A displaced file under its second name.
struct KeptFile {
  let path: String

  init(_ path: String) { self.path = path }

  /// Takes the second name away where the file still has, or has again, its own name `own`, or where what has it is only `new`, which was displaced in turn.
  func release(to own: String, displacing new: FileState? = nil) throws(UprightError) {
    guard let kept = try? FileIdentity(path: path), let named = try? FileIdentity(path: own),
      kept.isSameFile(as: named) || FileState(kept) == new
    else { return }
    try remove()
  }

  /// Gives it back the name `own`, which nothing has now.
  ///
  /// - Throws: `UprightError` `.io`, with EEXIST where something has that name.
  func putBack(asFree own: String) throws(UprightError) {
    try UprightError.naming(path) { () throws(SystemError) in
      try Syscalls.moveExclusively(path, to: own)
      try Folder.synchronize(FileName.folder(of: own))
    }
  }

  /// Takes it away where it is still `expected`; looked at where nobody else finds it.
  ///
  /// - Throws: `UprightError` `.io`, with ESTALE where something else has its name, and keeps it.
  func remove(expecting expected: FileIdentity) throws(UprightError) {
    let folder = FileName.folder(of: path)
    let aside = FileName.joined(folder, SwapName(FileState(expected), displacing: FileState(expected)).text)
    try UprightError.naming(path) { () throws(SystemError) in
      do throws(SystemError) { try Syscalls.moveExclusively(path, to: aside) } catch {
        guard error.meansNoExchange else { throw error }
        return try Syscalls.remove(path)
      }
      guard try Syscalls.status(of: aside, followingLinks: false).isUnchanged(since: expected) else {
        try Syscalls.moveExclusively(aside, to: path)
        throw SystemError(number: ESTALE)
      }
      try Syscalls.remove(aside)
    }
    try UprightError.naming(path) { () throws(SystemError) in try Folder.synchronize(folder) }
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
  func check(_ displaced: JournalIntent.Displaced) throws(UprightError) {
    let file = try FileBytes(path: path)
    guard FileState(file.identity).isCopy(of: displaced.state), try file.digest() == displaced.digest else {
      throw .changedUnderneath(path)
    }
  }

  /// Gives it back the name `own`, which `other` has now and loses.
  ///
  /// - Throws: `UprightError` `.io`, with ESTALE where something else has that name.
  func putBack(as own: String, displacing other: FileIdentity) throws(UprightError) {
    try UprightError.naming(path) { () throws(SystemError) in
      do throws(SystemError) {
        let outcome = try NameExchange(hidden: path, place: own).displace(other)
        guard outcome == .displaced else { throw SystemError(number: ESTALE) }
        try Syscalls.remove(path)
      } catch {
        guard error.meansNoExchange else { throw error }
        try Syscalls.move(path, to: own)
      }
      try Folder.synchronize(FileName.folder(of: own))
    }
  }
}
