// A file's state as a journal stores it: values that differ after any write (POSIX.1-2017, <sys/stat.h>).

/// A file's inode, length and modification time. The device is left out: its number may change after a restart.
public struct FileState: Hashable, Sendable {
  /// The file's inode number on its file system.
  public let inode: UInt64
  /// Its length in bytes.
  public let byteCount: Int
  /// When its bytes last changed.
  public let modified: FileIdentity.Time

  /// A state, field by field.
  init(inode: UInt64, byteCount: Int, modified: FileIdentity.Time) {
    self.inode = inode
    self.byteCount = byteCount
    self.modified = modified
  }

  /// The part of `identity` that a journal stores.
  public init(_ identity: FileIdentity) {
    self.init(inode: identity.inode, byteCount: identity.byteCount, modified: identity.modified)
  }

  /// Whether length and time are equal, as in an untouched copy.
  func isCopy(of other: Self) -> Bool { byteCount == other.byteCount && modified == other.modified }
}

extension FileState {
  var json: JSONLine {
    .object([
      .init("inode", .decimal(String(inode))), .init("bytes", .number(byteCount)),
      .init("seconds", .number(modified.seconds)), .init("nanoseconds", .number(modified.nanoseconds)),
    ])
  }

  /// Nil if `json` is not a state.
  init?(_ json: JSONLine?) {
    guard let json, let byteCount = json["bytes"]?.number, byteCount >= 0, let seconds = json["seconds"]?.number,
      let nanoseconds = json["nanoseconds"]?.number
    else { return nil }
    guard let inode = Self.inode(json) else { return nil }
    self.init(
      inode: inode, byteCount: byteCount, modified: FileIdentity.Time(seconds: seconds, nanoseconds: nanoseconds))
  }

  /// The inode number in an object; nil if there is none.
  static func inode(_ json: JSONLine) -> UInt64? {
    switch json["inode"] {
    case .number(let number): UInt64(exactly: number)
    case .decimal(let digits): UInt64(digits)
    default: nil
    }
  }
}
