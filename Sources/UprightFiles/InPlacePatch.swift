// A few bytes changed inside a file: by one write inside one sector, or with the old bytes kept safe meanwhile; old or new, never a mixture, however the machine dies.

public import Upright
import UprightMetadata

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Changes bytes of a file where they are: inode, hard links, owner and attributes stay, and no room is needed for a second copy.
///
/// What lies in one sector is written in one go. What does not is first written down with what stood there before, in an attribute of the file where there is
/// room for it, else in a hidden file beside it that begins with `.upright-undo-`, so that a change that was cut short can be undone: ``recover(_:)``.
public enum InPlacePatch {
  /// The unit that a disk writes whole or not at all.
  static let sectorSize = 512
  /// From this length on a file is rather changed in several sectors than copied, in bytes.
  static let largeFile = 16 << 20

  /// Whether `patch` is better applied in place than by writing a new file of `byteCount` bytes: no byte moves, and all bytes that change lie in one sector
  /// or are few, or the file is large.
  public static func fits(_ patch: BytePatch, fileOf byteCount: Int = 0) -> Bool {
    patch.isInPlace && (isInOneSector(patch) || UndoAttribute.fits(patch) || byteCount > largeFile)
  }

  /// Writes `patch` over `original`, after making sure that the file is the one that was read and holds what the patch expects.
  ///
  /// - Throws: `UprightError` `.io` where the disk fails, with ESTALE where the file changed since it was opened, holds other bytes than
  ///   the patch expects, or had to be recovered first; `.unanswerable` where the patch moves bytes.
  public static func apply(_ patch: BytePatch, to original: FileBytes) throws(UprightError) {
    try write(patch, to: original)?.complete()
  }

  /// As ``apply(_:to:)``, but what can be is left to be ended together with other files: until then the file is old or new, and a power cut may bring the
  /// old one back.
  ///
  /// - Parameter keepingTime: Whether the file says that it was last changed when it was before.
  /// - Returns: What is still to be ended; nil where nothing is, or nothing that `durability` awaits.
  /// - Throws: as ``apply(_:to:)``.
  public static func write(
    _ patch: BytePatch, to original: FileBytes, durability: Durability = .full, keepingTime: Bool = false
  ) throws(UprightError) -> PendingFlush? {
    guard patch.isInPlace else { throw .unanswerable(field: "patch", reason: "it moves bytes") }
    let patch = BytePatch(patch.edits.filter { $0.old != $0.new })
    guard !patch.isEmpty else { return nil }
    let path = original.path
    let place = try original.directoryEntry()
    let file = try opened(place, path)
    let state = try UprightError.naming(path) { () throws(SystemError) in try Syscalls.status(of: file) }
    guard state.isUnchanged(since: original.identity) else { throw .changedUnderneath(path) }
    // Between opening and locking, another run may have put a new file in its place.
    try original.checkUnchanged()
    let undo = UndoFile(of: state, at: place)
    if try restore(file, state, undo, path) == .putBack { throw .changedUnderneath(path) }
    try check(patch, in: file, path: path)
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
    // The new bytes are safe; where the way back comes to light again, it finds that all is done.
    try? undo.remove()
    return nil
  }

  /// Puts back the old bytes where a change of the file at `path` was cut short; to be called before the file is read for another one.
  ///
  /// - Returns: whether there was anything to put back.
  /// - Throws: `UprightError` `.io`, with EWOULDBLOCK where somebody is changing the file right now.
  @discardableResult
  public static func recover(_ path: String) throws(UprightError) -> Bool {
    guard let file = try? FileBytes(path: path) else { return false }
    return try recover(file) == .putBack
  }

  /// What became of a change that was begun.
  enum Restoring {
    /// There was none.
    case nothing
    /// All of it was done, or nothing.
    case restored
    /// The old bytes are there again.
    case putBack
    /// What would have come back is no image or movie: no version of this program wrote the note, which is gone.
    case foreign
  }

