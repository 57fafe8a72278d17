// Which file a name resolved to, and its state (POSIX.1-2017, <sys/stat.h>).

public import Upright
import UprightSystem

/// A file as `stat` describes it: its identity, and the values that any change would alter.
public struct FileIdentity: Hashable, Sendable {
  /// The kinds of file.
  public enum Kind: Hashable, Sendable {
    /// A regular file.
    case regular
    /// A folder.
    case folder
    /// A symbolic link that was not followed.
    case link
    /// A device, a pipe, a socket.
    case other
  }

  /// The kind of file.
  public let kind: Kind
  /// The device that contains it.
  public let device: UInt64
  /// Its inode number on that device.
  public let inode: UInt64
  /// Its length in bytes.
  public let byteCount: Int
  /// When its bytes last changed: whole seconds since 1970, and billionths.
  public let modified: Time
  /// When anything about it last changed: bytes, names, owner, attributes.
  public let changed: Time
  /// Its number of names (hard links).
  public let linkCount: Int
  /// The lower twelve bits of its mode.
  public let permissions: UInt32
  /// The IDs of its user and group.
  public let owner, group: UInt32

  /// A point in time: seconds since 1970, with nanoseconds.
  public struct Time: Hashable, Sendable {
    /// Whole seconds since 1970.
    public let seconds: Int
    /// Nanoseconds after that, 0…999,999,999.
    public let nanoseconds: Int
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

  init(
    kind: Kind, device: UInt64, inode: UInt64, byteCount: Int, modified: Time, changed: Time, linkCount: Int,
    permissions: UInt32,
    owner: UInt32, group: UInt32
  ) {
    self.kind = kind
    self.device = device
    self.inode = inode
    self.byteCount = byteCount
    self.modified = modified
    self.changed = changed
    self.linkCount = linkCount
    self.permissions = permissions
    self.owner = owner
    self.group = group
  }

  /// Whether both are the same file, under any name and in any state.
  public func isSameFile(as other: Self) -> Bool { device == other.device && inode == other.inode }

  /// Whether it is the same file, and nothing has written to it in between.
  public func isUnchanged(since earlier: Self) -> Bool {
    isSameFile(as: earlier) && byteCount == earlier.byteCount && modified == earlier.modified
  }
}
