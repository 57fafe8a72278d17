// Where a file really goes: symbolic links are followed once, and never replaced.

import Upright

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The open folder a file lies in, and its name there.
struct DirectoryEntry: Sendable {
  /// The folder; what is done to the file is done from here, wherever the folder's path leads to by now.
  let folder: OpenedFolder
  /// The final name, no symbolic link.
  let name: String
  /// The path of it, for messages.
  let path: String
  /// What had the final name when this was made; nil for nothing.
  let state: FileIdentity?
  private let location: FileLocation
  /// Whether a link led here.
  let isLink: Bool

  /// Where `location` leads; the file itself need not exist yet.
  ///
  /// - Parameter known: The folder of `location`, where it is open already.
  /// - Throws: `.io` where a folder on the way, or what a link leads to, is not there; with ESTALE where another program has put a symbolic link in the place
  ///   of what was no link.
  init(of location: FileLocation, in known: OpenedFolder? = nil) throws(UprightError) {
    self.location = location
    (folder, name, path, state) = try UprightError.naming(location.path) { () throws(SystemError) in
      let folder: OpenedFolder
      if let known { folder = known } else { folder = try location.folder() }
      let name = location.name
      let state = try Syscalls.linkStatus(name, in: folder.descriptor)
      guard state?.kind == .link else { return (folder, name, location.path, state) }
      guard location.isLink else { throw location.linkError }
      let real = try folder.path(of: name)
      let (target, last) = (try OpenedFolder(FileName.folder(of: real), links: .none), FileName.last(of: real))
      return (target, last, real, try Syscalls.linkStatus(last, in: target.descriptor))
    }
    isLink = path != location.path
  }

  /// As `init(of:)` for a path.
  init(of path: String) throws(UprightError) { try self.init(of: FileLocation(path: path)) }

  /// What kind of file had the final name.
  var kind: FileIdentity.Kind? { state?.kind }

  /// What has the final name now; nil for nothing.
  func now() throws(SystemError) -> FileIdentity? { try Syscalls.linkStatus(name, in: folder.descriptor) }

  /// Opens what has the final name, unless that is a link.
  func open(_ flags: Int32) throws(SystemError) -> Descriptor {
    try SystemError.staleForLinks { () throws(SystemError) in
      try Syscalls.openFile(name, flags | O_NOFOLLOW, in: folder.descriptor)
    }
  }

  /// The final name from the root on, through no symbolic link. Below a named folder it is said from there on, wherever somebody has moved a folder in
  /// between for a moment.
  ///
  /// - Throws: `.io` where the folder cannot be found.
  func absolutePath() throws(UprightError) -> String {
    try UprightError.naming(location.path) { () throws(SystemError) in
      guard let root = location.root, !isLink else { return FileName.joined(try folder.absolutePath(), name) }
      return FileName.joined(try root.folder(".").absolutePath(), location.relativePath)
    }
  }

  /// A new file in the same folder; where a journal is told of changes, it is known as one of its batch.
  func temporaryFile(of journal: Journal?) throws(UprightError) -> TemporaryFile {
    journal?.enter(self)
    return try temporaryFile(mark: journal?.mark ?? "")
  }

  /// A new file in the same folder; `mark` is in its name.
  func temporaryFile(mark: String = "") throws(UprightError) -> TemporaryFile {
    do { return try TemporaryFile(in: folder, mark: mark) } catch {
      throw .io(path: location.path, systemError: error.number)
    }
  }

  /// Decides who may do what with the new file that is to come here, by what it is made from and what lies here.
  func giveAccess(_ file: Descriptor, from sources: Set<FileAccess>, overwriting: Bool) throws(SystemError) {
    let replaced = overwriting ? try now() : nil
    _ = try FileAccess.give(
      file, from: sources, replacing: replaced.map { FileAccess(replacing: $0, at: self) },
      mask: Syscalls.forbiddenPermissions)
  }

  /// Makes the new name safe on the disk.
  func synchronizeFolder() throws(UprightError) {
    try UprightError.naming(location.path) { () throws(SystemError) in try folder.synchronize() }
  }
}
