// How open a new folder is that is like another one (POSIX.1-2017, mkdirat() and 4.5 "File Access Permissions").

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the folder allows that a new one is to be like.
struct FolderAccess {
  private let permissions, group: UInt32

  /// Of a folder in this state.
  init(_ state: FileIdentity) { (permissions, group) = (state.permissions, state.group) }

  /// The permissions that a folder of `group` has at most. What the group may do there is for that group alone; its owner may do anything.
  func bound(group: UInt32) -> UInt32 {
    let allowed = permissions & 0o777 | 0o700
    return group == self.group ? allowed : allowed & (~0o070 | (allowed & 0o007) << 3)
  }

  /// The mode to make a folder with in `parent`, so that it is never more open than this one. The process's mask, or what the parent says of new folders, takes
  /// more away.
  func mode(in parent: FileIdentity) -> UInt32 { bound(group: Self.group(ofNewIn: parent)) }

  /// The group that the system gives a new folder; where a file system is mounted to give its parent's (grpid), that may be another.
  private static func group(ofNewIn parent: FileIdentity) -> UInt32 {
    #if canImport(Darwin)
      return parent.group
    #else
      return parent.permissions & 0o2000 != 0 ? parent.group : getegid()
    #endif
  }
}
