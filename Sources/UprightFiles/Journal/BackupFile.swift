// A displaced file, kept beside its replacement so that it can get its name back (rename(2), unlink(2)).

import Upright
import UprightSystem

/// A displaced file under its second name.
struct BackupFile {
  private let name: String
  /// The folder that contains all the names; nil if they are paths.
  private let folder: OpenedFolder?

  init(_ name: String, in folder: OpenedFolder? = nil) { (self.name, self.folder) = (name, folder) }

  private var path: String { folder.map { FileName.joined($0.path, name) } ?? name }

  private var descriptor: Descriptor? { folder?.descriptor }

  private func state(of name: String) -> FileIdentity? {
    try? Syscalls.status(of: name, in: descriptor, followingLinks: false)
  }

  /// Opens the kept file; follows no symbolic link.
  ///
  /// - Throws: `UprightError` `.io`, with ESTALE if it is not a regular file.
  func opened() throws(UprightError) -> FileBytes {
    let path = path
    let file = try UprightError.naming(path) { () throws(SystemError) in
      let opened = try SystemError.staleForLinks { () throws(SystemError) in
        try Syscalls.openFile(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, in: descriptor)
      }
      return try FileBytes(opened, path: path)
    }
    guard file.identity.kind == .regular else { throw .changedUnderneath(path) }
    return file
  }

  /// Removes the second name if the file still has the name `own`, whoever owns it: one of two names can go without
  /// loss.
  func release(to own: String) throws(UprightError) {
    guard let kept = try? opened(), let named = state(of: own), kept.identity.isSameFile(as: named)
    else { return }
    try remove()
  }

  /// Removes the second name if the file, still `original`, has the name `own`. Also removes it if that name belongs to
  /// a file that was displaced in turn, whose bytes have the digest `new`.
  func release(
    to own: String, _ original: JournalIntent.Displaced, displacing new: [UInt8]? = nil
  ) throws(UprightError) {
    guard let kept = try? opened(), let named = state(of: own) else { return }
    let digest = try kept.digest()
    let isSecondName = kept.identity.isSameFile(as: named) && digest == original.digest
    guard isSecondName || digest == new else { return }
    try remove(expecting: kept.identity)
  }

  /// Restores the free name `own`; flushes nothing.
  ///
  /// - Throws: `UprightError` `.io`, with EEXIST if the name is taken.
  func putBack(asFree own: String) throws(UprightError) {
    try UprightError.naming(path) { () throws(SystemError) in
      try Syscalls.moveExclusively(name, to: own, in: descriptor)
    }
  }

  /// Removes the kept file if it is still `expected`; checks it under a name that no other process knows.
  ///
  /// - Parameter flushes: Whether the folder is flushed then.
  /// - Throws: `UprightError` `.io`; with ESTALE if another file has its name, which that file keeps.
  func remove(expecting expected: FileIdentity, flushing flushes: Bool = true) throws(UprightError) {
    let swap = SwapName(FileState(expected), displacing: FileState(expected)).text
    let aside = folder == nil ? FileName.joined(FileName.folder(of: name), swap) : swap
    try UprightError.naming(path) { () throws(SystemError) in
      do throws(SystemError) { try Syscalls.moveExclusively(name, to: aside, in: descriptor) } catch {
        guard error.meansNoExchange else { throw error }
        return try Syscalls.remove(name, in: descriptor)
      }
      guard try Syscalls.status(of: aside, in: descriptor, followingLinks: false).isUnchanged(since: expected) else {
        try Syscalls.moveExclusively(aside, to: name, in: descriptor)
        throw SystemError(number: ESTALE)
      }
      try Syscalls.remove(aside, in: descriptor)
    }
    guard flushes else { return }
    try UprightError.naming(path) { () throws(SystemError) in try synchronize() }
  }

  /// Removes the kept file.
  func remove() throws(UprightError) {
    try UprightError.naming(path) { () throws(SystemError) in
      try Syscalls.remove(name, in: descriptor)
      try synchronize()
    }
  }

  /// Opens the kept file if it is unchanged.
  ///
  /// - Throws: `UprightError` `.io`; with ENOENT if it is missing, with ESTALE if it has been changed.
  func checked(_ displaced: JournalIntent.Displaced) throws(UprightError) -> FileBytes {
    let file = try opened()
    guard FileState(file.identity).isCopy(of: displaced.state), try file.digest() == displaced.digest else {
      throw .changedUnderneath(path)
    }
    return file
  }

  /// Restores the name `own`, which `other` has now and loses; flushes nothing.
  ///
  /// - Throws: `UprightError` `.io`, with ESTALE if another file has that name.
  func putBack(as own: String, displacing other: FileIdentity) throws(UprightError) {
    try UprightError.naming(path) { () throws(SystemError) in
      do throws(SystemError) {
        let outcome = try NameExchange(hidden: name, directoryEntry: own, in: folder).displace(other)
        guard outcome == .displaced else { throw SystemError(number: ESTALE) }
        try Syscalls.remove(name, in: descriptor)
      } catch {
        guard error.meansNoExchange else { throw error }
        try Syscalls.move(name, to: own, in: descriptor)
      }
    }
  }

  private func synchronize() throws(SystemError) {
    if let folder { return try folder.synchronize() }
    try Folder.synchronize(FileName.folder(of: name))
  }
}
