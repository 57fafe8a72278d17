// A folder that is open: names are found in it, whatever its own path leads to by now (POSIX.1-2017, openat(); Linux man-pages 6, openat2(2)).

import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder that files are found, made, moved and removed in, and that is not itself read (O_PATH).
final class OpenedFolder: Sendable {
  let descriptor: Descriptor
  /// Its path, as it was when it was opened.
  let path: String
  private let absolute = Mutex<String?>(nil)

  /// Opens the folder at `path`.
  init(_ path: String, links: LinkRule = .followed) throws(SystemError) {
    self.path = path
    descriptor = try Syscalls.openFolder(path, links: links)
  }

  private init(_ descriptor: Descriptor, path: String) { (self.descriptor, self.path) = (descriptor, path) }

  /// A folder inside it, at the end of a path through no symbolic link.
  ///
  /// - Throws: ESTALE where there is a link, because nobody names one that lies inside a folder.
  func folder(_ inside: String) throws(SystemError) -> OpenedFolder {
    let opened = try SystemError.staleForLinks { () throws(SystemError) in
      try Syscalls.openFolder(inside, in: descriptor, links: .noneBeneath)
    }
    return OpenedFolder(opened, path: FileName.joined(path, inside))
  }

  /// The path from the root on, through no symbolic link, that leads to it now.
  ///
  /// - Throws: ESTALE where there is none.
  func absolutePath() throws(SystemError) -> String {
    if let known = absolute.withLock({ $0 }) { return known }
    let found = try path(of: nil)
    guard try Syscalls.status(of: found, followingLinks: false).isSameFile(as: Syscalls.status(of: descriptor)) else {
      throw SystemError(number: ESTALE)
    }
    absolute.withLock { $0 = found }
    return found
  }

  /// Where a name in it really leads, from the root on and through no symbolic link; the folder itself for none.
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

  /// Makes the names in it safe on the disk; file systems that know no such thing say EINVAL or ENOTSUP, and nothing more can be done there.
  func synchronize() throws(SystemError) {
    let file = try Syscalls.openFile(".", O_RDONLY | O_DIRECTORY, in: descriptor)
    do throws(SystemError) { try Syscalls.synchronize(file) } catch {
      guard error.number == EINVAL || error.number == ENOTSUP else { throw error }
    }
  }
}

extension SystemError {
  /// Does `body`, where a symbolic link is one that another program put there meanwhile.
  ///
  /// - Throws: ESTALE where it meets one, or a way out of the folder.
  static func staleForLinks<Result>(_ body: () throws(SystemError) -> Result) throws(SystemError) -> Result {
    do throws(SystemError) { return try body() } catch {
      throw [ELOOP, EXDEV].contains(error.number) ? SystemError(number: ESTALE) : error
    }
  }
}
