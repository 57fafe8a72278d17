// A new file before it gets its name, with its journal lines: intent, kept file, done (link(2), rename(2)).

import Upright
import UprightSystem

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
