// The permissions of a new folder that is modeled on another (POSIX.1-2017, mkdirat() and 4.5 "File Access
// Permissions").

import UprightSystem

/// The permissions of the model folder.
struct FolderAccess {
  private let permissions, group: UInt32

  /// The permissions of a folder in this state.
  init(_ state: FileIdentity) { (permissions, group) = (state.permissions, state.group) }

  /// The most permissive mode for a folder of `group`. The group's bits apply only to the same group; the owner may do
  /// anything.
  func bound(group: UInt32) -> UInt32 {
    let allowed = permissions & 0o777 | 0o700
    return group == self.group ? allowed : allowed & (~0o070 | (allowed & 0o007) << 3)
  }

  /// The mode for creating a folder in `parent` so that it never grants more access than this one. The umask, or the
  /// parent's default access list, may remove more.
  func mode(in parent: FileIdentity) -> UInt32 { bound(group: Self.group(ofNewIn: parent)) }

  /// The group that the system gives a new folder. A file system mounted with grpid may give its parent's instead.
  private static func group(ofNewIn parent: FileIdentity) -> UInt32 {
    #if canImport(Darwin)
      return parent.group
    #else
      return parent.permissions & 0o2000 != 0 ? parent.group : getegid()
    #endif
  }
}
