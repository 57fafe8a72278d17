// Exchanges two names, so that a displaced file can be checked before it is removed (Linux, renameat2(2)
// RENAME_EXCHANGE; Darwin, renamex_np(2) RENAME_SWAP).

import UprightSystem

/// A file under a hidden name that exchanges names with a known file.
struct NameExchange {
  /// The outcome.
  enum Outcome: Hashable {
    /// The hidden name has the file that was to be displaced.
    case displaced
    /// Another process had put another file there, which is back; the hidden name has the new file, or what another
    /// process has replaced since.
    case stale
    /// Another process keeps replacing the file; the hidden name has a file that may exist nowhere else.
    case unknown
  }

  /// How often other processes may interfere.
  private static let deadline = 100

  let hidden: String
  let directoryEntry: String
  /// The folder that contains both; nil if they are paths.
  private let folder: OpenedFolder?
  /// Exchanges two names.
  private let exchange: (String, String, Descriptor?) throws(SystemError) -> Void

  init(
    hidden: String, directoryEntry: String, in folder: OpenedFolder? = nil,
    exchange: @escaping (String, String, Descriptor?) throws(SystemError) -> Void = Syscalls.exchange
  ) {
    (self.hidden, self.directoryEntry, self.folder, self.exchange) = (hidden, directoryEntry, folder, exchange)
  }

  /// Exchanges the hidden file with `expected`.
  ///
  /// A file that appears between two exchanges is newer than the displaced one, so it is put back, until nothing
  /// interferes.
  ///
  /// - Throws: If nothing was changed: EINVAL, ENOSYS or ENOTSUP if the file system cannot exchange names.
  func displace(_ expected: FileIdentity) throws(SystemError) -> Outcome {
    var placed: FileIdentity? = try identityOfName()
    try exchange(hidden, directoryEntry, folder?.descriptor)
    var found = try? identityOfName()
    if found.map({ $0.isUnchanged(since: expected) }) == true { return .displaced }
    for _ in 0..<Self.deadline {
      guard let last = placed, (try? exchange(hidden, directoryEntry, folder?.descriptor)) != nil else { break }
      placed = found
      found = try? identityOfName()
      if found.map({ $0.isUnchanged(since: last) }) == true { return .stale }
    }
    return .unknown
  }

  private func identityOfName() throws(SystemError) -> FileIdentity {
    try Syscalls.status(of: hidden, in: folder?.descriptor, followingLinks: false)
  }
}
