// Undoes a change by its journal: restores the same bytes in the same file, or touches nothing.

public import Upright
import UprightMetadata
import UprightSystem

extension JournalHistory.Entry {
  /// The outcome of an undo.
  public enum Undoing: String, Sendable {
    /// The file was not changed, or had already been restored.
    case unchanged
    /// The old bytes or the old file are back.
    case restored
    /// The new file was removed.
    case removed
  }

  /// Undoes the change.
  ///
  /// - Parameter isDryRun: Whether only to report what would be done.
  /// - Returns: What was done, and what must still be flushed.
  /// - Throws: `UprightError` `.io` if the disk fails, with ESTALE if the file has been changed since; `.unanswerable`
  ///   if the displaced file was discarded.
  public func undo(isDryRun: Bool = false) throws(UprightError) -> (operation: Undoing, pending: PendingFlush?) {
    switch try state(recovering: !isDryRun) {
    case .before:
      if !isDryRun { try clearUp() }
      return (.unchanged, nil)
    case .neither: throw .changedUnderneath(intent.path)
    case .gone:
      guard let kept = try keptOriginal() else { throw .changedUnderneath(intent.path) }
      if !isDryRun { try kept.putBack(asFree: name) }
      return (.restored, nil)
    case .after:
      switch intent.change {
      case .patch(let patch, _):
        let file = try openedFile()
        try checkComesBack(PatchedSource(file, patch.inverse))
        return (.restored, isDryRun ? nil : try InPlacePatch.write(patch.inverse, to: file))
      case .file(let new): return (try undo(new, isDryRun: isDryRun), nil)
      }
    }
  }

  /// The file's name in its folder.
  private var name: String { FileName.last(of: intent.path) }

  private func undo(_ new: JournalIntent.NewFile, isDryRun: Bool) throws(UprightError) -> Undoing {
    let kept = try keptOriginal()
    let file = try openedFile()
    try UprightError.naming(intent.path) { () throws(SystemError) in try Syscalls.lock(file.file) }
    guard try file.digest() == new.digest else { throw .changedUnderneath(intent.path) }
    try file.checkUnchanged()
    if let kept {
      if !isDryRun {
        try kept.putBack(as: name, displacing: file.identity)
        try removeSwapped()
      }
      return .restored
    }
    if !isDryRun { try BackupFile(name, in: file.directoryEntry().folder).remove(expecting: file.identity) }
    return .removed
  }

  /// Checks that what is restored is something that a batch changes: an image, a movie file, or labels in its plan. A
  /// journal may come from a stranger.
  ///
  /// - Throws: `UprightError` `.malformedText` if it is none of these; `.io`.
  private func checkComesBack(_ old: some ByteSource) throws(UprightError) {
    if isPlanned, JournalPlan.mayName(intent.path) { return }
    do throws(UprightError) { _ = try Probe(checking: old) } catch {
      if case .io = error { throw error.naming(intent.path) }
      throw .malformedText(
        offset: 0,
        reason: "the old content is not an image, a video or a label file of the batch; nothing was changed"
          + (intent.keptPath.map { "; it is in \($0)" } ?? ""))
    }
  }

  /// The displaced file; nil if the change displaced none.
  ///
  /// - Throws: `UprightError` `.unanswerable` if it was discarded; `.io` if it is missing or has been changed.
  private func keptOriginal() throws(UprightError) -> BackupFile? {
    guard case .file(let new) = intent.change, let displaced = new.displaced else { return nil }
    guard !isDiscarded else {
      throw .unanswerable(field: "undo", reason: "the original was discarded; the new image stays")
    }
    let kept = BackupFile(displaced.keptAs, in: try directoryEntry().folder)
    try checkComesBack(try kept.checked(displaced))
    return kept
  }

  /// Discards the displaced file to free its space; the change cannot be undone then.
  ///
  /// - Returns: Whether a file was kept.
  /// - Throws: `UprightError` `.io`, with ESTALE if the kept file has been changed; `.unanswerable` if the name is
  ///   free, so that the original is the only copy.
  public func discard(isDryRun: Bool = false) throws(UprightError) -> Bool {
    guard case .file(let new) = intent.change, let displaced = new.displaced, let keptPath = intent.keptPath,
      !isDiscarded, try identity(of: displaced.keptAs) != nil
    else { return false }
    guard try identity() != nil else {
      throw .unanswerable(
        field: "discard", reason: "the new image is gone; only the original is left: \(keptPath)")
    }
    let kept = BackupFile(displaced.keptAs, in: try directoryEntry().folder)
    let original = try kept.checked(displaced)
    if !isDryRun { try kept.remove(expecting: original.identity) }
    return true
  }

  /// Flushes a change that is in force but not recorded as done.
  ///
  /// - Returns: The record to write.
  /// - Throws: `UprightError` `.io`.
  public func recovered() throws(UprightError) -> JournalRecord {
    try removeSwapped()
    let file = try openedFile()
    try UprightError.naming(intent.path) { () throws(SystemError) in try Syscalls.synchronize(file.file) }
    if intent.isFile { try file.directoryEntry().synchronizeFolder() }
    return .done(number, after: FileState(file.identity))
  }

  /// Removes the file left by a run that was killed while exchanging two files, if its bytes match either.
  private func removeSwapped() throws(UprightError) {
    guard case .file(let new) = intent.change else { return }
    let swap = SwapName(new.state, displacing: new.displaced?.state ?? new.state).text
    guard try identity(of: swap) != nil else { return }
    let hidden = BackupFile(swap, in: try directoryEntry().folder)
    guard let digest = try? hidden.opened().digest(), digest == new.digest || digest == new.displaced?.digest else {
      return
    }
    try hidden.remove()
  }

  /// Removes what a change that is not in force has left.
  ///
  /// - Throws: `UprightError` `.io`.
  public func clearUp() throws(UprightError) {
    try removeSwapped()
    guard case .file(let new) = intent.change, let displaced = new.displaced, try identity() != nil else { return }
    try BackupFile(displaced.keptAs, in: directoryEntry().folder).release(to: name, displaced, displacing: new.digest)
  }
}

extension FileBytes {
  /// The SHA-256 of all the file's bytes.
  ///
  /// - Throws: `UprightError` `.io`.
  package func digest() throws(UprightError) -> [UInt8] {
    var hash = SHA256()
    for start in stride(from: 0, to: byteCount, by: 1 << 20) {
      do throws(MetadataError) { hash.update(try read(start..<start + 1 << 20)) } catch {
        throw UprightError(error).naming(path)
      }
    }
    return hash.finish()
  }
}
