// Which file a name resolved to, and its state (POSIX.1-2017, <sys/stat.h>).

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

  /// Whether both are the same file, under any name and in any state.
  public func isSameFile(as other: Self) -> Bool { device == other.device && inode == other.inode }

  /// Whether it is the same file, and nothing has written to it in between.
  public func isUnchanged(since earlier: Self) -> Bool {
    isSameFile(as: earlier) && byteCount == earlier.byteCount && modified == earlier.modified
  }
}
