// Whose a rewritten file is and who may do what with it: kept, or narrowed, never widened (POSIX.1-2017, 4.5 "File Access Permissions"; acl(5)).

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Owner, group, mode, extended attributes and ACLs on their way from an old file to the one that replaces it.
enum KeptAttributes {
  /// The attribute that Linux keeps a file's ACL in, with its closing zero.
  private static let accessList = Array("system.posix_acl_access".utf8) + [0]

  /// Owner first, because a change of owner takes mode bits away; attributes last, because an ACL refines the mode.
  ///
  /// With an ACL the middle bits of a mode are its mask, so that they let nobody in before it is there, or where it cannot be kept; and one that the folder
  /// gives to new files goes.
  ///
  /// - Returns: What could not be kept.
  static func copy(
    of original: FileBytes, to file: Descriptor
  ) throws(SystemError) -> [SafeReplace.Unkept] {
    var unkept = copyOwner(of: original.identity, to: file)
    var names = try attributeNames(of: original.file)
    var permissions = original.identity.permissions
    if !unkept.isEmpty { permissions &= 0o777 }
    if unkept.contains(.group) {
      permissions = withoutGroup(permissions, hasAccessList: names.contains(accessList))
      if names.contains(accessList) { unkept.append(.attribute(PathName.text(accessList.dropLast()))) }
      names.removeAll { $0 == accessList }
    }
    try removeAccessList(of: file)
    try Syscalls.setPermissions(names.contains(accessList) ? permissions & 0o7700 : permissions, of: file)
    for name in names where name != UndoNote.name {
      do { try Syscalls.setAttribute(name, to: Syscalls.attribute(name, of: original.file), of: file) } catch {
        unkept.append(.attribute(PathName.text(name.dropLast())))
      }
    }
    return unkept
  }

  /// What a copy of `original` without its other attributes may allow: where it has an ACL, its mode's middle bits are a mask and not the group's.
  static func permissions(of original: FileBytes) throws(SystemError) -> UInt32 {
    let permissions = original.identity.permissions
    guard try attributeNames(of: original.file).contains(accessList) else { return permissions }
    return withoutGroup(permissions, hasAccessList: true)
  }

  /// The mode for a file that now belongs to another group: nobody may do more than before.
  ///
  /// The new group gets nothing of its own, and the others no more than the old group had, because its members are
  /// others now. With an ACL the old mode's middle bits are its mask, and it may have named people to be kept out.
  static func withoutGroup(_ permissions: UInt32, hasAccessList: Bool) -> UInt32 {
    let others = hasAccessList ? 0 : permissions & permissions >> 3 & 0o7
    return permissions & 0o700 | others
  }

  private static func copyOwner(of identity: FileIdentity, to file: Descriptor) -> [SafeReplace.Unkept] {
    let hasOwner = (try? Syscalls.setOwner(identity.owner, group: nil, of: file)) != nil
    let hasGroup = (try? Syscalls.setOwner(nil, group: identity.group, of: file)) != nil
    return (hasOwner ? [] : [.owner]) + (hasGroup ? [] : [.group])
  }

  private static func removeAccessList(of file: Descriptor) throws(SystemError) {
    do throws(SystemError) { try Syscalls.removeAttribute(accessList, of: file) } catch {
      if !Syscalls.meansNoAttribute(error) { throw error }
    }
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
