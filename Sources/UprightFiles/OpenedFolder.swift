// An open folder: names are resolved in it, whatever its own path now resolves to (POSIX.1-2017, openat(); Linux
// man-pages 6, openat2(2)).

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
