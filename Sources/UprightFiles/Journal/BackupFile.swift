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

// A new file before it gets its name, with its journal lines: intent, kept file, done (link(2), rename(2)).

/// A file that is complete and flushed, and may get its name now.
struct AnnouncedFile {
  private let journal: Journal
  private let number: Int
  private let state: FileState
  private let directoryEntry: DirectoryEntry
  private let keptAs: String?

  /// Writes the intent that `file`, whose bytes have this digest, gets the name at `place`, and gives the existing file
  /// a second name.
  ///
  /// - Throws: `UprightError` `.io`; with ESTALE if the existing file is not `displaced`; `.unsupported` if the file
  ///   system has no hard links.
  init(
    _ file: Descriptor, digest: [UInt8], at place: DirectoryEntry, displacing displaced: FileBytes?, in journal: Journal
  ) throws(UprightError) {
    self.journal = journal
    self.directoryEntry = place
    state = FileState(try UprightError.naming(place.path) { () throws(SystemError) in try Syscalls.status(of: file) })
    var kept: JournalIntent.Displaced?
    if let displaced {
      try Self.checkRemovable(displaced, at: place)
      kept = JournalIntent.Displaced(
        state: FileState(displaced.identity), digest: try displaced.digest(),
        keptAs: JournalIntent.keptPrefix + HiddenName.randomLetters)
    }
    let absolute = try place.absolutePath()
    try journal.roots.check(absolute)
    let intent = JournalIntent(
      path: absolute, change: .file(.init(state: state, digest: digest, displaced: kept)))
    number = try journal.announce([intent]).lowerBound
    keptAs = kept?.keptAs
    do throws(UprightError) { try keep(displaced?.identity) } catch {
      abandon(error)
      throw error
    }
  }

  /// Checks that the file `displaced` could be kept under a second name.
  ///
  /// - Throws: As ``init(_:digest:at:displacing:in:)``.
  static func check(_ displaced: FileBytes, at place: DirectoryEntry) throws(UprightError) {
    try checkRemovable(displaced, at: place)
    let temporary = try place.temporaryFile()
    let second = HiddenName.newPrefix + HiddenName.randomLetters
    try addName(second, to: temporary.name, in: place)
    try UprightError.naming(place.path) { () throws(SystemError) in
      try Syscalls.remove(second, in: place.folder.descriptor)
    }
  }

  /// In a folder with the sticky bit, a second name of another user's file could not be removed again (POSIX.1-2017,
  /// <sys/stat.h>, S_ISVTX).
  private static func checkRemovable(_ file: FileBytes, at place: DirectoryEntry) throws(UprightError) {
    let folder = try UprightError.naming(place.folder.path) { () throws(SystemError) in
      try Syscalls.status(of: place.folder.descriptor)
    }
    guard folder.permissions & 0o1000 != 0, ![0, folder.owner, file.identity.owner].contains(geteuid()) else {
      return
    }
    throw .io(path: file.path, systemError: EPERM)
  }

  private func keep(_ displaced: FileIdentity?) throws(UprightError) {
    guard let displaced, let keptAs else { return }
    try Self.addName(keptAs, to: directoryEntry.name, in: directoryEntry)
    let kept = try UprightError.naming(directoryEntry.path) { () throws(SystemError) in
      try Syscalls.status(of: keptAs, in: directoryEntry.folder.descriptor, followingLinks: false)
    }
    guard kept.isUnchanged(since: displaced) else { throw .changedUnderneath(directoryEntry.path) }
  }

  private static func addName(_ name: String, to other: String, in place: DirectoryEntry) throws(UprightError) {
    do throws(SystemError) { try Syscalls.addName(name, to: other, in: place.folder.descriptor) } catch {
      guard !error.meansNoSecondNames else {
        throw .unsupported("this file system has no hard links, so a journal cannot keep originals")
      }
      throw .io(path: place.path, systemError: error.number)
    }
  }

  /// Records that the file has its name, flushed.
  func commit() { journal.note([.done(number, after: state)]) }

  /// Records that the file did not get its name, and removes the second name of the existing file.
  func abandon(_ error: UprightError) {
    if let keptAs { try? BackupFile(keptAs, in: directoryEntry.folder).release(to: directoryEntry.name) }
    journal.note([.failed(number, code: error.codes.name)])
  }
}
