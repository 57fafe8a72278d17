// The folders in which a batch may change files, from the first line of its journal; undo changes files only there
// (POSIX.1-2017, realpath).

public import Upright
import UprightSystem

/// The folders of a batch.
public struct JournalRoots: Hashable, Sendable {
  /// Absolute paths without symbolic links, none inside another, in byte order.
  public let folders: [String]
  private let known: Set<[UInt8]>

  /// These folders with their subfolders; nil if there are none, or if a path is not absolute.
  init?(_ folders: [String]) {
    guard !folders.isEmpty, folders.allSatisfy(Self.isWhole) else { return nil }
    let all = Set(folders.map { Array($0.utf8) })
    let outermost = all.filter { !Self.ancestors(of: $0).contains(where: all.contains) }
    known = outermost
    self.folders = outermost.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The folders in which a batch over `files` changes files: the named ones, and that of each file. Symbolic links are
  /// resolved; what does not exist yet is placed by its path.
  ///
  /// - Throws: `UprightError` `.io` if a folder on the way cannot be searched.
  public init?(of files: some Sequence<String>, in named: [String]) throws(UprightError) {
    var folders: Set<[UInt8]> = []
    var last: String?
    for folder in named { folders.insert(Array(try Self.resolved(folder).utf8)) }
    for file in files {
      if FileIdentity.isSymbolicLink(file), let target = try? FileName.absolute(file) {
        folders.insert(Array(FileName.folder(of: target).utf8))
        continue
      }
      let folder = FileName.folder(of: file)
      if let last, folder.utf8.elementsEqual(last.utf8) { continue }
      last = folder
      folders.insert(Array(try Self.resolved(folder).utf8))
    }
    self.init(folders.map { String(decoding: $0, as: UTF8.self) })
  }

  /// Whether `folder` is one of these or inside one.
  func contains(folder: String) -> Bool {
    let bytes = Array(folder.utf8)
    return known.contains(bytes) || Self.ancestors(of: bytes).contains(where: known.contains)
  }

  /// Checks that the file at `path`, which is absolute and contains no symbolic link, is in one of these folders.
  ///
  /// - Throws: `UprightError` `.unanswerable` if it is not, or if its path is too long for undo.
  public func check(_ path: String) throws(UprightError) {
    guard path.utf8.count < Int(PATH_MAX) else {
      throw .unanswerable(
        field: "journal",
        reason:
          """
          its absolute path has \(path.utf8.count) bytes, and `upright undo` needs \(PATH_MAX - 1) or fewer; leave \
          out \(option: .journal)
          """
      )
    }
    guard !contains(folder: FileName.folder(of: path)) else { return }
    throw .unanswerable(
      field: "journal",
      reason:
        "\(path) is outside the folders of this journal (\(sentence)); start another journal for it")
  }

  /// The first folder, and the number of others.
  var sentence: String {
    guard let first = folders.first else { return "" }
    return folders.count == 1 ? first : "\(first) and \(folders.count - 1) more"
  }

  /// Whether a path is absolute and contains no `.` or `..`.
  static func isWhole(_ path: String) -> Bool {
    let bytes = Array(path.utf8)
    guard bytes.first == slash, !bytes.contains(0) else { return false }
    if bytes.count == 1 { return true }
    return bytes.dropFirst().split(separator: slash, omittingEmptySubsequences: false).allSatisfy(isName)
  }

  /// Whether a part of a path is the name of a file or folder: not empty, and neither `.` nor `..`.
  fileprivate static func isName(_ part: ArraySlice<UInt8>) -> Bool {
    !part.isEmpty && !part.contains(0) && !part.elementsEqual([dot]) && !part.elementsEqual([dot, dot])
  }

  private static let (slash, dot) = (UInt8(ascii: "/"), UInt8(ascii: "."))

  /// The parent folders of an absolute path.
  private static func ancestors(of path: [UInt8]) -> some Sequence<[UInt8]> {
    path.indices.lazy.filter { path[$0] == slash && path.count > 1 }.map { Array(path[..<max(1, $0)]) }
  }

  /// The absolute path without symbolic links; its last parts need not exist.
  ///
  /// - Throws: `UprightError` `.io`.
  static func resolved(_ path: String) throws(UprightError) -> String {
    let trimmed = path.utf8.count > 1 && path.utf8.last == slash ? String(path.utf8.dropLast()) ?? path : path
    do throws(SystemError) { return try Syscalls.resolved(trimmed) } catch {
      let (folder, name) = (FileName.folder(of: trimmed), FileName.last(of: trimmed))
      guard error.number == ENOENT || error.number == ENOTDIR, !folder.utf8.elementsEqual(trimmed.utf8), trimmed != ""
      else {
        throw .io(path: path, systemError: error.number)
      }
      switch name {
      case ".": return try resolved(folder)
      case "..": return FileName.folder(of: try resolved(folder))
      default: return FileName.joined(try resolved(folder), name)
      }
    }
  }
}

extension JournalRoots {
  var json: JSONLine { .list(folders.map { .object(JSONLine.pathMembers($0)) }) }

