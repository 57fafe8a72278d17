// A change taken back, from what a journal knows of it: the same bytes in the same file as before, or nothing is touched.

public import Upright
import UprightMetadata

extension JournalHistory.Entry {
  /// What taking a change back came to.
  public enum Undoing: String, Sendable {
    /// The file had not been changed, or had been put back already.
    case unchanged
    /// What was there before is there again.
    case restored
    /// The new file is gone.
    case removed
  }

  /// Takes the change back.
  ///
  /// - Parameter isDryRun: Whether only to say what would be done.
  /// - Returns: What was done, and what is still to be flushed before that is true.
  /// - Throws: `UprightError` `.io` where the disk fails, with ESTALE where somebody has changed the file since; `.unanswerable` where what it displaced was
  ///   discarded.
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

  /// The name of the file in its folder.
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

  /// Makes sure that what is to come back is what a batch changes: an image or a movie, or labels that its plan names. A journal may be a stranger's.
  ///
  /// - Throws: `UprightError` `.malformedText` where it is neither; `.io`.
  private func checkComesBack(_ old: some ByteSource) throws(UprightError) {
    if isPlanned, JournalPlan.mayName(intent.path) { return }
    do throws(UprightError) { _ = try Probe(checking: old) } catch {
      if case .io = error { throw error.naming(intent.path) }
      throw .malformedText(
        offset: 0,
        reason: "what would come back is no image or movie, and none of the batch's label files: nothing was changed"
          + (intent.keptPath.map { "; it is in \($0)" } ?? ""))
    }
  }

  /// What the change displaced, nil where it displaced nothing.
  ///
  /// - Throws: `UprightError` `.unanswerable` where it was discarded; `.io` where it is not there, or was changed.
  private func keptOriginal() throws(UprightError) -> BackupFile? {
    guard case .file(let new) = intent.change, let displaced = new.displaced else { return nil }
    guard !isDiscarded else {
      throw .unanswerable(field: "undo", reason: "the original was discarded; the new picture stays")
    }
    let kept = BackupFile(displaced.keptAs, in: try directoryEntry().folder)
    try checkComesBack(try kept.checked(displaced))
    return kept
  }

  /// Gives up what the change displaced, so that its room is free; the change cannot be taken back then.
  ///
  /// - Returns: Whether anything was kept.
  /// - Throws: `UprightError` `.io`, with ESTALE where somebody has changed what is kept; `.unanswerable` where nothing has the file's name, so that the original is all there is of it.
  public func discard(isDryRun: Bool = false) throws(UprightError) -> Bool {
    guard case .file(let new) = intent.change, let displaced = new.displaced, let keptPath = intent.keptPath,
      !isDiscarded, try identity(of: displaced.keptAs) != nil
    else { return false }
    guard try identity() != nil else {
      throw .unanswerable(
        field: "discard", reason: "the new picture is gone; the original, \(keptPath), is all there is of it")
    }
    let kept = BackupFile(displaced.keptAs, in: try directoryEntry().folder)
    let original = try kept.checked(displaced)
    if !isDryRun { try kept.remove(expecting: original.identity) }
    return true
  }

  /// Makes a change that is in force safe on the disk, where nothing says that it is.
  ///
  /// - Returns: What to write down.
  /// - Throws: `UprightError` `.io`.
  public func recovered() throws(UprightError) -> JournalRecord {
    try removeSwapped()
    let file = try openedFile()
    try UprightError.naming(intent.path) { () throws(SystemError) in try Syscalls.synchronize(file.file) }
    if intent.isFile { try file.directoryEntry().synchronizeFolder() }
    return .done(number, after: FileState(file.identity))
  }

  /// Takes away what a run left that was killed while two files changed places, where its bytes are those of one of the two.
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

  /// Clears away what a change that is not in force has left behind.
  ///
  /// - Throws: `UprightError` `.io`.
  public func clearUp() throws(UprightError) {
    try removeSwapped()
    guard case .file(let new) = intent.change, let displaced = new.displaced, try identity() != nil else { return }
    try BackupFile(displaced.keptAs, in: directoryEntry().folder).release(to: name, displaced, displacing: new.digest)
  }
}

extension FileBytes {
  /// The SHA-256 of all its bytes.
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
