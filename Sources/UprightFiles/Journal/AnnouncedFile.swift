// A new file on its way to its name, as a journal has it: announced, what has the name kept, then done (link(2), rename(2)).

import Upright

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file that is whole and safe on the disk, and may come to lead under its name now.
struct AnnouncedFile {
  private let journal: Journal
  private let number: Int
  private let state: FileState
  private let path: String
  private let keptPath: String?

  /// Announces that `file`, with bytes of this digest, comes to lead at `place`, and gives the file that is there a second name.
  ///
  /// - Throws: `UprightError` `.io`, with ESTALE where `displaced` is not what is there; `.unsupported` where files have no second names.
  init(
    _ file: Descriptor, digest: [UInt8], at place: Place, displacing displaced: FileBytes?, in journal: Journal
  ) throws(UprightError) {
    self.journal = journal
    path = place.path
    state = FileState(try UprightError.naming(path) { () throws(SystemError) in try Syscalls.status(of: file) })
    var kept: JournalIntent.Displaced?
    if let displaced {
      try Self.checkRemovable(displaced, at: place)
      kept = JournalIntent.Displaced(
        state: FileState(displaced.identity), digest: try displaced.digest(),
        keptAs: JournalIntent.keptPrefix + TemporaryFile.randomLetters)
    }
    let absolute = try place.absolutePath()
    try journal.roots.check(absolute)
    let intent = JournalIntent(
      path: absolute, change: .file(.init(state: state, digest: digest, displaced: kept)))
    number = try journal.announce([intent]).lowerBound
    keptPath = intent.keptPath
    do throws(UprightError) { try keep(displaced?.identity) } catch {
      abandon(error)
      throw error
    }
  }

  /// Makes sure that the file `displaced` could be kept under a second name.
  ///
  /// - Throws: as ``init(_:digest:at:displacing:in:)``.
  static func check(_ displaced: FileBytes, at place: Place) throws(UprightError) {
    try checkRemovable(displaced, at: place)
    let temporary = try place.temporaryFile()
    let second = FileName.joined(place.folder, TemporaryFile.ownPrefix + TemporaryFile.randomLetters)
    try addName(second, to: temporary.path)
    try UprightError.naming(place.path) { () throws(SystemError) in try Syscalls.remove(second) }
  }

  /// In a folder with the sticky bit a second name of somebody else's file could not be taken away again (POSIX.1-2017, <sys/stat.h>, S_ISVTX).
  private static func checkRemovable(_ file: FileBytes, at place: Place) throws(UprightError) {
    let folder = try FileIdentity(path: place.folder)
    guard folder.permissions & 0o1000 != 0, ![0, folder.owner, file.identity.owner].contains(geteuid()) else {
      return
    }
    throw .io(path: file.path, systemError: EPERM)
  }

  private func keep(_ displaced: FileIdentity?) throws(UprightError) {
    guard let displaced, let keptPath else { return }
    try Self.addName(keptPath, to: path)
    let kept = try FileIdentity(path: keptPath)
    guard kept.isUnchanged(since: displaced) else { throw .changedUnderneath(path) }
  }

  private static func addName(_ name: String, to path: String) throws(UprightError) {
    do throws(SystemError) { try Syscalls.addName(name, to: path) } catch {
      guard !error.meansNoSecondNames else {
        throw .unsupported("keeping the original for a journal, where files cannot have a second name")
      }
      throw .io(path: path, systemError: error.number)
    }
  }

  /// Says that it has its name, safe on the disk.
  func settle() { journal.note([.done(number, after: state)]) }

  /// Says that it did not get its name, and takes the second name away from the file that has kept it.
  func abandon(_ error: UprightError) {
    if let keptPath { try? KeptFile(keptPath).release(to: path) }
    journal.note([.failed(number, code: error.codes.name)])
  }
}
