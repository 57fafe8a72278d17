// The state of a file as a journal remembers it: what differs once somebody has written to it (POSIX.1-2017, <sys/stat.h>).

/// Which file it is and when it last changed. The device is left out: its number may be another one after a restart.
public struct FileState: Hashable, Sendable {
  /// The file's number on its file system.
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

  /// What a journal remembers of `identity`.
  public init(_ identity: FileIdentity) {
    self.init(inode: identity.inode, byteCount: identity.byteCount, modified: identity.modified)
  }

  /// Whether length and time are the same, as those of an untouched copy are.
  func isCopy(of other: Self) -> Bool { byteCount == other.byteCount && modified == other.modified }
}

extension FileState {
  var json: JSONLine {
    .object([
      .init("inode", .decimal(String(inode))), .init("bytes", .number(byteCount)),
      .init("seconds", .number(modified.seconds)), .init("nanoseconds", .number(modified.nanoseconds)),
    ])
  }

  /// Nil where `json` says no state.
  init?(_ json: JSONLine?) {
    guard let json, let byteCount = json["bytes"]?.number, byteCount >= 0, let seconds = json["seconds"]?.number,
      let nanoseconds = json["nanoseconds"]?.number
    else { return nil }
    guard let inode = Self.inode(json) else { return nil }
    self.init(
      inode: inode, byteCount: byteCount, modified: FileIdentity.Time(seconds: seconds, nanoseconds: nanoseconds))
  }

  /// The number of a file that an object says; nil where it says none.
  static func inode(_ json: JSONLine) -> UInt64? {
    switch json["inode"] {
    case .number(let number): UInt64(exactly: number)
    case .decimal(let digits): UInt64(digits)
    default: nil
    }
  }
}
