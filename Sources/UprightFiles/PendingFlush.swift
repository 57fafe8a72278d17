// Changed files that a power cut could still undo, flushed together (fsync(2), syncfs(2)): many cost little more than
// one.

public import Upright
import UprightSystem

/// A file that was changed but not flushed, or that has an undo record for a coming change. It is locked for the
/// lifetime of this value. It may also be a folder whose names were changed.
public struct PendingFlush: Sendable {
  /// The file's path.
  public let path: String
  let file: Descriptor
  let device: UInt64
  /// What was written, and is undone if it cannot be flushed.
  var done: BytePatch?
  /// The change in the undo record that has not been made yet.
  var announced: BytePatch?
  /// The modification time to set after the announced change; nil for now.
  var time: FileIdentity.Time?
  /// Whether `file` is a folder. Not every file system can flush one.
  private let isFolder: Bool

  #if os(Linux)
    /// From this many files on one file system, all of it is flushed in one call.
    static let crowd = 8
  #else
    /// This system has no such call.
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
    isFolder = false
  }

  /// The names in `folder`, on `device`, among them that of the file at `path`.
  init(namesIn folder: OpenedFolder, device: UInt64, path: String) throws(UprightError) {
    self.path = path
    self.device = device
    file = try UprightError.naming(path) { () throws(SystemError) in try folder.listing() }
    isFolder = true
  }

  /// Flushes all `changes`; makes announced changes and flushes them too. A change that cannot be flushed is undone, so
  /// that a retry after the reported failure does not apply it twice.
  ///
  /// - Returns: For each, `UprightError` `.io` if a power cut may undo it. The flush is never retried, because a second
  ///   call would succeed without having written. With ESTALE if an announced change met other bytes than it expects.
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
  /// - Throws: `UprightError`, as ``complete(_:)``.
  public func complete() throws(UprightError) {
    if let error = Self.complete([self])[0] { throw error }
  }

  private static func flush(_ changes: [PendingFlush]) -> [UprightError?] {
    var errors = [UprightError?](repeating: nil, count: changes.count)
    for places in Dictionary(grouping: changes.indices, by: { changes[$0].device }).values {
      // Files in one folder whose names were changed share it.
      let isCrowd = Set(places.map { ObjectIdentifier(changes[$0].file) }).count >= crowd
      let common = isCrowd ? changes[places[0]].withItsFileSystem : nil
      var answers: [ObjectIdentifier: SystemError?] = [:]
      for place in places {
        let change = changes[place]
        let answer = isCrowd ? common : answers[ObjectIdentifier(change.file)] ?? change.separately
        answers[ObjectIdentifier(change.file)] = .some(answer)
        errors[place] = answer.map { .io(path: change.path, systemError: $0.number) }
      }
    }
    return errors
  }

  /// Makes the announced change.
  private func carryOut() -> UprightError? {
    guard let announced else { return nil }
    do throws(UprightError) {
      try announced.check(in: file, path: path)
      try UprightError.naming(path) { () throws(SystemError) in
        try UndoRecord(announced, byteCount: 0).put(\.new, into: file)
        if let time { try Syscalls.setModified(time, of: file) }
      }
    } catch { return error }
    return nil
  }

  /// Removes the undo record; after an error, only when the old bytes are flushed again.
  private func forget(_ announced: BytePatch, after error: UprightError?) {
    let note = UndoAttribute(file: file)
    if error == nil { return note.remove() }
    let record = UndoRecord(announced, byteCount: 0)
    do throws(SystemError) {
      if try record.progress(in: file) == .unknown { return note.remove() }
      try note.putBack(record)
    } catch { return }
  }

  /// Restores the old bytes if all new ones are there; whether they reach the disk is unknown.
  private func putBack(_ done: BytePatch) {
    let record = UndoRecord(done, byteCount: 0)
    do throws(SystemError) {
      if try record.progress(in: file) == .done { try record.put(\.old, into: file) }
    } catch { return }
  }

  private var separately: SystemError? {
    do throws(SystemError) { try Syscalls.synchronize(file) } catch {
      return isFolder && OpenedFolder.meansNoFlush(error) ? nil : error
    }
    return nil
  }

  private var withItsFileSystem: SystemError? {
    do throws(SystemError) { try Syscalls.synchronizeFileSystem(of: file) } catch { return error }
    return nil
  }
}

// When a change is reported as done: when it is on the disk, or when the system has it (fsync(2)).

/// What must happen before a change is reported as done.
public enum Durability: String, Hashable, Sendable, CaseIterable, Codable {
  /// The change is on the disk: no power cut undoes it.
  case full
  /// For bytes within one sector, the system has the change. A power cut in the next half minute may restore all old
  /// bytes, never some. Every other change still waits for the disk, because only write order keeps it whole.
  case relaxed
}
