// Who may do what with a file, and how much of it goes to a file that is made from it or replaces it (POSIX.1-2017, 4.5 "File Access Permissions"; acl(5)).

/// Owner, group, mode and access list of a file.
///
/// A new file is no more open than any file it is made from and than the file it replaces: ``give(_:from:replacing:isSameFile:mask:)`` decides that for all
/// files that this target writes.
public struct FileAccess: Hashable, Sendable {
  /// The attribute that Linux keeps a file's access list in, with its closing zero.
  static let listName = Array("system.posix_acl_access".utf8) + [0]

  /// What is known of a file's access list.
  enum List: Hashable, Sendable {
    /// There is none: the mode is all that is allowed.
    case none
    /// Its bytes, as Linux has them.
    case bytes([UInt8])
    /// There may be one, and it cannot be read.
    case unknown
  }

  let owner, group: UInt32
  /// The lower twelve bits of its mode.
  let permissions: UInt32
  let list: List

  init(owner: UInt32, group: UInt32, permissions: UInt32, list: List = .none) {
    (self.owner, self.group, self.permissions, self.list) = (owner, group, permissions, list)
  }

  private init(_ state: FileIdentity, list: List) {
    self.init(owner: state.owner, group: state.group, permissions: state.permissions, list: list)
  }

  /// What is allowed with an open file, as it was opened.
  public init(of file: FileBytes) { self.init(file.identity, list: Self.list(of: file.file)) }

  /// What is allowed with a file that may not be readable: only its owner's part counts then, because an access list may say less than the mode.
  init(replacing state: FileIdentity, at place: DirectoryEntry) {
    let file = try? FileBytes(at: place)
    self = file.map(Self.init) ?? Self(state, list: .unknown)
  }

  /// The permissions that a new file may have without being more open than this one.
  ///
  /// Where the new file has another group, members of both groups were members of one, and the others may now be members of the old one: both get what group
  /// and others had in common. With an access list the middle bits of a mode are its mask, and it may name people to be kept out: only the owner is left.
  ///
  /// - Parameter hasGroup: Whether the new file has the group of this one.
  func bound(hasGroup: Bool) -> UInt32 {
    guard list == .none else { return permissions & 0o700 }
    if hasGroup { return permissions & 0o777 }
    let common = permissions & permissions >> 3 & 0o7
    return permissions & 0o700 | common << 3 | common
  }

  /// Whether the new file's group makes a difference.
  private var dependsOnGroup: Bool { bound(hasGroup: true) != bound(hasGroup: false) }

  /// The permissions of a file of `group` that is no more open than each of `all`.
  ///
  /// - Parameter group: nil for one that is known to be none of theirs.
  static func bound(of all: Set<Self>, group: UInt32?) -> UInt32 {
    all.reduce(0o777) { $0 & $1.bound(hasGroup: $1.group == group) }
  }

  /// Gives a new file its owner, group, mode and access list, in this order: a change of owner takes mode bits away, and an access list refines the mode.
  ///
  /// A file that replaces one takes its owner and group where all that it is made from have the same, and its access list where they have that too; the
  /// process's mask does not apply then. Any other file belongs to whoever makes it, and gets a source's group only where it could not allow as much without.
  ///
  /// - Parameters:
  ///   - file: The new file, which only its owner may read so far.
  ///   - sources: What it is made from; with none, and where it replaces nothing, everybody may read and write it, less what the mask forbids.
  ///   - replaced: What lies in its place so far.
  ///   - isSameFile: Whether it is the replaced file with new contents, which may keep the special bits too.
  ///   - mask: What the process forbids for new files.
  /// - Returns: What of the replaced file could not be kept.
  static func give(
    _ file: Descriptor, from sources: Set<Self>, replacing replaced: Self?, isSameFile: Bool = false, mask: UInt32
  ) throws(SystemError) -> [SafeReplace.LostAttribute] {
    let all = replaced.map { sources.union([$0]) } ?? sources
    guard let any = replaced ?? all.first else {
      try Syscalls.setPermissions(0o666 & ~mask, of: file)
      return []
    }
    var lostAttributes: [SafeReplace.LostAttribute] = []
    let isGroupNeeded = replaced != nil || all.contains(where: \.dependsOnGroup)
    var group: UInt32? = isGroupNeeded ? try Syscalls.status(of: file).group : nil
    if replaced != nil {
      let isOwners = all.allSatisfy { $0.owner == any.owner }
      if !isOwners || (try? Syscalls.setOwner(any.owner, group: nil, of: file)) == nil { lostAttributes.append(.owner) }
    }
    let needsGroup = replaced != nil || bound(of: all, group: group) != bound(of: all, group: any.group)
    if needsGroup {
      let isGroups = all.allSatisfy { $0.group == any.group }
      let hasGroup = isGroups && (try? Syscalls.setOwner(nil, group: any.group, of: file)) != nil
      if hasGroup { group = any.group } else { lostAttributes.append(.group) }
      if !hasGroup, group == any.group, isGroups { group = nil }
    }
    var permissions = bound(of: all, group: group)
    if isSameFile, lostAttributes.isEmpty { permissions |= any.permissions & 0o7000 }
    if replaced == nil { permissions &= ~mask }
    // Whom an inherited list names may do no more than the group's bits say: that matters where these say more than the others'.
    if replaced != nil || permissions >> 3 & ~permissions & 0o7 != 0 { try removeList(of: file) }
    try Syscalls.setPermissions(permissions, of: file)
    guard replaced != nil, any.list != .none else { return lostAttributes }
    if all.allSatisfy({ $0.list == any.list }), !lostAttributes.contains(.group), case .bytes(let list) = any.list,
      (try? Syscalls.setAttribute(listName, to: list, of: file)) != nil
    {
      return lostAttributes
    }
    return lostAttributes + [.attribute(PathName.text(listName.dropLast()))]
  }

  private static func list(of file: Descriptor) -> List {
    do throws(SystemError) { return .bytes(try Syscalls.attribute(listName, of: file)) } catch {
      return Syscalls.meansNoAttribute(error) ? .none : .unknown
    }
  }

  /// A folder may give its new files a list of its own.
  private static func removeList(of file: Descriptor) throws(SystemError) {
    do throws(SystemError) { try Syscalls.removeAttribute(listName, of: file) } catch {
      if !Syscalls.meansNoAttribute(error) { throw error }
    }
  }
}

extension Set<FileAccess> {
  /// Those of several files.
  public init(of files: some Sequence<FileBytes>) { self.init(files.lazy.map(FileAccess.init)) }
}
