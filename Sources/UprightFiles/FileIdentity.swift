// Which file a name led to, and in which state (POSIX.1-2017, <sys/stat.h>).

public import Upright

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file as `stat` describes it: which one it is, and what would differ had anyone changed it.
public struct FileIdentity: Hashable, Sendable {
  /// What a name can lead to.
  public enum Kind: Hashable, Sendable {
    /// A file of bytes.
    case regular
    /// A folder.
    case folder
    /// A symbolic link, where it was looked at itself and not what it leads to.
    case link
    /// A device, a pipe, a socket.
    case other
  }

  /// What it is.
  public let kind: Kind
  /// The device it lies on.
  public let device: UInt64
  /// Its number on that device.
  public let inode: UInt64
  /// Its length in bytes.
  public let byteCount: Int
  /// When its bytes last changed: whole seconds since 1970, and billionths.
  public let modified: Time
  /// When anything of it last changed: bytes, names, owner, attributes.
  public let changed: Time
  /// How many names it has.
  public let linkCount: Int
  /// Who may do what: the lower twelve bits of its mode.
  public let permissions: UInt32
  /// The numbers of the user and the group it belongs to.
  public let owner, group: UInt32

  /// Seconds since 1970 and billionths of a second.
  public struct Time: Hashable, Sendable {
    /// Whole seconds since 1970.
    public let seconds: Int
    /// Billionths of a second on top.
    public let nanoseconds: Int
  }

  /// The state of what `path` leads to, symbolic links followed.
  ///
  /// - Throws: `UprightError` `.io` where there is nothing, or nothing that may be seen.
  public init(path: String) throws(UprightError) {
    self = try UprightError.naming(path) { () throws(SystemError) in try Syscalls.status(of: path) }
  }

  /// The same, nil where nothing is there: neither the name, nor what a link of that name leads to.
  ///
  /// - Throws: `UprightError` `.io` where the system does not say whether something is there.
  public static func ofExisting(_ path: String) throws(UprightError) -> FileIdentity? {
    try ofExisting(FileLocation(path: path))
  }

  /// As `ofExisting(_:)` for the file at `location`.
  ///
  /// - Throws: as that.
  public static func ofExisting(_ location: FileLocation) throws(UprightError) -> FileIdentity? {
    do throws(UprightError) { return try FileIdentity(location) } catch {
      if case .io(_, ENOENT) = error { return nil }
      if case .io(_, ENOTDIR) = error { return nil }
      if case .io(_, ELOOP) = error { return nil }
      throw error
    }
  }

  /// Whether `path` itself is a symbolic link, wherever it leads.
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

  /// Whether both are the same file, under whatever name and in whatever state.
  public func isSameFile(as other: Self) -> Bool { device == other.device && inode == other.inode }

  /// Whether it is the same file and nobody has written to it in between.
  public func isUnchanged(since earlier: Self) -> Bool {
    isSameFile(as: earlier) && byteCount == earlier.byteCount && modified == earlier.modified
  }
}
