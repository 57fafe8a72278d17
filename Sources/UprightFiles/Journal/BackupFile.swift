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
struct BackupFile {
  private let name: String
  /// The folder that has all the names; nil where they are paths.
  private let folder: OpenedFolder?

  init(_ name: String, in folder: OpenedFolder? = nil) { (self.name, self.folder) = (name, folder) }

  private var path: String { folder.map { FileName.joined($0.path, name) } ?? name }

  private var descriptor: Descriptor? { folder?.descriptor }

  private func state(of name: String) -> FileIdentity? {
    try? Syscalls.status(of: name, in: descriptor, followingLinks: false)
  }

  /// The file itself, open; no symbolic link is followed.
  ///
  /// - Throws: `UprightError` `.io`, with ESTALE where it is no regular file.
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

  /// Takes the second name away where the file has its own name `own`, whoever's it is: nothing is lost with one of two names.
  func release(to own: String) throws(UprightError) {
    guard let kept = try? opened(), let named = state(of: own), kept.identity.isSameFile(as: named)
    else { return }
    try remove()
  }

  /// Takes the second name away where the file, still `original`, has its own name `own` still or again, or where what has it is only what was displaced in
  /// turn, whose bytes have the digest `new`.
  func release(
    to own: String, _ original: JournalIntent.Displaced, displacing new: [UInt8]? = nil
  ) throws(UprightError) {
    guard let kept = try? opened(), let named = state(of: own) else { return }
    let digest = try kept.digest()
    let isSecondName = kept.identity.isSameFile(as: named) && digest == original.digest
    guard isSecondName || digest == new else { return }
    try remove(expecting: kept.identity)
  }

  /// Gives it back the name `own`, which nothing has now.
  ///
  /// - Throws: `UprightError` `.io`, with EEXIST where something has that name.
  func putBack(asFree own: String) throws(UprightError) {
    try UprightError.naming(path) { () throws(SystemError) in
      try Syscalls.moveExclusively(name, to: own, in: descriptor)
      try synchronize()
    }
  }

  /// Takes it away where it is still `expected`; looked at where nobody else finds it.
  ///
  /// - Throws: `UprightError` `.io`, with ESTALE where something else has its name, and keeps it.
  func remove(expecting expected: FileIdentity) throws(UprightError) {
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
    try UprightError.naming(path) { () throws(SystemError) in try synchronize() }
  }

  /// Takes it away.
  func remove() throws(UprightError) {
    try UprightError.naming(path) { () throws(SystemError) in
      try Syscalls.remove(name, in: descriptor)
      try synchronize()
    }
  }

  /// The file, open, where nobody has changed it.
  ///
  /// - Throws: `UprightError` `.io`, with ENOENT where it is not there, with ESTALE where somebody has changed it.
  func checked(_ displaced: JournalIntent.Displaced) throws(UprightError) -> FileBytes {
    let file = try opened()
    guard FileState(file.identity).isCopy(of: displaced.state), try file.digest() == displaced.digest else {
      throw .changedUnderneath(path)
    }
    return file
  }

  /// Gives it back the name `own`, which `other` has now and loses.
  ///
  /// - Throws: `UprightError` `.io`, with ESTALE where something else has that name.
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
      try synchronize()
    }
  }

  private func synchronize() throws(SystemError) {
    if let folder { return try folder.synchronize() }
    try Folder.synchronize(FileName.folder(of: name))
  }
}
