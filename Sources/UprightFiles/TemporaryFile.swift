// A file that is being written beside its final place and vanishes unless it is put there.

import UprightMetadata

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A new file, readable by its owner alone and locked while it is written, that is removed at the end of its life unless it was moved to its place.
struct TemporaryFile: ~Copyable {
  /// With what all names begin that this program gives to files beside pictures: the leading dot keeps it out of listings and of folders that are walked.
  static let prefix = ".upright-"
  /// With what the names of these begin.
  static let ownPrefix = prefix + "new-"
  private static let letters = Array("abcdefghijklmnopqrstuvwxyz0123456789")
  private static let length = 10

  let file: Descriptor
  private let folder: OpenedFolder
  private(set) var name: String
  private var isInPlace = false
  /// Whether nothing had the name that it has now.
  private var hasTaken = false

  /// Creates it in `folder`, under a name nothing else has; what distinguishes it begins with `mark`, of at most ``markLength`` letters.
  init(in folder: OpenedFolder, mark: String = "") throws(SystemError) {
    self.folder = folder
    (file, name) = try Self.create(in: folder.descriptor, mark)
  }

  private static func create(in folder: Descriptor, _ mark: String) throws(SystemError) -> (Descriptor, name: String) {
    var attempts = 100
    while true {
      let name = "\(ownPrefix)\(mark)\(randomLetters.dropFirst(mark.count))"
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

  /// Moves it to the name `place` in its folder, over whatever is there.
  mutating func replace(_ place: String) throws(SystemError) {
    try Syscalls.move(name, to: place, in: folder.descriptor)
    isInPlace = true
  }

  /// Moves it to `place` where `expected` still lies there, which is removed; where something else does, everything stays as it is.
  ///
  /// Both change places first, so that what is removed is what was looked at. A file system that cannot do that only replaces.
  ///
  /// - Throws: ESTALE where something else lies there.
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
      return try replace(place)
    }
    throw SystemError(number: ESTALE)
  }

  /// Gives `place`, which it has after `replace(_:expecting:)` or `take(_:)`, back to what it displaced, or leaves it free again, unless somebody has put
  /// another file there since.
  mutating func restoreDisplaced(_ place: String) {
    guard let own = try? Syscalls.status(of: file) else { return }
    guard !isInPlace else {
      guard hasTaken else { return }
      return (try? BackupFile(place, in: folder).remove(expecting: own)) ?? ()
    }
    let outcome = try? NameExchange(hidden: name, directoryEntry: place, in: folder).displace(own)
    isInPlace = outcome == nil || outcome == .unknown
  }

  /// Moves it to `place`; fails with EEXIST where something is there.
  mutating func take(_ place: String) throws(SystemError) {
    do {
      try Syscalls.moveExclusively(name, to: place, in: folder.descriptor)
      (isInPlace, hasTaken) = (true, true)
    } catch {
      guard error.number == EINVAL || error.number == ENOSYS else { throw error }
      try Syscalls.addName(place, to: name, in: folder.descriptor)
    }
  }

  /// Takes away what it displaced, or itself where it got no place.
  ///
  /// - Returns: The path of what could not be taken away and is left behind; nil for nothing.
  consuming func clear() -> String? {
    guard !isInPlace else { return nil }
    isInPlace = true
    do throws(SystemError) { try Syscalls.remove(name, in: folder.descriptor) } catch {
      return error.number == ENOENT ? nil : FileName.joined(folder.path, name)
    }
    return nil
  }

  deinit { if !isInPlace { try? Syscalls.remove(name, in: folder.descriptor) } }

  /// Letters and digits for a name that nothing else has; all are of one random number, because each such number is a system call.
  static var randomLetters: String {
    var rest = UInt64.random(in: .min ... .max)
    let count = UInt64(letters.count)
    return String(
      (0..<length).map { _ in
        defer { rest /= count }
        return letters[Int(rest % count)]
      })
  }

  /// How many letters of a name may say whose it is.
  static let markLength = 5

  /// Letters and digits that stand for `bytes`.
  static func mark(of bytes: [UInt8]) -> String {
    String(SHA256.digest(of: bytes).prefix(markLength).map { letters[Int($0) % letters.count] })
  }

  /// Whether a file of this name, without its folder, is one of these.
  static func isName(_ name: String) -> Bool {
    name.hasPrefix(ownPrefix) && name.count == ownPrefix.count + length
      && name.dropFirst(ownPrefix.count).allSatisfy(letters.contains)
  }
}
