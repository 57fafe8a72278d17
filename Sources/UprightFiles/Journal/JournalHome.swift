// Where a journal was created, so that a copy is recognized: journals name files by absolute paths (POSIX.1-2017,
// <sys/stat.h>, st_ino).

import Upright

/// A journal's original path and inode.
public struct JournalHome: Hashable, Sendable {
  /// Its absolute path, without symbolic links.
  public let path: String
  /// Its inode number on its file system.
  public let inode: UInt64

  /// A journal with this inode number at `path`.
  public init(path: String, inode: UInt64) { (self.path, self.inode) = (path, inode) }

  /// What identifies the names of its batch's unfinished files.
  var mark: String { Self.mark(of: path) }

  /// The mark of a journal created at `path`.
  static func mark(of path: String) -> String { HiddenName.mark(of: Array(path.utf8)) }

  /// Checks that the journal `identity` at `path` is the one created here: it is still here, or was moved within its
  /// file system, not copied.
  ///
  /// - Throws: `UprightError` `.unanswerable` if it is a copy, whose files are the original's; `.io` if it is missing.
  func check(_ path: String, _ identity: FileIdentity) throws(UprightError) {
    let absolute = try FileName.absolute(path)
    guard !absolute.utf8.elementsEqual(self.path.utf8) else { return }
    guard identity.inode == inode else { throw Self.copied(from: self.path, to: absolute) }
  }

  private static func copied(from first: String, to second: String) -> UprightError {
    .unanswerable(
      field: "journal",
      reason: """
        this is a copy of a journal started at \(first), now at \(second). Its absolute paths point to the original \
        files, not to copies: use the journal in its original place, or move it back
        """)
  }
}

extension JournalHome {
  var json: JSONLine {
    .object(JSONLine.pathMembers(path) + [.init("inode", .decimal(String(inode)))])
  }

  /// Nil if `json` is not a journal's home.
  init?(_ json: JSONLine?) {
    guard let json, let path = json.path, !path.isEmpty, let inode = FileState.inode(json) else { return nil }
    self.init(path: path, inode: inode)
  }
}
