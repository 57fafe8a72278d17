// A folder that somebody named, and what lies below it: found from the folder that was opened first, and through no symbolic link.

import Synchronization
public import Upright

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A named folder. It is opened once; whoever exchanges it, or a folder in it, for a link meanwhile leads nobody elsewhere.
public final class FolderRoot: Sendable {
  /// Its path, as given.
  public let path: String
  /// Whether results go into it: what lies in it may have been put there by anybody, and nothing is written through a link.
  let takesResults: Bool
  private let links: LinkRule
  private let keepsOpen: Bool
  private let state = Mutex(State())

  private struct State {
    /// Which folder it was when it was opened first.
    var identity: FileIdentity?
    var opened: OpenedFolder?
    /// The folder in it that was asked for last: files come folder by folder.
    var last: (path: String, folder: OpenedFolder)?
  }

  /// The folder at `path`, which need not exist yet.
  ///
  /// - Parameters:
  ///   - followingLinks: Whether its path may lead through symbolic links.
  ///   - keepingOpen: Whether it stays open. One of very many is opened each time anew, and has to be the same then.
  public init(_ path: String, followingLinks: Bool = true, keepingOpen: Bool = true) {
    self.path = path
    takesResults = false
    links = followingLinks ? .followed : .none
    keepsOpen = keepingOpen
  }

  /// The folder at `path`, which need not exist yet, for results: no symbolic link in it is followed.
  ///
  /// - Parameter followingLinks: Whether its own path may lead through symbolic links.
  public init(resultsIn path: String, followingLinks: Bool = true) {
    self.path = path
    takesResults = true
    links = followingLinks ? .followed : .none
    keepsOpen = true
  }

  /// A folder that is open already.
  convenience init(_ folder: OpenedFolder) {
    self.init(folder.path)
    state.withLock { $0.opened = folder }
  }

  /// So many stay open at a time, of those that are named in one go.
  public static let openAtMost = 4

  /// Whether links are followed, on the way to it and in it.
  public var followsLinks: Bool { links == .followed }

  /// A file of it, by its path inside.
  public func location(_ relativePath: String) -> FileLocation {
    FileLocation(self, relativePath, isLink: followsLinks && !takesResults)
  }

  /// What says that there is a symbolic link where none is followed: ESTALE, because it was none when the folder was read; ELOOP among results.
  var linkError: SystemError { SystemError(number: takesResults ? ELOOP : ESTALE) }

  /// The folder itself for `.`, else one below it.
  ///
  /// - Throws: `linkError` where a symbolic link has come in its place, or in the place of one on the way.
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

  /// Makes it, and a folder below it with those it lies in, each safe on the disk under its name; nothing happens where it is there already.
  ///
  /// - Parameter model: What is made here is never more open than the folders of the same paths there.
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

  /// What a folder of it allows; nil where there is none.
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

  /// Takes from a new folder, in which nothing lies yet, what nobody may do with the folder of that path in `model`, should it have another group than was
  /// to be expected.
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
  /// Whether both are one and the same, and not only folders at one path.
  public static func == (one: FolderRoot, other: FolderRoot) -> Bool { one === other }

  /// Takes in which one it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension FolderRoot {
  /// Its regular files, in the order of their names' bytes.
  ///
  /// Names that begin with a dot are left out. Links to files count as files, and so do names that lead nowhere, which fail when they are opened;
  /// links to folders are not followed.
  ///
  /// - Parameters:
  ///   - recursive: Whether the folders inside are walked too.
  ///   - hidden: With what names begin that are not left out although they begin with a dot.
  ///   - unreadable: Told about each folder, this one or one inside, that cannot be read, and about each name of which the system does not say what it is;
  ///     its path is in the error.
  ///   - unwalked: Told about what is no file and is left out: what it is.
  ///   - results: A folder inside that is not walked, because results go there; nil for none.
  public func files(
    recursive: Bool, hidden: String? = nil, results: FileIdentity? = nil,
    unreadable: (UprightError) -> Void = { _ in },
    notWalked: (Folder.NotWalked) -> Void = { _ in }
  ) -> [FileLocation] {
    var files: [FileLocation] = []
    var rest = [(name: ".", kind: FileIdentity.Kind.folder)]
    while let (name, kind) = rest.popLast() {
      guard kind == .folder else {
        files.append(FileLocation(self, name, isLink: kind == .link))
        continue
      }
      guard recursive || name == "." else {
        notWalked(.folder)
        continue
      }
      let found = entries(in: name, results: results, unreadable: unreadable, notWalked: notWalked) { name in
        !name.hasPrefix(".") || hidden.map(name.hasPrefix) == true
      }
      rest += found.reversed()
    }
    return files
  }

  /// The names in a folder of it, as paths inside it in the order of their bytes, that lead to files or folders, as far as they are `wanted`; none in that of the results.
  private func entries(
    in inside: String, results: FileIdentity?, unreadable: (UprightError) -> Void,
    notWalked: (Folder.NotWalked) -> Void, wanted: (String) -> Bool
  ) -> [(name: String, kind: FileIdentity.Kind)] {
    func refuse(_ path: String, _ error: SystemError) {
      unreadable(.io(path: path == "." ? self.path : FileName.joined(self.path, path), systemError: error.number))
    }
    do throws(SystemError) {
      guard inside.utf8.count <= NameList.longestPath else { throw SystemError(number: ENAMETOOLONG) }
      let folder = try listing(inside)
      if let results, inside != ".", results.isSameFile(as: try Syscalls.status(of: folder)) {
        notWalked(.results)
        return []
      }
      let all = try Syscalls.entries(of: folder)
      return all.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }.compactMap { entry in
        let name = inside == "." ? entry.name : FileName.joined(inside, entry.name)
        guard ![".", ".."].contains(entry.name), wanted(entry.name) else { return nil }
        do throws(SystemError) {
          switch try Self.kind(of: entry, in: folder) {
          case nil: notWalked(.linkToFolder)
          case .other: notWalked(.device)
          case let kind?: return (name, kind)
          }
          return nil
        } catch {
          refuse(name, error)
          return nil
        }
      }
    } catch {
      refuse(inside, error)
      return []
    }
  }

  /// The folder, open for reading its names.
  private func listing(_ inside: String) throws(SystemError) -> Descriptor {
    let root = try folder(".")
    return try SystemError.staleForLinks { () throws(SystemError) in
      try Syscalls.openFile(inside, O_RDONLY | O_DIRECTORY, in: root.descriptor, links: .noneBeneath)
    }
  }

  /// What a name in a folder is: `.link` for a link to a file, one of which it cannot be told, and a name that is gone since; all of these fail when they are
  /// opened where they lead to no file. Links to folders count as nothing.
  private static func kind(of entry: Syscalls.Entry, in folder: Descriptor) throws(SystemError) -> FileIdentity.Kind? {
    let kind = entry.kind == nil ? try Syscalls.linkStatus(entry.name, in: folder)?.kind : entry.kind
    guard kind == nil || kind == .link else { return kind }
    switch (try? Syscalls.status(of: entry.name, in: folder))?.kind {
    case nil, .regular: return .link
    case .folder: return nil
    case let other: return other
    }
  }
}