  /// Nil if `json` is not a list of folders.
  init?(_ json: JSONLine?) {
    guard let list = json?.list else { return nil }
    let folders = list.compactMap(\.path)
    guard folders.count == list.count else { return nil }
    self.init(folders)
  }
}

/// Checks the paths of a journal, one by one, before any of them is used.
struct JournalScope {
  let roots: JournalRoots
  /// Whether the journal lists its folders; an older one is limited to the folder where it was created.
  let areStated: Bool
  private var last: [UInt8] = []

  /// The scope of a journal created at `home`, whose first line lists `stated`.
  init?(_ stated: JournalRoots?, home: JournalHome) {
    guard let roots = stated ?? JournalRoots([FileName.folder(of: home.path)]) else { return nil }
    (self.roots, areStated) = (roots, stated != nil)
  }

  /// Why the file at `path` is not touched, as a sentence; nil if it is in one of the folders after resolving links.
  mutating func reason(against path: String) -> String? {
    if isInLastFolder(path) { return nil }
    guard JournalRoots.isWhole(path) else { return "names \(path), which is not an absolute path" }
    let folder = FileName.folder(of: path)
    let bytes = Array(folder.utf8)
    if bytes == last { return nil }
    guard roots.contains(folder: folder) else {
      return "names \(path), which is outside the folders of its batch (\(roots.sentence)"
        + (areStated ? ")" : ": a journal of an older version applies only to its own folder)")
    }
    do throws(UprightError) {
      let real = try JournalRoots.resolved(folder)
      guard real.utf8.elementsEqual(bytes) || roots.contains(folder: real) else {
        return """
          names \(path), which resolves through a symbolic link to \(real), outside the folders of its batch \
          (\(roots.sentence))
          """
      }
    } catch {
      // A folder that cannot be searched prevents any change, so it is accepted. A loop of links is refused: it was not
      // there when the journal was written.
      guard case .io(_, EACCES) = error else { return "names \(path), whose folder cannot be resolved" }
    }
    last = bytes
    return nil
  }

  /// Whether a path is that of a file in the last folder that was allowed.
  private func isInLastFolder(_ path: String) -> Bool {
    let bytes = Array(path.utf8)
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")), !last.isEmpty, bytes[..<slash].elementsEqual(last) else {
      return false
    }
    return JournalRoots.isName(bytes[(slash + 1)...])
  }
}

// Where a journal was created, so that a copy is recognized: journals name files by absolute paths (POSIX.1-2017,
// <sys/stat.h>, st_ino).

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

// Which journals are trusted. A journal names files to write and remove, so it is as powerful as a command
// (POSIX.1-2017, <sys/stat.h>).

/// Why a journal is not trusted: another user could use it to do what they may not do themselves.
public enum JournalRejection: Hashable, Sendable {
  /// It belongs to the user with this ID, who is neither the current user nor root.
  case foreign(owner: UInt32)
  /// Group or others may write it. Access lists are included: their mask is the group's permission.
  case writable

  /// Nil if the current user may trust the journal `identity`.
  public init?(_ identity: FileIdentity) {
    if ![0, geteuid()].contains(identity.owner) {
      self = .foreign(owner: identity.owner)
    } else if identity.permissions & 0o022 != 0 {
      self = .writable
    } else {
      return nil
    }
  }

  /// - Throws: `UprightError` `.io`, with EPERM if the journal `identity`, opened at `path`, is not trusted.
  static func refuse(_ identity: FileIdentity, at path: String) throws(UprightError) {
    guard JournalRejection(identity) == nil else { throw .io(path: path, systemError: EPERM) }
  }
}
