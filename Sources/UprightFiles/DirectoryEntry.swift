// A file's resolved place: symbolic links are followed once and never replaced.

public import Upright
import UprightSystem

/// The open folder that contains a file, and the file's name in it.
struct DirectoryEntry: Sendable {
  /// The folder. All operations on the file start here, whatever the folder's path now resolves to.
  let folder: OpenedFolder
  /// The final name; not a symbolic link.
  let name: String
  /// The file's path, for messages.
  let path: String
  /// What had the final name when this value was created; nil if nothing did.
  let state: FileIdentity?
  /// Its location as given, before a link was followed.
  let location: FileLocation
  /// Whether a symbolic link was followed to get here.
  let isLink: Bool

  /// Resolves `location`; the file itself need not exist yet.
  ///
  /// - Parameter known: The folder of `location`, if it is already open.
  /// - Throws: `.io` if a folder on the way or a link's target does not exist; with ESTALE if another program has
  ///   replaced a file or folder with a symbolic link.
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

  /// The file itself, locked while it is changed or replaced; errors name `path`.
  ///
  /// - Throws: `UprightError` `.io`; with EWOULDBLOCK if another process has it locked.
  func locked(_ path: String) throws(UprightError) -> Descriptor {
    try UprightError.naming(path) { () throws(SystemError) in
      let own = try open(O_RDWR)
      try Syscalls.lock(own)
      return own
    }
  }

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

  /// The final path from the root, without symbolic links. Below a named folder, it starts from that folder's path,
  /// even if a folder in between is moved for a moment.
  ///
  /// - Throws: `.io` if the folder cannot be found.
  func absolutePath() throws(UprightError) -> String {
    try UprightError.naming(location.path) { () throws(SystemError) in
      guard let root = location.root, !isLink else { return FileName.joined(try folder.absolutePath(), name) }
      return FileName.joined(try root.folder(".").absolutePath(), location.relativePath)
    }
  }

  /// Flushes the folder, so that the new name survives a power cut.
  func synchronizeFolder() throws(UprightError) {
    try UprightError.naming(location.path) { () throws(SystemError) in try folder.synchronize() }
  }
}

extension FileName {
  /// The path from the root, without symbolic links. The folder must exist; the file need not.
  ///
  /// - Throws: `UprightError` `.io` if the folder or a link's target does not exist.
  public static func absolute(_ path: String) throws(UprightError) -> String {
    try DirectoryEntry(of: path).absolutePath()
  }
}