  /// `file`, opened anew where a change of it had been begun and is settled now.
  ///
  /// - Throws: as ``recover(_:)-(String)``.
  public static func recovered(_ file: FileBytes) throws(UprightError) -> FileBytes {
    guard try isBegun(file) else { return file }
    _ = try recover(file)
    return try FileBytes(file.location)
  }

  /// As ``recover(_:)-(String)`` for a file that is open.
  ///
  /// - Throws: as ``recover(_:)-(String)``.
  static func recover(_ file: FileBytes) throws(UprightError) -> Restoring {
    guard try isBegun(file) else { return .nothing }
    let place = try file.directoryEntry()
    let own = try opened(place, file.path)
    let state = try UprightError.naming(file.path) { () throws(SystemError) in try Syscalls.status(of: own) }
    return try restore(own, state, UndoFile(of: state, at: place), file.path)
  }

  /// Whether a change of the file was begun, and perhaps not ended.
  static func isBegun(_ file: FileBytes) throws(UprightError) -> Bool {
    if try UndoFile(of: file.identity, at: file.directoryEntry()).exists() { return true }
    return try UprightError.naming(file.path) { () throws(SystemError) in try UndoAttribute.isAt(file.file) }
  }

  private static func restore(
    _ file: Descriptor, _ state: FileIdentity, _ undo: UndoFile, _ path: String
  ) throws(UprightError) -> Restoring {
    var isForeign = false
    // Only what is an image or a movie again comes back: bytes of another file are no change of ours.
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

  /// Whether a file has a note, or beside it a file of the name of one, that this program did not write.
  static func hasForeignUndoFile(_ file: FileBytes) throws(UprightError) -> Bool {
    if try UndoFile(of: file.identity, at: file.directoryEntry()).isForeign() { return true }
    return try UprightError.naming(file.path) { () throws(SystemError) in try UndoAttribute.isForeign(at: file.file) }
  }

  /// Takes away what ``hasForeignUndoFile(_:)`` found, and leaves the file's bytes as they are.
  ///
  /// - Throws: `UprightError` `.io`, with EWOULDBLOCK where somebody is changing the file right now.
  static func removeForeignUndoFile(_ file: FileBytes) throws(UprightError) {
    let place = try file.directoryEntry()
    let own = try opened(place, file.path)
    let undo = UndoFile(of: file.identity, at: place)
    if try undo.isForeign() { try undo.remove() }
    try UprightError.naming(file.path) { () throws(SystemError) in
      if try UndoAttribute.isForeign(at: own) { try Syscalls.removeAttribute(UndoAttribute.name, of: own) }
    }
  }

  private static func opened(_ place: DirectoryEntry, _ path: String) throws(UprightError) -> Descriptor {
    try UprightError.naming(path) { () throws(SystemError) in
      let file = try place.open(O_RDWR)
      try Syscalls.lock(file)
      return file
    }
  }

  /// Makes sure that the file holds what the patch expects.
  ///
  /// A patch is made of what was read, so that other bytes are another program's; times of change are too coarse to tell all of its writes.
  ///
  /// - Throws: `UprightError` `.io`, with ESTALE where it does not.
  static func check(_ patch: BytePatch, in file: Descriptor, path: String) throws(UprightError) {
    for edit in patch.edits {
      let now = try UprightError.naming(path) { () throws(SystemError) in
        try Syscalls.bytes(of: file, at: edit.offset, count: edit.old.count)
      }
      guard now == edit.old else { throw .changedUnderneath(path) }
    }
  }

  /// Writes everything from the first byte that changes to the last one in one call.
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

  /// From the first byte that changes to one past the last, nil where none does.
  private static func changedSpan(_ patch: BytePatch) -> Range<Int>? {
    let changed = patch.edits.flatMap { edit in
      zip(edit.old, edit.new).enumerated().filter { $0.element.0 != $0.element.1 }.map { edit.offset + $0.offset }
    }
    guard let first = changed.min(), let last = changed.max() else { return nil }
    return first..<last + 1
  }
}
