// A file's location: a path of its own, or a path inside a named folder.

public import Upright
import UprightSystem

/// A file's path, and the folder from which it is resolved.
public struct FileLocation: Hashable, Sendable {
  /// Its path, as given; for a file in a folder, after the folder's path as given.
  public let path: String
  /// Its path inside the named folder; its bare name if the file itself was named.
  public let relativePath: String
  /// Whether its last name may be a symbolic link: it was one when the folder was listed, or the user named it.
  public let isLink: Bool
  let root: FolderRoot?
  /// The file itself, if it is open and has no name.
  private let unnamed: UnnamedFile?
  /// Whether it has no name, as standard input.
  public var isUnnamed: Bool { unnamed != nil }
  /// Whether it is resolved from a named folder.
  public var isInFolder: Bool { root != nil }
  private let links: LinkRule

  /// The file at `path`.
  ///
  /// - Parameter followingLinks: Whether symbolic links in its path are followed.
  public init(path: String, followingLinks: Bool = true) {
    self.path = path
    relativePath = FileName.last(of: path)
    (root, unnamed) = (nil, nil)
    isLink = followingLinks
    links = followingLinks ? .followed : .none
  }

  /// A file without a name, which messages call `path`.
  init(unnamed file: Descriptor, path: String) {
    (self.path, relativePath) = (path, path)
    (root, unnamed) = (nil, UnnamedFile(descriptor: file))
    (isLink, links) = (false, .followed)
  }

  init(_ root: FolderRoot, _ relativePath: String, isLink: Bool) {
    path = FileName.joined(root.path, relativePath)
    (self.root, unnamed) = (root, nil)
    self.relativePath = relativePath
    self.isLink = isLink
    links = .noneBeneath
  }

  /// The file at a path without symbolic links, the form that journals use.
  static func real(_ path: String) -> Self { Self(path: path, followingLinks: false) }

  private init(path: String, links: LinkRule) {
    self.path = path
    relativePath = FileName.last(of: path)
    (root, unnamed) = (nil, nil)
    isLink = false
    self.links = links
  }

  /// Another file in the same folder. The user did not name it, so it is not followed if it is a symbolic link.
  public func renamed(_ name: String) -> Self {
    func sibling(_ path: String) -> String {
      path.utf8.contains(UInt8(ascii: "/")) ? FileName.joined(FileName.folder(of: path), name) : name
    }
    guard let root else { return Self(path: sibling(path), links: links) }
    return Self(root, sibling(relativePath), isLink: false)
  }

  /// Creates the file's folder if missing, and those between it and the named folder.
  ///
  /// - Parameter source: The file's source: a new folder grants no more access than the folder at the same path beside
  ///   the source.
  /// - Throws: `UprightError` `.io`.
  public func makeFolder(like source: FileLocation? = nil) throws(UprightError) {
    guard let root else { return try Folder.make(FileName.folder(of: path)) }
    try root.make(FileName.folder(of: relativePath), like: source?.root)
  }

  /// The error if its last name is a link although it must not be one.
  var linkError: SystemError { root?.linkError ?? SystemError(number: ELOOP) }

  /// Its last name.
  var name: String { FileName.last(of: relativePath) }

  /// Opens the folder that contains it.
  ///
  /// - Throws: EINVAL for a file without a name.
  func folder() throws(SystemError) -> OpenedFolder {
    if unnamed != nil { throw SystemError(number: EINVAL) }
    guard let root else { return try OpenedFolder(FileName.folder(of: path), links: links) }
    return try root.folder(FileName.folder(of: relativePath))
  }

  /// Opens it.
  ///
  /// - Throws: ESTALE if another program has replaced it, or a folder on the way, with a symbolic link; ELOOP if links
  ///   are not followed.
  func open(_ flags: Int32) throws(SystemError) -> Descriptor {
    if let unnamed { return unnamed.descriptor }
    if root == nil, isLink || links == .none { return try Syscalls.openFile(path, flags, links: links) }
    let folder = try folder()
    guard !isLink else { return try Syscalls.openFile(name, flags, in: folder.descriptor) }
    do throws(SystemError) { return try Syscalls.openFile(name, flags | O_NOFOLLOW, in: folder.descriptor) } catch {
      throw [ELOOP, EXDEV].contains(error.number) ? linkError : error
    }
  }

