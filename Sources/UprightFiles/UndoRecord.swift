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

// The undo record of a change in several sectors, in a small file beside it, present until the change is completely
// flushed.

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
