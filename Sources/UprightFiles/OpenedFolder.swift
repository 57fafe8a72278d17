// An open folder: names are resolved in it, whatever its own path now resolves to (POSIX.1-2017, openat(); Linux
// man-pages 6, openat2(2)).

public import Upright
import UprightSystem

/// A folder in which files are found, created, moved and removed; the folder itself is not read (O_PATH).
final class OpenedFolder: Sendable {
  let descriptor: Descriptor
  /// Its path when it was opened.
  let path: String
  private let absolute = Lock<String?>(nil)
  private let listed = Lock<Descriptor?>(nil)

  /// Opens the folder at `path`.
  init(_ path: String, links: LinkRule = .followed) throws(SystemError) {
    self.path = path
    descriptor = try Syscalls.openFolder(path, links: links)
  }

  private init(_ descriptor: Descriptor, path: String) { (self.descriptor, self.path) = (descriptor, path) }

  /// A subfolder, by a path without symbolic links.
  ///
  /// - Throws: ESTALE if there is a link, because users do not name links inside folders.
  func folder(_ inside: String) throws(SystemError) -> OpenedFolder {
    let opened = try SystemError.staleForLinks { () throws(SystemError) in
      try Syscalls.openFolder(inside, in: descriptor, links: .noneBeneath)
    }
    return OpenedFolder(opened, path: FileName.joined(path, inside))
  }

  /// Its absolute path now, without symbolic links.
  ///
  /// - Throws: ESTALE if it has none.
  func absolutePath() throws(SystemError) -> String {
    if let known = absolute.withLock({ $0 }) { return known }
    let found = try path(of: nil)
    guard try Syscalls.status(of: found, followingLinks: false).isSameFile(as: Syscalls.status(of: descriptor)) else {
      throw SystemError(number: ESTALE)
    }
    absolute.withLock { $0 = found }
    return found
  }

  /// What a name in it resolves to, as an absolute path without symbolic links; the folder itself for nil.
  func path(of name: String?) throws(SystemError) -> String {
    #if os(Linux)
      let own = "/proc/self/fd/\(descriptor.number)"
      do throws(SystemError) {
        guard let name else { return try Syscalls.target(ofLink: own) }
        return try Syscalls.resolved("\(own)/\(name)")
      } catch {
        guard error.number == ENOENT else { throw error }
      }
    #endif
    return try Syscalls.resolved(name.map { FileName.joined(path, $0) } ?? path)
  }

  /// Flushes the names in it. File systems without that return EINVAL or ENOTSUP, which are ignored.
  func synchronize() throws(SystemError) {
    let file = try Syscalls.openFile(".", O_RDONLY | O_DIRECTORY, in: descriptor)
    do throws(SystemError) { try Syscalls.synchronize(file) } catch {
      guard Self.meansNoFlush(error) else { throw error }
    }
  }

  /// Whether an error means that names cannot be flushed on this file system.
  static func meansNoFlush(_ error: SystemError) -> Bool { error.number == EINVAL || error.number == ENOTSUP }

  /// The folder, open for reading, so that it can be flushed; opened once.
  func listing() throws(SystemError) -> Descriptor {
    if let known = listed.withLock({ $0 }) { return known }
    let opened = try Syscalls.openFile(".", O_RDONLY | O_DIRECTORY, in: descriptor)
    listed.withLock { $0 = opened }
    return opened
  }
}

extension SystemError {
  /// Runs `body`, in which any symbolic link must have been put there by another program meanwhile.
  ///
  /// - Throws: ESTALE if it meets a link, or a path that leaves the folder.
  static func staleForLinks<Result>(_ body: () throws(SystemError) -> Result) throws(SystemError) -> Result {
    do throws(SystemError) { return try body() } catch {
      throw [ELOOP, EXDEV].contains(error.number) ? SystemError(number: ESTALE) : error
    }
  }
}

// Exchanges two names, so that a displaced file can be checked before it is removed (Linux, renameat2(2)
// RENAME_EXCHANGE; Darwin, renamex_np(2) RENAME_SWAP).

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

// System errors as errors that name the path as given.
extension UprightError {
  /// The file has changed since it was read (ESTALE).
  public static func changedUnderneath(_ path: String) -> Self { .io(path: path, systemError: ESTALE) }

  /// The file has several names, and a rewrite would separate them (EMLINK).
  public static func hardLinked(_ path: String) -> Self { .io(path: path, systemError: EMLINK) }

  /// The name is taken, and overwriting was not requested (EEXIST).
  public static func exists(_ path: String) -> Self { .io(path: path, systemError: EEXIST) }

  /// The name is a folder's, but a file is needed (EISDIR).
  public static func isFolder(_ path: String) -> Self { .io(path: path, systemError: EISDIR) }

  /// Whether a file, or a folder above it, does not exist.
  package var isOfMissingFile: Bool {
    if case .io(_, let number) = self { [ENOENT, ENOTDIR].contains(number) } else { false }
  }

  /// The same error, with `path` if a failed read could not know it.
  public func naming(_ path: String) -> Self {
    if case .io(path: "", let number) = self { .io(path: path, systemError: number) } else { self }
  }

  /// The system's message for an error number.
  public static func systemSentence(_ number: Int32) -> String { Syscalls.sentence(number) }

  /// Runs system calls about `path`; errors name it.
  static func naming<Result>(_ path: String, _ body: () throws(SystemError) -> Result) throws(Self) -> Result {
    do { return try body() } catch { throw .io(path: path, systemError: error.number) }
  }
}
