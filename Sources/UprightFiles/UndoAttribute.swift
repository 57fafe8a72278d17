// The undo record of a change in several sectors, in an extended attribute (xattr(7)), present until the change is
// completely flushed.

import Upright
import UprightSystem

/// The undo record of a change of a few bytes, in an extended attribute of the file.
///
/// It is far cheaper than a hidden file, stays with the file under every name, and whoever may write it may also write
/// the file. Not every file system has attributes, and all limit their size.
struct UndoAttribute {
  /// The attribute's name, with its terminating zero. It is short, because what fits into the file's inode needs no
  /// extra block.
  static let name = Array("user.upright.undo".utf8) + [0]
  /// The maximum bytes of a record.
  static let longest = 200

  /// The file, open for writing and locked.
  let file: Descriptor

  /// Whether `patch` is small enough.
  static func fits(_ patch: BytePatch) -> Bool { UndoRecord(patch, byteCount: .max).bytes.count <= longest }

  /// Writes what `patch` changes in the file of `byteCount` bytes; flushes nothing.
  ///
  /// - Returns: Whether the record was written.
  func write(_ patch: BytePatch, byteCount: Int) -> Bool {
    let bytes = UndoRecord(patch, byteCount: byteCount).bytes
    guard bytes.count <= Self.longest else { return false }
    return (try? Syscalls.setAttribute(Self.name, to: bytes, of: file)) != nil
  }

  /// Removes the record. If a crash brings it back, it shows that the change is complete.
  func remove() { try? Syscalls.removeAttribute(Self.name, of: file) }

  /// Whether the file has a record that no version of this program wrote.
  static func isForeign(at file: Descriptor) throws(SystemError) -> Bool {
    guard let bytes = try bytes(at: file) else { return false }
    do throws(SystemError) { _ = try UndoRecord(checking: bytes) } catch { return true }
    return false
  }

  /// Whether the file has a record.
  static func isAt(_ file: Descriptor) throws(SystemError) -> Bool { try bytes(at: file) != nil }

  /// Restores the old bytes if the change was incomplete, flushes the file and removes the record.
  ///
  /// - Parameter isMeant: Whether the old bytes may be restored. Anybody who may write or archive the file may have
  ///   written the record.
  /// - Returns: Whether bytes were restored.
  /// - Throws: EPROTONOSUPPORT if another version or another program wrote the record.
  func restore(
    byteCount: Int, where isMeant: (UndoRecord) throws(SystemError) -> Bool
  ) throws(SystemError) -> Bool {
    guard let bytes = try Self.bytes(at: file) else { return false }
    let record = try UndoRecord(checking: bytes)
    guard let record, record.byteCount == byteCount, try record.progress(in: file) == .begun, try isMeant(record) else {
      try Syscalls.synchronize(file)
      remove()
      return false
    }
    try putBack(record)
    return true
  }

  /// Restores the old bytes however far the change got, flushes them and removes the record.
  func putBack(_ record: UndoRecord) throws(SystemError) {
    try record.put(\.old, into: file)
    try Syscalls.synchronize(file)
    remove()
  }

  /// The record's bytes; nil if there is none, or the file system has no attributes.
  private static func bytes(at file: Descriptor) throws(SystemError) -> [UInt8]? {
    do throws(SystemError) { return try Syscalls.attribute(name, of: file) } catch {
      if Syscalls.meansNoAttribute(error) { return nil }
      throw error
    }
  }
}
