// A file that is written beside its final place and removed unless it is moved there.

import Upright
import UprightSystem

/// A new file, readable only by its owner and locked while written. It is removed at the end of its lifetime unless it
/// was moved to its place.
struct TemporaryFile: ~Copyable {
  let file: Descriptor
  private let folder: OpenedFolder
  private(set) var name: String
  private var isInPlace = false
  /// Whether the name that it has now was free.
  private var hasTaken = false

  /// Creates it in `folder` under an unused name, which contains `mark`, of at most ``HiddenName/markLength`` letters.
  init(in folder: OpenedFolder, mark: String = "") throws(SystemError) {
    self.folder = folder
    (file, name) = try Self.create(in: folder.descriptor, mark)
  }

  private static func create(in folder: Descriptor, _ mark: String) throws(SystemError) -> (Descriptor, name: String) {
    var attempts = 100
    while true {
      let name = "\(HiddenName.newPrefix)\(mark)\(HiddenName.randomLetters.dropFirst(mark.count))"
      do throws(SystemError) {
        let file = try Syscalls.openFile(name, O_RDWR | O_CREAT | O_EXCL, mode: 0o600, in: folder)
        do throws(SystemError) { try Syscalls.lock(file) } catch {
          try? Syscalls.remove(name, in: folder)
          throw error
        }
        return (file, name)
      } catch {
        attempts -= 1
        guard error.number == EEXIST, attempts > 0 else { throw error }
      }
    }
  }

  /// Moves it to the name `place` in its folder, over any existing file.
  mutating func replace(_ place: String) throws(SystemError) {
    try Syscalls.move(name, to: place, in: folder.descriptor)
    isInPlace = true
  }

  /// Moves it to `place` if `expected` still has that name, and removes `expected`; otherwise changes nothing.
  ///
  /// The two exchange names first, so that the removed file is the one that was checked. A file system without exchange
  /// compares, then replaces.
  ///
  /// - Throws: ESTALE if another file has the name.
  mutating func replace(_ place: String, expecting expected: FileIdentity) throws(SystemError) {
    let swap = SwapName(FileState(try Syscalls.status(of: file)), displacing: FileState(expected)).text
    try Syscalls.move(name, to: swap, in: folder.descriptor)
    name = swap
    do {
      switch try NameExchange(hidden: name, directoryEntry: place, in: folder).displace(expected) {
      case .displaced: return
      case .stale: break
      case .unknown: isInPlace = true
      }
    } catch {
      guard error.meansNoExchange else { throw error }
      let found = try Syscalls.status(of: place, in: folder.descriptor, followingLinks: false)
      guard found.isUnchanged(since: expected) else { throw SystemError(number: ESTALE) }
      return try replace(place)
    }
    throw SystemError(number: ESTALE)
  }

  /// Gives `place`, taken by `replace(_:expecting:)` or `take(_:)`, back to the displaced file, or frees it, unless
  /// another file has been put there since.
  mutating func restoreDisplaced(_ place: String) {
    guard let own = try? Syscalls.status(of: file) else { return }
    guard !isInPlace else {
      guard hasTaken else { return }
      return (try? BackupFile(place, in: folder).remove(expecting: own)) ?? ()
    }
    let outcome = try? NameExchange(hidden: name, directoryEntry: place, in: folder).displace(own)
    isInPlace = outcome == nil || outcome == .unknown
  }

  /// Moves it to `place`; fails with EEXIST if the name is taken.
  mutating func take(_ place: String) throws(SystemError) {
    do {
      try Syscalls.moveExclusively(name, to: place, in: folder.descriptor)
      (isInPlace, hasTaken) = (true, true)
    } catch {
      guard error.number == EINVAL || error.number == ENOSYS else { throw error }
      try Syscalls.addName(place, to: name, in: folder.descriptor)
    }
  }

  /// Removes the displaced file, or this file if it got no name.
  ///
  /// - Returns: The path of a file that could not be removed; nil for none.
  consuming func clear() -> String? {
    guard !isInPlace else { return nil }
    isInPlace = true
    do throws(SystemError) { try Syscalls.remove(name, in: folder.descriptor) } catch {
      return error.number == ENOENT ? nil : FileName.joined(folder.path, name)
    }
    return nil
  }

  deinit { if !isInPlace { try? Syscalls.remove(name, in: folder.descriptor) } }
}

extension DirectoryEntry {
  /// A new file in the same folder, with `mark` in its name.
  func temporaryFile(mark: String = "") throws(UprightError) -> TemporaryFile {
    do { return try TemporaryFile(in: folder, mark: mark) } catch {
      throw .io(path: location.path, systemError: error.number)
    }
  }
}
