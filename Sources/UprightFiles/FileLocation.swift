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
}
