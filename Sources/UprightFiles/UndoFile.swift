// The undo record of a change in several sectors, in a small file beside it, present until the change is completely
// flushed.

import Upright
import UprightSystem

/// The undo record of a byte change that was begun and may be incomplete.
///
/// Its name contains the file's inode number, so that it is found under every name of the file in this folder. It is
/// used only if it belongs to the file's owner or the current user. The file's bytes must be the old ones, the new ones
/// or a mixture. If all are new, the change is complete.
struct UndoFile {
  private static let prefix = HiddenName.prefix + "undo-"
  private static let opening = Array("upright undo\n".utf8)
  private static let longest = 16 << 20

  /// Its name in the folder of `directoryEntry`.
  private let name: String
  private let directoryEntry: DirectoryEntry
  private let original: FileIdentity

  /// The undo file for `original` at `directoryEntry`, whether or not it exists.
  init(of original: FileIdentity, at place: DirectoryEntry) {
    self.directoryEntry = place
    self.original = original
    name = Self.prefix + String(original.inode, radix: 16)
  }

  /// Its path.
  var path: String { FileName.joined(directoryEntry.folder.path, name) }

  /// The inode number of the image whose undo file has this name, without its folder; nil if it is not an undo file's
  /// name.
  static func inode(_ name: String) -> UInt64? {
    name.hasPrefix(prefix) ? UInt64(name.dropFirst(prefix.count), radix: 16) : nil
  }

  /// Whether it exists. A link, a folder or another user's file of the same name is not an undo file and does not
  /// prevent changes.
  ///
  /// - Throws: `UprightError` `.io`.
  func exists() throws(UprightError) -> Bool { try named() == .own }

  /// Whether its name belongs to something that is not an undo file, or that no version of this program wrote.
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

  /// Writes what `patch` changes, and flushes it before it returns.
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

  /// Removes it, and flushes that before it returns.
  ///
  /// - Throws: `UprightError` `.io`.
  func remove() throws(UprightError) {
    try UprightError.naming(path) { () throws(SystemError) in
      try Syscalls.remove(name, in: directoryEntry.folder.descriptor)
    }
    try directoryEntry.synchronizeFolder()
  }

  /// Restores the old bytes of `file` if its change is incomplete, and removes itself.
  ///
  /// - Parameter isMeant: Whether the old bytes may be restored.
  /// - Returns: Whether bytes were restored; if not, the undo file is of no use.
  /// - Throws: `UprightError` `.io`.
  func restore(
    _ file: Descriptor, where isMeant: (UndoRecord) throws(SystemError) -> Bool
  ) throws(UprightError) -> Bool {
    let record = try UprightError.naming(path) { () throws(SystemError) in try oldBytes(for: file, where: isMeant) }
    if let record { try put(\.old, of: record.patch, into: file) }
    try remove()
    return record != nil
  }

  /// Writes one side of each edit and flushes everything.
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

  /// The record, if it may be trusted, the change of `file` is incomplete, and the old bytes may be restored.
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
