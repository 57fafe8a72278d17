// What stood where a file is being changed in several sectors: a small file beside it, there for as long as the change is not whole on the disk.

import Upright

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The way back from a change of some bytes of a file that was begun and perhaps not ended.
///
/// Its name is made of the file's number (inode), so that it is found again under every name that the file has in this folder. It is believed only where it
/// belongs to whom the file belongs or who runs, and where the file's bytes are the old ones, the new ones or a mixture of both; where all are new, all is done.
struct UndoFile {
  private static let prefix = TemporaryFile.prefix + "undo-"
  private static let opening = Array("upright undo\n".utf8)
  private static let longest = 16 << 20

  /// Its name in the folder of `directoryEntry`.
  private let name: String
  private let directoryEntry: DirectoryEntry
  private let original: FileIdentity

  /// The way back for `original`, which lies at `directoryEntry`, whether or not there is one.
  init(of original: FileIdentity, at place: DirectoryEntry) {
    self.directoryEntry = place
    self.original = original
    name = Self.prefix + String(original.inode, radix: 16)
  }

  /// Its path.
  var path: String { FileName.joined(directoryEntry.folder.path, name) }

  /// The number of the file that one of this name, without its folder, is the way back of; nil where it is none.
  static func inode(_ name: String) -> UInt64? {
    name.hasPrefix(prefix) ? UInt64(name.dropFirst(prefix.count), radix: 16) : nil
  }

  /// Whether there is one. What else has its name, a link or a folder or a file of somebody else, is none, and keeps nobody from changing the file.
  ///
  /// - Throws: `UprightError` `.io`.
  func exists() throws(UprightError) -> Bool { try named() == .own }

  /// Whether its name has something that is none, or one that no version like this one wrote.
  ///
  /// - Throws: `UprightError` `.io`.
  func isForeign() throws(UprightError) -> Bool {
    guard let named = try named(), named == .own else { return try named() == .foreign }
    return try UprightError.naming(path) { () throws(SystemError) in
      let own = try opened()
      let start = try Syscalls.bytes(of: own, at: 0, count: Self.opening.count + 1)
      guard start.count > Self.opening.count, start.starts(with: Self.opening) else { return false }
      do throws(SystemError) { _ = try UndoRecord(checking: Array(start.suffix(1))) } catch { return true }
      return false
    }
  }

  private enum Named { case own, foreign }

  private func named() throws(UprightError) -> Named? {
    let state = try UprightError.naming(path) { () throws(SystemError) in
      try Syscalls.linkStatus(name, in: directoryEntry.folder.descriptor)
    }
    return state.map { isTrusted($0) ? .own : .foreign }
  }

  private func isTrusted(_ state: FileIdentity) -> Bool {
    state.kind == .regular && [original.owner, geteuid()].contains(state.owner)
  }

  private func opened() throws(SystemError) -> Descriptor {
    try Syscalls.openFile(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, in: directoryEntry.folder.descriptor)
  }

  /// Writes down what `patch` changes, and makes it safe on the disk before it returns.
  ///
  /// - Throws: `UprightError` `.io`.
  func write(_ patch: BytePatch) throws(UprightError) {
    var temporary = try directoryEntry.temporaryFile()
    let bytes = Self.opening + UndoRecord(patch, byteCount: original.byteCount).bytes
    try UprightError.naming(path) { () throws(SystemError) in
      try Syscalls.append(bytes, to: temporary.file.number)
      try Syscalls.synchronize(temporary.file)
      try temporary.replace(name)
    }
    do throws(UprightError) { try directoryEntry.synchronizeFolder() } catch {
      try? remove()
      throw error
    }
  }

  /// Takes it away, and makes that safe on the disk before it returns.
  ///
  /// - Throws: `UprightError` `.io`.
  func remove() throws(UprightError) {
    try UprightError.naming(path) { () throws(SystemError) in
      try Syscalls.remove(name, in: directoryEntry.folder.descriptor)
    }
    try directoryEntry.synchronizeFolder()
  }

  /// Puts the old bytes back into `file` where that is what it holds the rest of, and takes itself away.
  ///
  /// - Parameter isMeant: Whether the old bytes may come back.
  /// - Returns: whether bytes were put back; it is of no use where they were not.
  /// - Throws: `UprightError` `.io`.
  func restore(
    _ file: Descriptor, where isMeant: (UndoRecord) throws(SystemError) -> Bool
  ) throws(UprightError) -> Bool {
    let record = try UprightError.naming(path) { () throws(SystemError) in try oldBytes(for: file, where: isMeant) }
    if let record { try put(\.old, of: record.patch, into: file) }
    try remove()
    return record != nil
  }

  /// Writes one side of each change and makes all of it safe on the disk.
  ///
  /// - Throws: `UprightError` `.io`.
  func put(
    _ side: KeyPath<BytePatch.Edit, [UInt8]>, of patch: BytePatch, into file: Descriptor
  ) throws(UprightError) {
    try UprightError.naming(directoryEntry.path) { () throws(SystemError) in
      try UndoRecord(patch, byteCount: original.byteCount).put(side, into: file)
      try Syscalls.synchronize(file)
    }
  }

  /// What it says, where it may be believed and `file` is neither the old nor the new one.
  private func oldBytes(
    for file: Descriptor, where isMeant: (UndoRecord) throws(SystemError) -> Bool
  ) throws(SystemError) -> UndoRecord? {
    let own = try opened()
    let state = try Syscalls.status(of: own)
    guard isTrusted(state), state.byteCount <= Self.longest else { return nil }
    let bytes = try Syscalls.bytes(of: own, at: 0, count: state.byteCount)
    guard bytes.starts(with: Self.opening),
      let record = try UndoRecord(checking: Array(bytes.dropFirst(Self.opening.count))),
      record.byteCount == original.byteCount, try record.progress(in: file) == .begun, try isMeant(record)
    else {
      try Syscalls.synchronize(file)
      return nil
    }
    return record
  }
}
