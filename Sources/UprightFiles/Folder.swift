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
  /// The regular files in a folder, as paths relative to it, in the order of their names' bytes.
  ///
  /// Names that begin with a dot are left out. Links to files count as files, and so do names that lead nowhere, which fail when they are opened;
  /// links to folders are not followed.
  ///
  /// - Parameters:
  ///   - recursive: Whether the folders inside are walked too.
  ///   - hidden: With what names begin that are not left out although they begin with a dot.
  ///   - unreadable: Told about each folder, this one or one inside, that cannot be read; its path is in the error.
  public static func files(
    in folder: String, recursive: Bool, hidden: String? = nil, unreadable: (UprightError) -> Void = { _ in }
  ) -> [String] {
    let names: [String]
    do throws(SystemError) { names = try Syscalls.names(in: folder) } catch {
      unreadable(.io(path: folder, systemError: error.number))
      return []
    }
    var files: [String] = []
    let shown = names.filter { name in !name.hasPrefix(".") || hidden.map(name.hasPrefix) == true }
    for name in shown.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      let path = FileName.joined(folder, name)
      switch kind(of: path) {
      case .regular: files.append(name)
      case .folder where recursive:
        files += Self.files(in: path, recursive: true, hidden: hidden, unreadable: unreadable)
          .map { FileName.joined(name, $0) }
      default: break
      }
    }
    return files
  }

  /// The names of the folders in a folder, in the order of their bytes, without those that begin with a dot; none where it cannot be read.
  public static func folders(in folder: String) -> [String] {
    let names = (try? Syscalls.names(in: folder)) ?? []
    return names.filter { !$0.hasPrefix(".") && kind(of: FileName.joined(folder, $0)) == .folder }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Makes a folder and those it lies in, each safe on the disk under its name; nothing happens where it is there already.
  ///
  /// - Throws: `UprightError` `.io`.
  public static func make(_ folder: String) throws(UprightError) {
    if (try? Syscalls.status(of: folder))?.kind == .folder { return }
    let trimmed = folder.hasSuffix("/") && folder != "/" ? String(folder.dropLast()) : folder
    let parent = FileName.folder(of: trimmed)
    if parent != trimmed { try make(parent) }
    do throws(SystemError) {
      try Syscalls.makeFolder(trimmed)
      try synchronize(parent)
    } catch {
      guard error.number == EEXIST, (try? Syscalls.status(of: folder))?.kind == .folder else {
        throw .io(path: folder, systemError: error.number)
      }
    }
  }

  /// Makes the names in a folder safe; file systems that know no such thing say EINVAL or ENOTSUP, and nothing more can be done there.
  static func synchronize(_ folder: String) throws(SystemError) {
    let file = try Syscalls.openFile(folder, O_RDONLY | O_DIRECTORY)
    do throws(SystemError) {
      try Syscalls.synchronize(file)
    } catch {
      guard error.number == EINVAL || error.number == ENOTSUP else { throw error }
    }
  }

  /// What a name in a folder is: links to files count as files, and so does what cannot be told; links to folders count as nothing.
  private static func kind(of path: String) -> FileIdentity.Kind? {
    guard let kind = (try? Syscalls.status(of: path))?.kind else { return .regular }
    if kind == .folder, (try? Syscalls.isSymbolicLink(path)) != false { return nil }
    return kind
  }
}