  /// The state of the file that it resolves to.
  func status() throws(SystemError) -> FileIdentity {
    if let unnamed { return try Syscalls.status(of: unnamed.descriptor) }
    if root == nil, isLink { return try Syscalls.status(of: path) }
    return try Syscalls.status(of: name, in: folder().descriptor, followingLinks: isLink)
  }
}

/// An open file without a name.
private struct UnnamedFile: Hashable, Sendable {
  let descriptor: Descriptor

  static func == (one: Self, other: Self) -> Bool { one.descriptor === other.descriptor }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(descriptor)) }
}

extension FileIdentity {
  /// The state of the file at `location`.
  ///
  /// - Throws: `UprightError` `.io` if it does not exist or may not be seen.
  public init(_ location: FileLocation) throws(UprightError) {
    self = try UprightError.naming(location.path) { () throws(SystemError) in try location.status() }
  }

  /// The state of the file at `path`; follows symbolic links.
  ///
  /// - Throws: `UprightError` `.io` if it does not exist or may not be seen.
  public init(path: String) throws(UprightError) {
    self = try UprightError.naming(path) { () throws(SystemError) in try Syscalls.status(of: path) }
  }

  /// The state of the file at `path`; nil if neither the name nor the target of a link with that name exists.
  ///
  /// - Throws: `UprightError` `.io` if the system cannot tell whether it exists.
  public static func ofExisting(_ path: String) throws(UprightError) -> FileIdentity? {
    try ofExisting(FileLocation(path: path))
  }

  /// As `ofExisting(_:)`, for the file at `location`.
  ///
  /// - Throws: As `ofExisting(_:)`.
  public static func ofExisting(_ location: FileLocation) throws(UprightError) -> FileIdentity? {
    do throws(UprightError) { return try FileIdentity(location) } catch {
      if case .io(_, ENOENT) = error { return nil }
      if case .io(_, ENOTDIR) = error { return nil }
      if case .io(_, ELOOP) = error { return nil }
      throw error
    }
  }

  /// Whether `path` itself is a symbolic link, whatever its target.
  public static func isSymbolicLink(_ path: String) -> Bool { (try? Syscalls.linkStatus(path))?.kind == .link }
}

extension FolderRoot {
  /// A file in it, by its path inside.
  public func location(_ relativePath: String) -> FileLocation {
    FileLocation(self, relativePath, isLink: followsLinks && !takesResults)
  }
}

/// A name in a folder.
package struct FolderName: Hashable, Sendable {
  package let name: String
  /// Whether it is a symbolic link.
  package let isLink: Bool
}

extension FileLocation {
  /// The names in its folder, in byte order, without those that begin with a dot and those of folders and devices.
  ///
  /// - Throws: `UprightError` `.io` if the folder cannot be read.
  package func siblings() throws(UprightError) -> [FolderName] {
    try UprightError.naming(FileName.folder(of: path)) { () throws(SystemError) in
      let folder = try folder()
      let listed = try Syscalls.openFile(".", O_RDONLY | O_DIRECTORY, in: folder.descriptor)
      var names: [FolderName] = []
      for entry in try Syscalls.entries(of: listed) where !entry.name.hasPrefix(".") {
        let known = entry.kind
        let kind = known == nil ? try Syscalls.linkStatus(entry.name, in: folder.descriptor)?.kind : known
        guard kind == .regular || kind == .link else { continue }
        names.append(FolderName(name: entry.name, isLink: kind == .link))
      }
      return names.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }
  }
}

/// The folders of the last few files of many, kept open for the next ones.
package final class RecentFolders: Sendable {
  /// Threads work in different folders; each folder takes up to two descriptors.
  private static let capacity = 4
  private let recent = Lock<[OpenedFolder]>([])

  /// None yet.
  package init() {}

  /// The folder of the file at `location`.
  func folder(of location: FileLocation) throws(SystemError) -> OpenedFolder {
    let path = FileName.folder(of: location.path)
    if let known = latest(path) { return known }
    let opened = try location.folder()
    recent.withLock { folders in
      if folders.count == Self.capacity { folders.removeFirst() }
      folders.append(opened)
    }
    return opened
  }

  /// The open folder with a path, which becomes the last to be closed.
  private func latest(_ path: String) -> OpenedFolder? {
    recent.withLock { folders in
      guard let place = folders.lastIndex(where: { $0.path.utf8.elementsEqual(path.utf8) }) else { return nil }
      let folder = folders.remove(at: place)
      folders.append(folder)
      return folder
    }
  }
}
