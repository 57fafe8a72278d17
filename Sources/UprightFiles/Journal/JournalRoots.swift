// Which folders a batch may change files in, as the first line of its journal says: a journal is obeyed for these alone (POSIX.1-2017, realpath).

public import Upright

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The folders of a batch.
public struct JournalRoots: Hashable, Sendable {
  /// From the root on and through no symbolic link, none inside another, in the order of their bytes.
  public let folders: [String]
  private let known: Set<[UInt8]>

  /// These folders, and all inside them; nil where there is none, or one is no whole path.
  init?(_ folders: [String]) {
    guard !folders.isEmpty, folders.allSatisfy(Self.isWhole) else { return nil }
    let all = Set(folders.map { Array($0.utf8) })
    let outermost = all.filter { !Self.ancestors(of: $0).contains(where: all.contains) }
    known = outermost
    self.folders = outermost.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The folders that a batch over `files` changes files in: those that were named, and that of each file. What a symbolic link leads to counts, and not
  /// the link; what is not there yet will come to lie where its path says.
  ///
  /// - Throws: `UprightError` `.io` where a folder on the way cannot be looked into.
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

  /// Whether a folder is one of these, or inside one.
  func contains(folder: String) -> Bool {
    let bytes = Array(folder.utf8)
    return known.contains(bytes) || Self.ancestors(of: bytes).contains(where: known.contains)
  }

  /// Makes sure that the file at `path`, which leads from the root on through no symbolic link, is in one of these folders.
  ///
  /// - Throws: `UprightError` `.unanswerable` where it is not, or is deeper than undo could follow.
  public func check(_ path: String) throws(UprightError) {
    guard path.utf8.count < Int(PATH_MAX) else {
      throw .unanswerable(
        field: "journal",
        reason:
          "its whole path has \(path.utf8.count) bytes, and `upright undo` finds files by \(PATH_MAX - 1) at most; leave --journal out"
      )
    }
    guard !contains(folder: FileName.folder(of: path)) else { return }
    throw .unanswerable(
      field: "journal",
      reason:
        "\(path) is outside the folders that this journal was begun for (\(sentence)); begin another journal for it")
  }

  /// The first of them, and how many more there are.
  var sentence: String {
    guard let first = folders.first else { return "" }
    return folders.count == 1 ? first : "\(first) and \(folders.count - 1) more"
  }

  /// Whether a path leads from the root on, by names alone.
  static func isWhole(_ path: String) -> Bool {
    let bytes = Array(path.utf8)
    guard bytes.first == slash, !bytes.contains(0) else { return false }
    if bytes.count == 1 { return true }
    return bytes.dropFirst().split(separator: slash, omittingEmptySubsequences: false).allSatisfy { name in
      !name.isEmpty && !name.elementsEqual([dot]) && !name.elementsEqual([dot, dot])
    }
  }

  private static let (slash, dot) = (UInt8(ascii: "/"), UInt8(ascii: "."))

  /// The folders that a whole path leads through, without itself.
  private static func ancestors(of path: [UInt8]) -> some Sequence<[UInt8]> {
    path.indices.lazy.filter { path[$0] == slash && path.count > 1 }.map { Array(path[..<max(1, $0)]) }
  }

  /// The path from the root on through no symbolic link, whose last parts need not be there.
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

  /// Nil where `json` says no folders.
  init?(_ json: JSONLine?) {
    guard let list = json?.list else { return nil }
    let folders = list.compactMap(\.path)
    guard folders.count == list.count else { return nil }
    self.init(folders)
  }
}

/// Looks at the paths of a journal, one after another, before any of them is believed.
struct JournalScope {
  let roots: JournalRoots
  /// Whether the journal says its roots itself; older ones are obeyed for the folder they were begun in.
  let areStated: Bool
  private var last: [UInt8] = []

  /// That of a journal begun at `home`, whose first line says `stated`.
  init?(_ stated: JournalRoots?, home: JournalHome) {
    guard let roots = stated ?? JournalRoots([FileName.folder(of: home.path)]) else { return nil }
    (self.roots, areStated) = (roots, stated != nil)
  }

  /// Why the file at `path` is not touched, in words; nil where it lies in one of the folders, whatever links lead there by now.
  mutating func reason(against path: String) -> String? {
    guard JournalRoots.isWhole(path) else { return "names \(path), which is no whole path" }
    let folder = FileName.folder(of: path)
    let bytes = Array(folder.utf8)
    if bytes == last { return nil }
    guard roots.contains(folder: folder) else {
      return "names \(path), which is outside the folders of its batch (\(roots.sentence)"
        + (areStated ? ")" : ": a journal of an older version is obeyed for its own folder alone)")
    }
    do throws(UprightError) {
      let real = try JournalRoots.resolved(folder)
      guard real.utf8.elementsEqual(bytes) || roots.contains(folder: real) else {
        return
          "names \(path), which a symbolic link leads to \(real), outside the folders of its batch (\(roots.sentence))"
      }
    } catch {
      // Where it cannot be looked into, nothing can be changed either; a circle of links was none when the journal was written.
      guard case .io(_, EACCES) = error else { return "names \(path), which cannot be found through its folders" }
    }
    last = bytes
    return nil
  }
}
