// The old and new bytes of a change in serialized form, to undo an interrupted change; in an extended attribute of the
// file (xattr(7)) if they are few.

import Upright
import UprightSystem

/// The old and new bytes of some ranges of a file of a known length.
///
/// Format: the number 1 and the file's length; for each range its distance from the previous one, its length, the old
/// bytes and the new bytes. Numbers have seven bits per byte, the lowest first; the eighth bit is set if more follow
/// (as in DWARF's LEB128).
struct UndoRecord: Hashable {
  let patch: BytePatch
  let byteCount: Int

  private static let version: UInt8 = 1

  /// What `patch` changes in a file of `byteCount` bytes.
  init(_ patch: BytePatch, byteCount: Int) {
    self.patch = patch
    self.byteCount = byteCount
  }

  /// Parses `bytes`; nil if they are invalid, truncated or too long, or name ranges outside the file.
  init?(bytes: [UInt8]) {
    guard bytes.first == Self.version else { return nil }
    var rest = bytes.dropFirst()
    guard let byteCount = Self.number(&rest) else { return nil }
    var edits: [BytePatch.Edit] = []
    var position = 0
    while !rest.isEmpty {
      guard let distance = Self.number(&rest), let count = Self.number(&rest), count > 0, count <= rest.count / 2,
        distance <= byteCount - position, count <= byteCount - position - distance
      else { return nil }
      let offset = position + distance
      edits.append(
        BytePatch.Edit(offset: offset, old: Array(rest.prefix(count)), new: Array(rest.dropFirst(count).prefix(count))))
      rest = rest.dropFirst(2 * count)
      position = offset + count
    }
    guard !edits.isEmpty else { return nil }
    self.init(BytePatch(edits), byteCount: byteCount)
  }

  /// As `init(bytes:)`, but reports a record that another version of this program may have written.
  ///
  /// - Throws: EPROTONOSUPPORT for another version.
  init?(checking bytes: [UInt8]) throws(SystemError) {
    if let version = bytes.first, version != Self.version { throw SystemError(number: EPROTONOSUPPORT) }
    self.init(bytes: bytes)
  }

  /// The record as bytes.
  var bytes: [UInt8] {
    var bytes = [Self.version] + Self.bytes(byteCount)
    var position = 0
    for edit in patch.edits {
      bytes += Self.bytes(edit.offset - position) + Self.bytes(edit.old.count) + edit.old + edit.new
      position = edit.offset + edit.old.count
    }
    return bytes
  }

  private static func bytes(_ number: Int) -> [UInt8] {
    number < 0x80 ? [UInt8(number)] : [UInt8(number & 0x7F) | 0x80] + bytes(number >> 7)
  }

  private static func number(_ rest: inout ArraySlice<UInt8>) -> Int? {
    var number = 0
    for shift in stride(from: 0, to: 63, by: 7) {
      guard let byte = rest.popFirst() else { return nil }
      number |= Int(byte & 0x7F) << shift
      if byte < 0x80 { return number }
    }
    return nil
  }
}

extension UndoRecord {
  /// How far a change got.
  enum Progress {
    /// All bytes are new.
    case done
    /// All bytes are old, or a mixture of both.
    case begun
    /// Some bytes are neither old nor new: the record is of no use.
    case unknown
  }

  /// How far the change got in `file`.
  func progress(in file: Descriptor) throws(SystemError) -> Progress {
    var isDone = true
    for edit in patch.edits {
      let now = try Syscalls.bytes(of: file, at: edit.offset, count: edit.old.count)
      guard now.count == edit.old.count, now.indices.allSatisfy({ [edit.old[$0], edit.new[$0]].contains(now[$0]) })
      else { return .unknown }
      isDone = isDone && now == edit.new
    }
    return isDone ? .done : .begun
  }

  /// Writes one side of each edit; flushes nothing.
  func put(_ side: KeyPath<BytePatch.Edit, [UInt8]>, into file: Descriptor) throws(SystemError) {
    for edit in patch.edits { try Syscalls.overwrite(edit[keyPath: side], in: file, at: edit.offset) }
  }
}

extension BytePatch {
  /// Checks that the file contains what this patch expects.
  ///
  /// A patch is made from what was read, so other bytes are another program's change. Modification times are too coarse
  /// to show every write.
  ///
  /// - Throws: `UprightError` `.io`, with ESTALE if it does not.
  func check(in file: Descriptor, path: String) throws(UprightError) {
    for edit in edits {
      let now = try UprightError.naming(path) { () throws(SystemError) in
        try Syscalls.bytes(of: file, at: edit.offset, count: edit.old.count)
      }
      guard now == edit.old else { throw .changedUnderneath(path) }
    }
  }
}

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
