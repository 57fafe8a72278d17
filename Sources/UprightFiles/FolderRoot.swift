// A folder that the user named. Files below it are resolved from the folder as first opened, without following symbolic
// links.

import Upright
import UprightSystem

/// A named folder. It is opened once, so replacing it or a subfolder with a link redirects nothing.
public final class FolderRoot: Sendable {
  /// Its path, as given.
  public let path: String
  /// Whether results go into it. Anybody may have put files there, so nothing is written through a link.
  let takesResults: Bool
  private let links: LinkRule
  private let keepsOpen: Bool
  private let state = Lock(State())

  private struct State {
    /// Which folder it was when first opened.
    var identity: FileIdentity?
    var opened: OpenedFolder?
    /// The last subfolder that was requested; files come folder by folder.
    var last: (path: String, folder: OpenedFolder)?
  }

  /// The folder at `path`, which need not exist yet.
  ///
  /// - Parameters:
  ///   - followingLinks: Whether symbolic links in its path are followed.
  ///   - keepingOpen: Whether it stays open. If not, it is reopened each time and must still be the same folder.
  public init(_ path: String, followingLinks: Bool = true, keepingOpen: Bool = true) {
    self.path = path
    takesResults = false
    links = followingLinks ? .followed : .none
    keepsOpen = keepingOpen
  }

  /// The folder at `path` for results, which need not exist yet; no symbolic link inside it is followed.
  ///
  /// - Parameter followingLinks: Whether symbolic links in its own path are followed.
  public init(resultsIn path: String, followingLinks: Bool = true) {
    self.path = path
    takesResults = true
    links = followingLinks ? .followed : .none
    keepsOpen = true
  }

  /// A folder that is already open.
  convenience init(_ folder: OpenedFolder) {
    self.init(folder.path)
    state.withLock { $0.opened = folder }
  }

  /// A folder for results that is already open; no symbolic link inside it is followed.
  init(resultsIn folder: OpenedFolder) {
    path = folder.path
    takesResults = true
    links = .followed
    keepsOpen = true
    state.withLock { $0.opened = folder }
  }

  /// How many folders named in one command stay open at a time.
  public static let openAtMost = 4

  /// Whether links in its path and inside it are followed.
  public var followsLinks: Bool { links == .followed }

  /// The error for a symbolic link where none is followed. ESTALE: it was not a link when the folder was listed. ELOOP:
  /// it is in a folder for results.
  var linkError: SystemError { SystemError(number: takesResults ? ELOOP : ESTALE) }

  /// The folder itself for `.`, otherwise a subfolder.
  ///
  /// - Throws: `linkError` if a symbolic link has replaced it or a folder on the way.
  func folder(_ relativePath: String) throws(SystemError) -> OpenedFolder {
    try state.withLock { (state) throws(SystemError) in
      if let last = state.last, last.path.utf8.elementsEqual(relativePath.utf8) { return last.folder }
      let root = try opened(&state)
      guard relativePath != "." else { return root }
      let folder: OpenedFolder
      do throws(SystemError) { folder = try root.folder(relativePath) } catch {
        throw error.number == ESTALE ? linkError : error
      }
      if keepsOpen { state.last = (relativePath, folder) }
      return folder
    }
  }

  private func opened(_ state: inout State) throws(SystemError) -> OpenedFolder {
    if let opened = state.opened { return opened }
    let root = try OpenedFolder(path, links: links)
    if keepsOpen { state.opened = root }
    guard !keepsOpen else { return root }
    let now = try Syscalls.status(of: root.descriptor)
    if let identity = state.identity, !identity.isSameFile(as: now) { throw SystemError(number: ESTALE) }
    state.identity = now
    return root
  }

  /// Creates this folder, and a subfolder with its parents, and flushes each name; does nothing if they exist.
  ///
  /// - Parameter model: New folders never grant more access than its folders at the same paths.
  /// - Throws: `UprightError` `.io`.
  func make(_ relativePath: String, like model: FolderRoot? = nil) throws(UprightError) {
    if (try? folder(relativePath)) != nil { return }
    let access = try UprightError.naming(path) { () throws(SystemError) in try model?.access(".") }
    let isNew = try Folder.make(path, like: access)
    try UprightError.naming(FileName.joined(path, relativePath)) { () throws(SystemError) in
      if isNew { try narrow(".", to: model) }
      _ = try made(relativePath, like: model)
    }
  }

  /// The permissions of one of its folders; nil if it does not exist.
  private func access(_ relativePath: String) throws(SystemError) -> FolderAccess? {
    do throws(SystemError) {
      return FolderAccess(try Syscalls.status(of: try folder(relativePath).descriptor))
    } catch {
      guard [ENOENT, ENOTDIR, ELOOP].contains(error.number) else { throw error }
      return nil
    }
  }

  private func made(_ relativePath: String, like model: FolderRoot?) throws(SystemError) -> OpenedFolder {
    do throws(SystemError) { return try folder(relativePath) } catch {
      guard error.number == ENOENT, relativePath != "." else { throw error }
    }
    let parent = try made(FileName.folder(of: relativePath), like: model)
    do throws(SystemError) {
      let mode = try model?.access(relativePath)?.mode(in: Syscalls.status(of: parent.descriptor)) ?? 0o777
      try Syscalls.makeFolder(FileName.last(of: relativePath), mode: mode, in: parent.descriptor)
      try narrow(relativePath, to: model)
      try parent.synchronize()
    } catch {
      guard error.number == EEXIST else { throw error }
    }
    return try folder(relativePath)
  }

  /// Restricts a new, empty folder to what `model`'s folder at the same path allows, if its group is not the expected
  /// one.
  private func narrow(_ relativePath: String, to model: FolderRoot?) throws(SystemError) {
    guard let access = try model?.access(relativePath) else { return }
    let own = try folder(relativePath)
    let now = try Syscalls.status(of: own.descriptor)
    let allowed = access.bound(group: now.group)
    guard now.permissions & ~allowed & 0o777 != 0 else { return }
    let listed = try Syscalls.openFile(".", O_RDONLY | O_DIRECTORY, in: own.descriptor)
    try Syscalls.setPermissions(now.permissions & (allowed | ~0o777), of: listed)
  }
}

extension FolderRoot: Hashable {
  /// Whether both are the same instance, not only folders at the same path.
  public static func == (one: FolderRoot, other: FolderRoot) -> Bool { one === other }

  /// Hashes the instance's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
