// Changes a few bytes inside a file: by one write within one sector, or after saving the old bytes. A crash leaves the
// old or the new bytes, never a mixture.

public import Upright
import UprightMetadata
import UprightSystem

/// Changes bytes of a file in place: inode, hard links, owner and attributes stay, and no space for a second copy is
/// needed.
///
/// A change within one sector is one write. A larger change first saves an undo record with the old bytes, so that
/// ``recover(_:)`` can restore them after an interruption. The record is in an extended attribute if it fits, otherwise
/// in a hidden file beside the image, whose name begins with `.upright-undo-`.
public enum InPlacePatch {
  /// The unit that a disk writes atomically, in bytes.
  static let sectorSize = 512
  /// From this length on, in bytes, a file is changed in several sectors rather than copied.
  static let largeFile = 16 << 20

  /// Whether `patch` is better applied in place than by writing a new file of `byteCount` bytes. No byte may move, and
  /// the changed bytes must be in one sector or few, or the file large.
  public static func fits(_ patch: BytePatch, fileOf byteCount: Int = 0) -> Bool {
    patch.isInPlace && (isInOneSector(patch) || UndoAttribute.fits(patch) || byteCount > largeFile)
  }

  /// Writes `patch` over `original`, after checking that it is the file that was read and contains what the patch
  /// expects.
  ///
  /// - Throws: `UprightError` `.io` if the disk fails; with ESTALE if the file changed since it was opened, contains
  ///   other bytes than the patch expects, or had to be recovered first; `.unanswerable` if the patch moves bytes.
  public static func apply(_ patch: BytePatch, to original: FileBytes) throws(UprightError) {
    try write(patch, to: original)?.complete()
  }

  /// As ``apply(_:to:)``, but leaves the flush for later, to combine it with other files. Until then the file is old or
  /// new, and a power cut may restore the old one.
  ///
  /// - Parameter keepingTime: Whether the file keeps its modification time.
  /// - Returns: What remains to be flushed; nil if nothing remains, or nothing that `durability` waits for.
  /// - Throws: As ``apply(_:to:)``.
  public static func write(
    _ patch: BytePatch, to original: FileBytes, durability: Durability = .full, keepingTime: Bool = false
  ) throws(UprightError) -> PendingFlush? {
    guard patch.isInPlace else { throw .unanswerable(field: "patch", reason: "it moves bytes") }
    let patch = BytePatch(patch.edits.filter { $0.old != $0.new })
    guard !patch.isEmpty else { return nil }
    let path = original.path
    let place = try original.directoryEntry()
    let file = try place.locked(path)
    let state = try UprightError.naming(path) { () throws(SystemError) in try Syscalls.status(of: file) }
    guard state.isUnchanged(since: original.identity) else { throw .changedUnderneath(path) }
    // Between opening and locking, another run may have replaced the file.
    try original.checkUnchanged()
    let undo = UndoFile(of: state, at: place)
    if try restore(file, state, undo, path) == .putBack { throw .changedUnderneath(path) }
    try patch.check(in: file, path: path)
    let time = keepingTime ? original.identity.modified : nil
    func keepTime() throws(UprightError) {
      guard let time else { return }
      try UprightError.naming(path) { () throws(SystemError) in try Syscalls.setModified(time, of: file) }
    }
    if isInOneSector(patch) {
      do throws(UprightError) {
        try overwrite(file, with: patch, path: path)
        try keepTime()
      } catch {
        try? overwrite(file, with: patch.inverse, path: path)
        throw error
      }
      return durability == .full ? PendingFlush(path: path, file: file, device: state.device, done: patch) : nil
    }
    if UndoAttribute(file: file).write(patch, byteCount: state.byteCount) {
      return PendingFlush(path: path, file: file, device: state.device, announced: patch, time: time)
    }
    try undo.write(patch)
    do throws(UprightError) {
      try undo.put(\.new, of: patch, into: file)
      try keepTime()
    } catch {
      if (try? undo.put(\.old, of: patch, into: file)) != nil { try? undo.remove() }
      throw error
    }
    // The new bytes are flushed; if the undo record reappears, it shows that the change is complete.
    try? undo.remove()
    return nil
  }

  /// Restores the old bytes if a change of the file at `path` was interrupted. Call it before reading the file for
  /// another change.
  ///
  /// - Returns: Whether there was anything to restore.
  /// - Throws: `UprightError` `.io`; with EWOULDBLOCK if another process is changing the file right now.
  @discardableResult
  public static func recover(_ path: String) throws(UprightError) -> Bool {
    guard let file = try? FileBytes(path: path) else { return false }
    return try recover(file) == .putBack
  }

  /// The outcome of recovering an interrupted change.
  enum Restoring {
    /// No change was interrupted.
    case nothing
    /// The change was complete, or had not begun.
    case restored
    /// The old bytes were restored.
    case putBack
    /// The restored bytes would not be an image or movie file. This program did not write the undo record, which has
    /// been removed.
    case foreign
  }

