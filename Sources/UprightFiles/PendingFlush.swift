// Changed files that could still be lost in a power cut, flushed together (fsync(2), syncfs(2)): for many that costs little more than for one.

public import Upright

/// A file that was changed and not yet flushed to its disk, or that has a note of what is about to change. It is locked until this value goes.
public struct PendingFlush: Sendable {
  /// The file's path.
  public let path: String
  let file: Descriptor
  let device: UInt64
  /// What was written, and is put back where it cannot be made safe.
  var done: BytePatch?
  /// What the file's note says, and is not done yet.
  var announced: BytePatch?
  /// When it is to be said to have changed last, after what is announced; nil for now.
  var time: FileIdentity.Time?

  #if os(Linux)
    /// From how many files of one file system on all of it is flushed, in one call.
    static let crowd = 8
  #else
    /// There is no such call.
    static let crowd = Int.max
  #endif

  init(
    path: String, file: Descriptor, device: UInt64, done: BytePatch? = nil, announced: BytePatch? = nil,
    time: FileIdentity.Time? = nil
  ) {
    self.path = path
    self.file = file
    self.device = device
    self.done = done
    self.announced = announced
    self.time = time
  }

  /// Flushes all of `changes`; what is only announced is done then, and flushed as well. What cannot be flushed gets its old bytes back, so that whoever tries
  /// again what was said to have failed does not do it twice.
  ///
  /// - Returns: For each, the error where it may be lost in a power cut: `UprightError` `.io`. It is never tried again, because a second call would succeed
  ///   without having written. With ESTALE where an announced change met other bytes than it expects.
  public static func complete(_ changes: [PendingFlush]) -> [UprightError?] {
    var errors = flush(changes)
    let announced = changes.indices.filter { changes[$0].announced != nil && errors[$0] == nil }
    for index in announced { errors[index] = changes[index].carryOut() }
    let done = announced.filter { errors[$0] == nil }
    for (index, error) in zip(done, flush(done.map { changes[$0] })) { errors[index] = error }
    for (change, error) in zip(changes, errors) {
      if let announced = change.announced { change.forget(announced, after: error) }
      if let done = change.done, error != nil { change.putBack(done) }
    }
    return errors
  }

  /// Flushes this one.
  ///
  /// - Throws: `UprightError` as ``complete(_:)``.
  public func complete() throws(UprightError) {
    if let error = Self.complete([self])[0] { throw error }
  }

  private static func flush(_ changes: [PendingFlush]) -> [UprightError?] {
    var errors = [UprightError?](repeating: nil, count: changes.count)
    for places in Dictionary(grouping: changes.indices, by: { changes[$0].device }).values {
      let all = places.map { changes[$0] }
      let answers =
        all.count < crowd ? all.map(\.separately) : Array(repeating: all[0].withItsFileSystem, count: all.count)
      for (place, answer) in zip(places, answers) {
        errors[place] = answer.map { .io(path: changes[place].path, systemError: $0.number) }
      }
    }
    return errors
  }

  /// Does what is announced.
  private func carryOut() -> UprightError? {
    guard let announced else { return nil }
    do throws(UprightError) {
      try InPlacePatch.check(announced, in: file, path: path)
      try UprightError.naming(path) { () throws(SystemError) in
        try UndoRecord(announced, byteCount: 0).put(\.new, into: file)
        if let time { try Syscalls.setModified(time, of: file) }
      }
    } catch { return error }
    return nil
  }

  /// Takes the note away; after an error only when the old bytes are safe on the disk again.
  private func forget(_ announced: BytePatch, after error: UprightError?) {
    let note = UndoAttribute(file: file)
    if error == nil { return note.remove() }
    let record = UndoRecord(announced, byteCount: 0)
    do throws(SystemError) {
      if try record.progress(in: file) == .unknown { return note.remove() }
      try note.putBack(record)
    } catch { return }
  }

  /// Puts the old bytes back where all new ones are there; whether the disk has them nobody can tell.
  private func putBack(_ done: BytePatch) {
    let record = UndoRecord(done, byteCount: 0)
    do throws(SystemError) {
      if try record.progress(in: file) == .done { try record.put(\.old, into: file) }
    } catch { return }
  }

  private var separately: SystemError? {
    do throws(SystemError) { try Syscalls.synchronize(file) } catch { return error }
    return nil
  }

  private var withItsFileSystem: SystemError? {
    do throws(SystemError) { try Syscalls.synchronizeFileSystem(of: file) } catch { return error }
    return nil
  }
}
