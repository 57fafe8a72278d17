// What stood where a file is being changed in several sectors: a note at the file itself (xattr(7)), there for as long as the change is not whole on the disk.

import Upright

/// The way back from a change of a few bytes, kept in an extended attribute of the file.
///
/// Beside a hidden file it costs next to nothing, goes along with every name of the file, and whoever may write it may write the file as well. Not every file
/// system has attributes, and none has room for much.
struct UndoAttribute {
  /// The attribute, with its closing zero; short, because what fits into the file's own entry on the disk costs no block more.
  static let name = Array("user.upright.undo".utf8) + [0]
  /// Bytes of a note at most.
  static let longest = 200

  /// The file, open for writing and locked.
  let file: Descriptor

  /// Whether `patch` is small enough.
  static func fits(_ patch: BytePatch) -> Bool { UndoRecord(patch, byteCount: .max).bytes.count <= longest }

  /// Writes down what `patch` changes in the file of `byteCount` bytes, and makes nothing safe on the disk.
  ///
  /// - Returns: whether there is a note now.
  func write(_ patch: BytePatch, byteCount: Int) -> Bool {
    let bytes = UndoRecord(patch, byteCount: byteCount).bytes
    guard bytes.count <= Self.longest else { return false }
    return (try? Syscalls.setAttribute(Self.name, to: bytes, of: file)) != nil
  }

  /// Takes the note away; where the machine dies before that is on the disk, it says that all is done.
  func remove() { try? Syscalls.removeAttribute(Self.name, of: file) }

  /// Whether a file has one that no version like this one wrote.
  static func isForeign(at file: Descriptor) throws(SystemError) -> Bool {
    guard let bytes = try bytes(at: file) else { return false }
    do throws(SystemError) { _ = try UndoRecord(checking: bytes) } catch { return true }
    return false
  }

  /// Whether a file has one.
  static func isAt(_ file: Descriptor) throws(SystemError) -> Bool { try bytes(at: file) != nil }

  /// Puts the old bytes back where the change was begun and not ended, makes what the file holds then safe on the disk, and takes the note away.
  ///
  /// - Parameter isMeant: Whether the old bytes may come back; anybody may have written the note who may write the file, or have packed it with one.
  /// - Returns: whether bytes were put back.
  /// - Throws: EPROTONOSUPPORT where another version wrote the note, or another program.
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

  /// Puts the old bytes back however far the change came, makes that safe on the disk, and takes the note away.
  func putBack(_ record: UndoRecord) throws(SystemError) {
    try record.put(\.old, into: file)
    try Syscalls.synchronize(file)
    remove()
  }

  /// What the note says, nil where there is none, or can be none.
  private static func bytes(at file: Descriptor) throws(SystemError) -> [UInt8]? {
    do throws(SystemError) { return try Syscalls.attribute(name, of: file) } catch {
      if Syscalls.meansNoAttribute(error) { return nil }
      throw error
    }
  }
}
