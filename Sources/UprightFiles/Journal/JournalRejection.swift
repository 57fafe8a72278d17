// Which journals are trusted. A journal names files to write and remove, so it is as powerful as a command
// (POSIX.1-2017, <sys/stat.h>).

import Upright
import UprightSystem

/// Why a journal is not trusted: another user could use it to do what they may not do themselves.
public enum JournalRejection: Hashable, Sendable {
  /// It belongs to the user with this ID, who is neither the current user nor root.
  case foreign(owner: UInt32)
  /// Group or others may write it. Access lists are included: their mask is the group's permission.
  case writable

  /// Nil if the current user may trust the journal `identity`.
  public init?(_ identity: FileIdentity) {
    if ![0, geteuid()].contains(identity.owner) {
      self = .foreign(owner: identity.owner)
    } else if identity.permissions & 0o022 != 0 {
      self = .writable
    } else {
      return nil
    }
  }

  /// - Throws: `UprightError` `.io`, with EPERM if the journal `identity`, opened at `path`, is not trusted.
  static func refuse(_ identity: FileIdentity, at path: String) throws(UprightError) {
    guard JournalRejection(identity) == nil else { throw .io(path: path, systemError: EPERM) }
  }
}