  /// `file`, reopened if an interrupted change of it was just recovered.
  ///
  /// - Throws: As ``recover(_:)-(String)``.
  public static func recovered(_ file: FileBytes) throws(UprightError) -> FileBytes {
    guard try isBegun(file) else { return file }
    _ = try recover(file)
    return try FileBytes(file.location)
  }

  /// As ``recover(_:)-(String)``, for an open file.
  ///
  /// - Throws: As ``recover(_:)-(String)``.
  static func recover(_ file: FileBytes) throws(UprightError) -> Restoring {
    guard try isBegun(file) else { return .nothing }
    let place = try file.directoryEntry()
    let own = try place.locked(file.path)
    let state = try UprightError.naming(file.path) { () throws(SystemError) in try Syscalls.status(of: own) }
    return try restore(own, state, UndoFile(of: state, at: place), file.path)
  }

  /// Whether a change of the file was begun and may be incomplete.
  static func isBegun(_ file: FileBytes) throws(UprightError) -> Bool {
    if try UndoFile(of: file.identity, at: file.directoryEntry()).exists() { return true }
    return try UprightError.naming(file.path) { () throws(SystemError) in try UndoAttribute.isAt(file.file) }
  }

  private static func restore(
    _ file: Descriptor, _ state: FileIdentity, _ undo: UndoFile, _ path: String
  ) throws(UprightError) -> Restoring {
    var isForeign = false
    // Restores only what is an image or movie file again: bytes of another file are not this program's change.
    func isMeant(_ record: UndoRecord) throws(SystemError) -> Bool {
      let source = PatchedSource(try FileBytes(file, path: path), record.patch.inverse)
      do throws(MetadataError) {
        _ = try Probe(source)
        return true
      } catch {
        if error.code == .unreadable { throw SystemError(number: error.systemError ?? EIO) }
        isForeign = true
        return false
      }
    }
    var isPutBack = try UprightError.naming(path) { () throws(SystemError) in
      try UndoAttribute(file: file).restore(byteCount: state.byteCount, where: isMeant)
    }
    if try undo.exists() { isPutBack = try undo.restore(file, where: isMeant) || isPutBack }
    return isPutBack ? .putBack : isForeign ? .foreign : .restored
  }

  /// Whether a file has an undo record, or an undo file beside it, that this program did not write.
  static func hasForeignUndoFile(_ file: FileBytes) throws(UprightError) -> Bool {
    if try UndoFile(of: file.identity, at: file.directoryEntry()).isForeign() { return true }
    return try UprightError.naming(file.path) { () throws(SystemError) in try UndoAttribute.isForeign(at: file.file) }
  }

  /// Removes what ``hasForeignUndoFile(_:)`` found and leaves the file's bytes unchanged.
  ///
  /// - Throws: `UprightError` `.io`; with EWOULDBLOCK if another process is changing the file right now.
  static func removeForeignUndoFile(_ file: FileBytes) throws(UprightError) {
    let place = try file.directoryEntry()
    let own = try place.locked(file.path)
    let undo = UndoFile(of: file.identity, at: place)
    if try undo.isForeign() { try undo.remove() }
    try UprightError.naming(file.path) { () throws(SystemError) in
      if try UndoAttribute.isForeign(at: own) { try Syscalls.removeAttribute(UndoAttribute.name, of: own) }
    }
  }

  /// Writes everything from the first to the last changed byte in one call.
  private static func overwrite(_ file: Descriptor, with patch: BytePatch, path: String) throws(UprightError) {
    guard let span = changedSpan(patch) else { return }
    try UprightError.naming(path) { () throws(SystemError) in
      var bytes = try Syscalls.bytes(of: file, at: span.lowerBound, count: span.count)
      guard bytes.count == span.count else { throw SystemError(number: ESTALE) }
      for edit in patch.edits {
        for (place, new) in zip(edit.offset..<edit.offset + edit.new.count, edit.new) where span.contains(place) {
          bytes[place - span.lowerBound] = new
        }
      }
      try Syscalls.overwrite(bytes, in: file, at: span.lowerBound)
    }
  }

  private static func isInOneSector(_ patch: BytePatch) -> Bool {
    guard let span = changedSpan(patch) else { return true }
    return span.lowerBound / sectorSize == (span.upperBound - 1) / sectorSize
  }

  /// From the first changed byte to one past the last; nil if none changes.
  private static func changedSpan(_ patch: BytePatch) -> Range<Int>? {
    let changed = patch.edits.flatMap { edit in
      zip(edit.old, edit.new).enumerated().filter { $0.element.0 != $0.element.1 }.map { edit.offset + $0.offset }
    }
    guard let first = changed.min(), let last = changed.max() else { return nil }
    return first..<last + 1
  }
}
