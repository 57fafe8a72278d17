// Where a journal was begun, so that a copy of it is known for one: it names files by their whole paths (POSIX.1-2017, <sys/stat.h>, st_ino).

import Upright

/// A journal's first place.
public struct JournalHome: Hashable, Sendable {
  /// Its path, from the root on and through no symbolic link.
  public let path: String
  /// Its number on its file system.
  public let inode: UInt64

  /// A journal of this number at `path`.
  public init(path: String, inode: UInt64) { (self.path, self.inode) = (path, inode) }

  /// What distinguishes the names of its batch's unfinished files.
  var mark: String { Self.mark(of: path) }

  /// That of a journal begun at `path`.
  static func mark(of path: String) -> String { TemporaryFile.mark(of: Array(path.utf8)) }

  /// Makes sure that the journal `identity` at `path` is the one that was begun here: it lies here still, or was moved inside its file system and not copied.
  ///
  /// - Throws: `UprightError` `.unanswerable` where it is a copy, whose files are those of the first; `.io` where it is not there.
  func check(_ path: String, _ identity: FileIdentity) throws(UprightError) {
    let absolute = try FileName.absolute(path)
    guard !absolute.utf8.elementsEqual(self.path.utf8) else { return }
    guard identity.inode == inode else { throw Self.copied(from: self.path, to: absolute) }
  }

  private static func copied(from first: String, to second: String) -> UprightError {
    .unanswerable(
      field: "journal",
      reason: "it was begun at \(first) and this is a copy of it at \(second); it names files by their whole paths, "
        + "so it would change those of the first place and none that were copied along: "
        + "use the journal at its first place, or put it back there")
  }
}

extension JournalHome {
  var json: JSONLine {
    .object(JSONLine.pathMembers(path) + [.init("inode", .decimal(String(inode)))])
  }

  /// Nil where `json` says no place.
  init?(_ json: JSONLine?) {
    guard let json, let path = json.path, !path.isEmpty, let inode = FileState.inode(json) else { return nil }
    self.init(path: path, inode: inode)
  }
}
