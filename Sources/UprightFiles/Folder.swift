// Folders: what lies in them, and making them.

public import Upright

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What lies in folders, and making them.
public enum Folder {
  /// What is found in a folder and is neither a file nor walked.
  public enum NotWalked: Hashable, Sendable, CaseIterable {
    /// A folder inside, where those are not walked.
    case folder
    /// A link to a folder.
    case linkToFolder
    /// A pipe, a socket or a device, or a link to one.
    case device
    /// The folder that results go to.
    case results
  }

  /// The regular files in a folder, as paths relative to it, in the order of their names' bytes.
  ///
  /// Names that begin with a dot are left out. Links to files count as files, and so do names that lead nowhere, which fail when they are opened;
  /// links to folders are not followed.
  ///
  /// - Parameters:
  ///   - recursive: Whether the folders inside are walked too.
  ///   - hidden: With what names begin that are not left out although they begin with a dot.
  ///   - unreadable: Told about each folder, this one or one inside, that cannot be read, and about each name of which the system does not say what it is,
  ///     because its folder may not be searched or its path is too long; its path is in the error.
  ///   - unwalked: Told about what is no file and is left out: what it is.
  public static func files(
    in folder: String, recursive: Bool, hidden: String? = nil, unreadable: (UprightError) -> Void = { _ in },
    notWalked: (NotWalked) -> Void = { _ in }
  ) -> [String] {
    FolderRoot(folder).files(recursive: recursive, hidden: hidden, unreadable: unreadable, notWalked: notWalked)
      .map(\.relativePath)
  }

  /// The same, where all of them are needed: what cannot be read stops it.
  ///
  /// - Throws: `UprightError` `.io`, the first that `unreadable` would be told.
  public static func allFiles(in folder: String, recursive: Bool) throws(UprightError) -> [String] {
    var first: UprightError?
    let files = files(in: folder, recursive: recursive) { first = first ?? $0 }
    if let first { throw first }
    return files
  }

  /// The names of the folders in a folder, in the order of their bytes, without those that begin with a dot.
  ///
  /// - Throws: `UprightError` `.io` where it cannot be read, or a name in it.
  public static func folders(in folder: String) throws(UprightError) -> [String] {
    let names = try UprightError.naming(folder) { () throws(SystemError) in try Syscalls.names(in: folder) }
    var folders: [String] = []
    for name in names where !name.hasPrefix(".") {
      if try kind(of: FileName.joined(folder, name)) == .folder { folders.append(name) }
    }
    return folders.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Makes a folder and those it lies in, each safe on the disk under its name; nothing happens where it is there already.
  ///
  /// - Throws: `UprightError` `.io`.
  public static func make(_ folder: String) throws(UprightError) { _ = try make(folder, like: nil) }

  /// The same; the folder itself is from the start no more open than one that allows `model`.
  ///
  /// - Returns: Whether it was made here.
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

  /// Makes the names in a folder safe; file systems that know no such thing say EINVAL or ENOTSUP, and nothing more can be done there.
  static func synchronize(_ folder: String) throws(SystemError) {
    try OpenedFolder(folder).synchronize()
  }

  /// What a name in a folder is: links to files count as files, and so do links of which it cannot be told, and names that are gone since; all of these
  /// fail when they are opened. Links to folders count as nothing.
  ///
  /// - Throws: `UprightError` `.io` where the system does not say what a name is that is no link.
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
