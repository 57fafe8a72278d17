// Where a file really goes: symbolic links are followed once, and never replaced.

import Upright

/// A file's final name and the folder it lies in.
struct Place {
  /// The final name, no symbolic link.
  let path: String
  /// The folder it lies in.
  let folder: String
  private let given: String
  /// What lay at the final name when this was made; nil for nothing, or nothing that may be seen.
  let kind: FileIdentity.Kind?

  /// Where `path` leads; the file itself need not exist yet.
  ///
  /// - Throws: `.io` where a folder on the way, or what a link leads to, is not there.
  init(of path: String) throws(UprightError) {
    given = path
    (self.path, kind) = try UprightError.naming(path) { () throws(SystemError) in
      switch try Syscalls.namedKind(path) {
      case .file(let kind): return (path, kind)
      case nil: return (path, nil)
      case .link:
        let real = try Syscalls.resolved(path)
        return (real, try? Syscalls.status(of: real).kind)
      }
    }
    folder = FileName.folder(of: self.path)
  }

  /// The final name from the root on, through no symbolic link.
  ///
  /// - Throws: `.io` where the folder cannot be found.
  func absolutePath() throws(UprightError) -> String {
    try UprightError.naming(given) { () throws(SystemError) in
      FileName.joined(try Syscalls.resolved(folder), FileName.last(of: path))
    }
  }

  /// A new file in the same folder; where a journal is told of changes, it is known as one of its batch.
  func temporaryFile(of journal: Journal?) throws(UprightError) -> TemporaryFile {
    journal?.enter(self)
    return try temporaryFile(mark: journal?.mark ?? "")
  }

  /// A new file in the same folder; `mark` is in its name.
  func temporaryFile(mark: String = "") throws(UprightError) -> TemporaryFile {
    do { return try TemporaryFile(in: folder, mark: mark) } catch { throw .io(path: given, systemError: error.number) }
  }

  /// Decides who may do what with the new file that is to come here, by what it is made from and what lies here.
  func giveAccess(_ file: Descriptor, from sources: Set<FileAccess>, overwriting: Bool) throws(SystemError) {
    let replaced = overwriting ? try? Syscalls.status(of: path) : nil
    _ = try FileAccess.give(
      file, from: sources, replacing: replaced.map { FileAccess(replacing: $0, path: path) },
      mask: Syscalls.forbiddenPermissions)
  }

  /// Makes the new name safe on the disk.
  func synchronizeFolder() throws(UprightError) {
    try UprightError.naming(given) { () throws(SystemError) in try Folder.synchronize(folder) }
  }
}
