// Two names that change places, so that what is displaced is looked at before it goes (Linux, renameat2(2) RENAME_EXCHANGE; Darwin, renamex_np(2) RENAME_SWAP).

/// A file under a hidden name that comes to lead under another one, which a file that is known has now.
struct NameExchange {
  /// What came of it.
  enum Outcome: Hashable {
    /// The hidden name has the file that was to be displaced.
    case displaced
    /// Somebody had put another file there, which is there again; the hidden name has what was to be put there, or what somebody has replaced since.
    case stale
    /// Somebody puts file after file there; the hidden name has one that may be nowhere else.
    case unknown
  }

  /// How often others may come in between.
  private static let deadline = 100

  let hidden: String
  let directoryEntry: String
  /// The folder that has both; nil where they are paths.
  private let folder: OpenedFolder?
  /// Lets two names change places.
  private let exchange: (String, String, Descriptor?) throws(SystemError) -> Void

  init(
    hidden: String, directoryEntry: String, in folder: OpenedFolder? = nil,
    exchange: @escaping (String, String, Descriptor?) throws(SystemError) -> Void = Syscalls.exchange
  ) {
    (self.hidden, self.directoryEntry, self.folder, self.exchange) = (hidden, directoryEntry, folder, exchange)
  }

  /// Lets the hidden file take its place, where `expected` is what it displaces.
  ///
  /// Whatever comes between two exchanges is newer than what is held, so that it goes back, until nothing came between.
  ///
  /// - Throws: where nothing was changed: EINVAL, ENOSYS or ENOTSUP where the file system cannot do that.
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
