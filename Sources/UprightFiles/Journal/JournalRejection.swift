// Whose journal is obeyed: it says which files are written and removed, so that it is as good as a command (POSIX.1-2017, <sys/stat.h>).

import Upright

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Why a journal is not obeyed: somebody else could have written into it what they may not do themselves.
public enum JournalRejection: Hashable, Sendable {
  /// It belongs to the user of this number, who is neither the one who runs nor root.
  case foreign(owner: UInt32)
  /// Group or others may write it; an access list counts, whose mask is the group's permission.
  case writable

  /// Nil where the journal `identity` may be obeyed by whoever runs this process.
  public init?(_ identity: FileIdentity) {
    if ![0, geteuid()].contains(identity.owner) {
      self = .foreign(owner: identity.owner)
    } else if identity.permissions & 0o022 != 0 {
      self = .writable
    } else {
      return nil
    }
  }

  /// - Throws: `UprightError` `.io`, with EPERM where the journal `identity`, opened at `path`, is not to be obeyed.
  static func refuse(_ identity: FileIdentity, at path: String) throws(UprightError) {
    guard JournalRejection(identity) == nil else { throw .io(path: path, systemError: EPERM) }
  }
}
