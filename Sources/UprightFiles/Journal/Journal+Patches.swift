// Many byte changes at once, each recorded first: one flush of the journal, one of the files.

public import Upright

extension Journal {
  /// Bytes to change inside a file.
  public struct Patching: Sendable {
    let patch: BytePatch
    let file: FileBytes
    let keepsTime: Bool

    /// `patch` in `file`, which contains what the patch expects; its modification time stays if `keepingTime`.
    public init(_ patch: BytePatch, of file: FileBytes, keepingTime: Bool = false) {
      self.patch = BytePatch(patch.edits.filter { $0.old != $0.new })
      self.file = file
      keepsTime = keepingTime
    }
  }

  /// Writes the intents of all `changes`, applies them, and records the outcome of each.
  ///
  /// - Returns: For each, the error if it failed, as `InPlacePatch.apply`, or if a power cut may undo it.
  public func apply(_ changes: [Patching]) -> [UprightError?] {
    var errors = [UprightError?](repeating: nil, count: changes.count)
    var announced: [(index: Int, intent: JournalIntent)] = []
    for (index, change) in changes.enumerated() {
      do throws(UprightError) { announced.append((index, try change.intent(in: roots))) } catch {
        errors[index] = error
      }
    }
    guard !announced.isEmpty else { return errors }
    do throws(UprightError) {
      let numbers = try announce(announced.map(\.intent))
      for (place, error) in zip(announced, carryOut(announced.map { changes[$0.index] }, numbers)) {
        errors[place.index] = error
      }
    } catch {
      for place in announced { errors[place.index] = error }
    }
    return errors
  }

  private func carryOut(_ changes: [Patching], _ numbers: Range<Int>) -> [UprightError?] {
    var errors: [UprightError?] = []
    var pending: [(index: Int, flush: PendingFlush)] = []
    for (index, change) in changes.enumerated() {
      do throws(UprightError) {
        let flush = try InPlacePatch.write(change.patch, to: change.file, keepingTime: change.keepsTime)
        if let flush { pending.append((index, flush)) }
        errors.append(nil)
      } catch { errors.append(error) }
    }
    for ((index, _), error) in zip(pending, PendingFlush.complete(pending.map(\.flush))) { errors[index] = error }
    note(zip(numbers, zip(changes, errors)).map { number, outcome in outcome.0.record(number, failed: outcome.1) })
    return errors
  }
}

extension Journal.Patching {
  fileprivate func intent(in roots: JournalRoots) throws(UprightError) -> JournalIntent {
    let path = try file.directoryEntry().absolutePath()
    try roots.check(path)
    return JournalIntent(path: path, change: .patch(patch, of: FileState(file.identity)))
  }

  fileprivate func record(_ number: Int, failed error: UprightError?) -> JournalRecord {
    if let error { return .failed(number, code: error.codes.name) }
    guard let now = try? FileIdentity(file.location) else { return .failed(number, code: "io") }
    return .done(number, after: FileState(now))
  }
}
