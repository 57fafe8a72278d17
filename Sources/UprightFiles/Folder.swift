// Folders: what is in them by name, and creating them with the permissions of another (POSIX.1-2017, mkdirat() and 4.5
// "File Access Permissions").

public import Upright
import UprightSystem

/// Lists and creates folders.
public enum Folder {
  /// The names of a folder's subfolders, in byte order, without those that begin with a dot.
  ///
  /// - Throws: `UprightError` `.io` if the folder, or a name in it, cannot be read.
  public static func folders(in folder: String) throws(UprightError) -> [String] {
    let names = try UprightError.naming(folder) { () throws(SystemError) in try Syscalls.names(in: folder) }
    var folders: [String] = []
    for name in names where !name.hasPrefix(".") {
      if try kind(of: FileName.joined(folder, name)) == .folder { folders.append(name) }
    }
    return folders.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Creates a folder and its parents, and flushes each name; does nothing if the folder exists.
  ///
  /// - Throws: `UprightError` `.io`.
  public static func make(_ folder: String) throws(UprightError) { _ = try make(folder, like: nil) }

  /// As `make`. The folder itself never grants more access than a folder that allows `model`.
  ///
  /// - Returns: Whether it was created here.
  /// - Throws: `UprightError` `.io`.
  static func make(_ folder: String, like model: FolderAccess?) throws(UprightError) -> Bool {
    if (try? Syscalls.status(of: folder))?.kind == .folder { return false }
    let trimmed = folder.hasSuffix("/") && folder != "/" ? String(folder.dropLast()) : folder
    let parent = FileName.folder(of: trimmed)
    if parent != trimmed { try make(parent) }
    do throws(SystemError) {
      let mode = try model?.mode(in: Syscalls.status(of: parent)) ?? 0o777
      try Syscalls.makeFolder(trimmed, mode: mode)
      try synchronize(parent)
      return true
    } catch {
      guard error.number == EEXIST, (try? Syscalls.status(of: folder))?.kind == .folder else {
        throw .io(path: folder, systemError: error.number)
      }
      return false
    }
  }

  /// Flushes the names in a folder. File systems without that return EINVAL or ENOTSUP, which are ignored.
  static func synchronize(_ folder: String) throws(SystemError) {
    try OpenedFolder(folder).synchronize()
  }

  /// What kind of file a name in a folder is. Links to files, broken links and vanished names are treated as files; the
  /// last two fail when opened. Links to folders give nil.
  ///
  /// - Throws: `UprightError` `.io` if the system cannot tell the kind of a name that is not a link.
  private static func kind(of path: String) throws(UprightError) -> FileIdentity.Kind? {
    try UprightError.naming(path) { () throws(SystemError) in
      switch try Syscalls.linkStatus(path)?.kind {
      case nil: .regular
      case .link:
        switch (try? Syscalls.status(of: path))?.kind {
        case nil: .regular
        case .folder: nil
        case let kind: kind
        }
      case let kind: kind
      }
    }
  }
}

extension Folder {
  /// The names of a folder's files, with links to files or folders, and of its subfolders, unordered, without those that
  /// begin with a dot.
  ///
  /// - Returns: nil if the folder cannot be read, or has more than `most` names.
  package static func names(in folder: String, atMost most: Int) -> (files: [String], folders: [String])? {
    do throws(SystemError) {
      let opened = try OpenedFolder(folder)
      let listed = try Syscalls.openFile(".", O_RDONLY | O_DIRECTORY, in: opened.descriptor)
      let (entries, hasMore) = try Syscalls.entries(of: listed, atMost: most) { !$0.name.hasPrefix(".") }
      guard !hasMore else { return nil }
      var (files, folders): ([String], [String]) = ([], [])
      for entry in entries {
        let known = entry.kind
        let kind = known == nil ? try Syscalls.linkStatus(entry.name, in: opened.descriptor)?.kind : known
        switch kind {
        case .folder: folders.append(entry.name)
        case .regular, .link: files.append(entry.name)
        default: continue
        }
      }
      return (files, folders)
    } catch { return nil }
  }
}

/// The permissions of the model folder.
struct FolderAccess {
  private let permissions, group: UInt32

  /// The permissions of a folder in this state.
  init(_ state: FileIdentity) { (permissions, group) = (state.permissions, state.group) }

  /// The most permissive mode for a folder of `group`. The group's bits apply only to the same group; the owner may do
  /// anything.
  func bound(group: UInt32) -> UInt32 {
    let allowed = permissions & 0o777 | 0o700
    return group == self.group ? allowed : allowed & (~0o070 | (allowed & 0o007) << 3)
  }

  /// The mode for creating a folder in `parent` so that it never grants more access than this one. The umask, or the
  /// parent's default access list, may remove more.
  func mode(in parent: FileIdentity) -> UInt32 { bound(group: Self.group(ofNewIn: parent)) }

  /// The group that the system gives a new folder. A file system mounted with grpid may give its parent's instead.
  private static func group(ofNewIn parent: FileIdentity) -> UInt32 {
    #if canImport(Darwin)
      return parent.group
    #else
      return parent.permissions & 0o2000 != 0 ? parent.group : getegid()
    #endif
  }
}
