// Folders: listing and creating them.

public import Upright
import UprightSystem

/// Lists and creates folders.
public enum Folder {
  /// Entries of a folder that are not files and are not walked.
  public enum NotWalked: Hashable, Sendable, CaseIterable {
    /// A subfolder, if subfolders are not walked.
    case folder
    /// A link to a folder.
    case linkToFolder
    /// A pipe, a socket or a device, or a link to one.
    case device
    /// The folder for results.
    case results
    /// A file or folder whose name begins with a dot.
    case hidden
  }

  /// The regular files in a folder, as paths relative to it, in byte order of their names.
  ///
  /// Names that begin with a dot are left out. Links to files are included, and so are broken links, which fail when
  /// opened. Links to folders are not followed.
  ///
  /// - Parameters:
  ///   - recursive: Whether subfolders are walked too.
  ///   - hidden: Prefixes of names that are included although they begin with a dot.
  ///   - unreadable: Gets an error, with its path, for each folder or subfolder that cannot be read. It also gets one
  ///     for each name whose kind is unknown because its folder may not be searched or its path is too long.
  ///   - notWalked: Gets each entry that is left out, with its kind and its path in the folder.
  public static func files(
    in folder: String, recursive: Bool, hidden: String? = nil, unreadable: (UprightError) -> Void = { _ in },
    notWalked: (NotWalked, String) -> Void = { _, _ in }
  ) -> [String] {
    FolderRoot(folder).files(recursive: recursive, hidden: hidden, unreadable: unreadable, notWalked: notWalked)
      .map(\.relativePath)
  }

  /// As `files`, for callers that need all of them: an entry that cannot be read is an error.
  ///
  /// - Throws: `UprightError` `.io`, the first that `unreadable` would get.
  public static func allFiles(in folder: String, recursive: Bool) throws(UprightError) -> [String] {
    var first: UprightError?
    let files = files(in: folder, recursive: recursive) { first = first ?? $0 }
    if let first { throw first }
    return files
  }

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
