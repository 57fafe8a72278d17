// Where a file lies: by its own path, or in a folder that was named.

public import Upright

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file's name, and from where on it is looked for.
public struct FileLocation: Hashable, Sendable {
  /// Its path, as given; for a file in a folder, behind the folder's path as given.
  public let path: String
  /// Its path inside the folder that was named; its bare name where it was named itself.
  public let relativePath: String
  /// Whether its last name may be a symbolic link: was one when its folder was read, or was named itself.
  public let isLink: Bool
  let root: FolderRoot?
  /// Whether it is found from a folder on that was named.
  public var isInFolder: Bool { root != nil }
  private let links: LinkRule

  /// The file at `path`.
  ///
  /// - Parameter followingLinks: Whether its path may lead through symbolic links.
  public init(path: String, followingLinks: Bool = true) {
    self.path = path
    relativePath = FileName.last(of: path)
    root = nil
    isLink = followingLinks
    links = followingLinks ? .followed : .none
  }

  init(_ root: FolderRoot, _ relativePath: String, isLink: Bool) {
    path = FileName.joined(root.path, relativePath)
    self.root = root
    self.relativePath = relativePath
    self.isLink = isLink
    links = .noneBeneath
  }

  /// The file at a path through no symbolic link at all, as journals say it.
  static func real(_ path: String) -> Self { Self(path: path, followingLinks: false) }

  private init(path: String, links: LinkRule) {
    self.path = path
    relativePath = FileName.last(of: path)
    root = nil
    isLink = false
    self.links = links
  }

  /// Another file in the same folder, which nobody named: a symbolic link of this name is not followed.
  public func renamed(_ name: String) -> Self {
    func sibling(_ path: String) -> String {
      path.utf8.contains(UInt8(ascii: "/")) ? FileName.joined(FileName.folder(of: path), name) : name
    }
    guard let root else { return Self(path: sibling(path), links: links) }
    return Self(root, sibling(relativePath), isLink: false)
  }

  /// Makes the folder it is to lie in, where that is not there, and those on the way from the folder that was named.
  ///
  /// - Parameter source: What it is made from: a new folder is no more open than the one of the same path that the source lies in.
  /// - Throws: `UprightError` `.io`.
  public func makeFolder(like source: FileLocation? = nil) throws(UprightError) {
    guard let root else { return try Folder.make(FileName.folder(of: path)) }
    try root.make(FileName.folder(of: relativePath), like: source?.root)
  }

  /// What says that its last name must not be a link.
  var linkError: SystemError { root?.linkError ?? SystemError(number: ELOOP) }

  /// Its last name.
  var name: String { FileName.last(of: relativePath) }

  /// Opens the folder it lies in.
  func folder() throws(SystemError) -> OpenedFolder {
    guard let root else { return try OpenedFolder(FileName.folder(of: path), links: links) }
    return try root.folder(FileName.folder(of: relativePath))
  }

  /// Opens it.
  ///
  /// - Throws: ESTALE where another program has put a symbolic link in its place, or in that of a folder on the way; ELOOP where links are not followed.
  func open(_ flags: Int32) throws(SystemError) -> Descriptor {
    if root == nil, isLink || links == .none { return try Syscalls.openFile(path, flags, links: links) }
    let folder = try folder()
    guard !isLink else { return try Syscalls.openFile(name, flags, in: folder.descriptor) }
    do throws(SystemError) { return try Syscalls.openFile(name, flags | O_NOFOLLOW, in: folder.descriptor) } catch {
      throw [ELOOP, EXDEV].contains(error.number) ? linkError : error
    }
  }

  /// The state of what it leads to.
  func status() throws(SystemError) -> FileIdentity {
    if root == nil, isLink { return try Syscalls.status(of: path) }
    return try Syscalls.status(of: name, in: folder().descriptor, followingLinks: isLink)
  }
}

extension FileIdentity {
  /// The state of the file at `location`.
  ///
  /// - Throws: `UprightError` `.io` where there is nothing, or nothing that may be seen.
  public init(_ location: FileLocation) throws(UprightError) {
    self = try UprightError.naming(location.path) { () throws(SystemError) in try location.status() }
  }
}
