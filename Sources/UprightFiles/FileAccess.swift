// File permissions, and which of them a file passes to one that is made from it or replaces it (POSIX.1-2017, 4.5 "File
// Access Permissions"; acl(5), xattr(7)).

import UprightSystem

/// Owner, group, mode and access list of a file.
///
/// A new file grants no more access than any of its sources or the file that it replaces.
/// `give(_:from:replacing:isSameFile:mask:)` decides that for all files that this target writes.
public struct FileAccess: Hashable, Sendable {
  /// The attribute in which Linux keeps a file's access list, with its terminating zero.
  static let listName = Array("system.posix_acl_access".utf8) + [0]

  /// What is known of a file's access list.
  enum List: Hashable, Sendable {
    /// The file has none: the mode alone decides.
    case none
    /// Its bytes, in Linux's form.
    case bytes([UInt8])
    /// There may be one, but it cannot be read.
    case unknown
  }

  /// What a file that replaces another could not keep.
  enum Loss: Hashable, Sendable {
    /// The user that owned it.
    case owner
    /// Its group.
    case group
    /// An extended attribute, by its name; an access list is one too.
    case attribute(String)
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

  /// The permissions of an open file when it was opened.
  public init(of file: FileBytes) { self.init(file.identity, list: Self.list(of: file.file)) }

  /// The permissions of a file that may not be readable. Only the owner's bits are used, because an access list may
  /// allow less than the mode.
  init(replacing state: FileIdentity, at place: DirectoryEntry) {
    let file = try? FileBytes(at: place)
    self = file.map(Self.init) ?? Self(state, list: .unknown)
  }

  /// The most permissive mode that a new file may have without granting more access than this one.
  ///
  /// If the groups differ, members of both groups were members of one, and others may now be members of the old one.
  /// Both classes get what group and others had in common. With an access list, the group bits are its mask, and it may
  /// name people to keep out: only the owner keeps access.
  ///
  /// - Parameter hasGroup: Whether the new file has this file's group.
  func bound(hasGroup: Bool) -> UInt32 {
    guard list == .none else { return permissions & 0o700 }
    if hasGroup { return permissions & 0o777 }
    let common = permissions & permissions >> 3 & 0o7
    return permissions & 0o700 | common << 3 | common
  }

  /// Whether the new file's group makes a difference.
  private var dependsOnGroup: Bool { bound(hasGroup: true) != bound(hasGroup: false) }

  /// The mode of a file of `group` that grants no more access than any of `all`.
  ///
  /// - Parameter group: nil for a group that none of them has.
  static func bound(of all: Set<Self>, group: UInt32?) -> UInt32 {
    all.reduce(0o777) { $0 & $1.bound(hasGroup: $1.group == group) }
  }

  /// Sets a new file's owner, group, mode and access list, in this order: a change of owner clears mode bits, and an
  /// access list refines the mode.
  ///
  /// A replacement takes the old file's owner and group if all sources have the same, and its access list if they share
  /// that too. The process's umask does not apply then. Any other file belongs to its creator. It gets a source's group
  /// only if it could not allow as much otherwise.
  ///
  /// - Parameters:
  ///   - file: The new file, which only its owner may read so far.
  ///   - sources: What it is made from. Without sources, a file that replaces nothing is readable and writable for
  ///     everybody, less the umask.
  ///   - replaced: What has its name so far.
  ///   - isSameFile: Whether it is the replaced file with new contents, which may also keep the special bits.
  ///   - isReport: Whether its owner may read and write it whatever the sources allow, if it replaces nothing.
  ///   - mask: The process's umask.
  /// - Returns: What could not be kept from the replaced file.
  static func give(
    _ file: Descriptor, from sources: Set<Self>, replacing replaced: Self?, isSameFile: Bool = false,
    isReport: Bool = false, mask: UInt32
  ) throws(SystemError) -> [Loss] {
    let all = replaced.map { sources.union([$0]) } ?? sources
    guard let any = replaced ?? all.first else {
      try Syscalls.setPermissions(0o666 & ~mask, of: file)
      return []
    }
    var lostAttributes: [Loss] = []
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
    if replaced == nil { permissions = (isReport ? permissions | 0o600 : permissions) & ~mask }
    // The group bits mask an inherited access list. That matters if they allow more than the bits for others.
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

  /// Removes the access list that a folder may give its new files.
  private static func removeList(of file: Descriptor) throws(SystemError) {
    do throws(SystemError) { try Syscalls.removeAttribute(listName, of: file) } catch {
      if !Syscalls.meansNoAttribute(error) { throw error }
    }
  }
}

extension Set<FileAccess> {
  /// The permissions of several files.
  public init(of files: some Sequence<FileBytes>) { self.init(files.lazy.map(FileAccess.init)) }
}

extension FileIdentity {
  /// Whether only the running user, the superuser, or people who can also change the file `other` can have written
  /// this one.
  package func isTrusted(besides other: FileIdentity) -> Bool {
    let shared = permissions & 0o022
    let isShared = shared == 0 || group == other.group && shared & ~other.permissions == 0
    return kind == .regular && isShared && [0, geteuid(), other.owner].contains(owner)
  }
}

extension DirectoryEntry {
  /// Sets the permissions of the new file from its sources and the file that it replaces.
  ///
  /// - Parameter isReport: Whether the file only describes its sources: then its owner may always read and write it.
  func giveAccess(
    _ file: Descriptor, from sources: Set<FileAccess>, overwriting: Bool, isReport: Bool
  ) throws(SystemError) {
    let replaced = overwriting ? try now() : nil
    _ = try FileAccess.give(
      file, from: sources, replacing: replaced.map { FileAccess(replacing: $0, at: self) },
      isReport: isReport, mask: Syscalls.forbiddenPermissions)
  }
}

/// Copies owner, group, mode, extended attributes and ACLs from an old file to its replacement.
enum KeptAttributes {
  /// - Returns: What could not be kept.
  static func copy(
    of original: FileBytes, to file: Descriptor
  ) throws(SystemError) -> [FileAccess.Loss] {
    var lostAttributes = try FileAccess.give(
      file, from: [], replacing: FileAccess(of: original), isSameFile: true, mask: 0)
    for name in try attributeNames(of: original.file) where ![FileAccess.listName, UndoAttribute.name].contains(name) {
      do { try Syscalls.setAttribute(name, to: Syscalls.attribute(name, of: original.file), of: file) } catch {
        lostAttributes.append(.attribute(PathName.text(name.dropLast())))
      }
    }
    return lostAttributes
  }

  private static func attributeNames(of file: Descriptor) throws(SystemError) -> [[UInt8]] {
    do throws(SystemError) {
      return try Syscalls.attributes(of: file)
    } catch {
      if error.number == ENOTSUP || error.number == ENOSYS { return [] }
      throw error
    }
  }
}
