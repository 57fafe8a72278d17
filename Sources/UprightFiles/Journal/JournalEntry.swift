// Whether a change in a journal is in force. The file itself decides, because a crash may come between the two.

public import Upright
import UprightMetadata
import UprightSystem

extension JournalHistory.Entry {
  /// The file's state relative to the change.
  public enum State: Hashable, Sendable {
    /// As it was before the change.
    case before
    /// As the change left it.
    case after
    /// The name is free; the displaced file is kept.
    case gone
    /// Neither: something else has changed it since.
    case neither
  }

  /// The file's state now; an interrupted byte change is undone first.
  ///
  /// - Parameter recovers: Whether it may be undone; if not, it is treated as complete.
  /// - Throws: `UprightError` `.io`; with EWOULDBLOCK if another process is changing the file right now.
  public func state(recovering recovers: Bool = true) throws(UprightError) -> State {
    try examined(recovering: recovers).state
  }

  /// The file's state, and what was opened to find it out.
  struct Examined {
    let state: State
    /// Its folder, and what has its name there; nil if the folder is gone or the name is a symbolic link.
    var place: DirectoryEntry?
    /// The file itself, for a change of bytes.
    var file: FileBytes?
  }

  /// Examines the file, as ``state(recovering:)``.
  ///
  /// - Parameter folders: Keeps its folder open for the next file; nil for only one file.
  func examined(recovering recovers: Bool, from folders: RecentFolders? = nil) throws(UprightError) -> Examined {
    let found: DirectoryEntry?
    do throws(UprightError) {
      found = intent.isFile ? try existingEntry(from: folders) : try directoryEntry(from: folders)
    } catch {
      // No change leaves a link. Its target is another file, perhaps outside the batch's folders.
      guard error == .changedUnderneath(intent.path), FileIdentity.isSymbolicLink(intent.path) else { throw error }
      return Examined(state: .neither)
    }
    switch intent.change {
    case .patch(let patch, let before):
      guard let found, found.state != nil else { throw .io(path: intent.path, systemError: ENOENT) }
      return try examined(patch, before, at: found, recovering: recovers)
    case .file(let new): return Examined(state: try state(of: new, at: found), place: found)
    }
  }

  /// Compares bytes, in the same file by inode or an untouched copy.
  private func examined(
    _ patch: BytePatch, _ before: FileState, at place: DirectoryEntry, recovering recovers: Bool
  ) throws(UprightError) -> Examined {
    var file = try FileBytes(at: place)
    if recovers {
      file = try InPlacePatch.recovered(file)
    } else if try InPlacePatch.isBegun(file) {
      return Examined(state: .after, place: place, file: file)
    }
    let now = FileState(file.identity)
    let isSame = now.inode == before.inode || [before.modified, after?.modified].contains(now.modified)
    let isKnown = isSame && now.byteCount == before.byteCount
    return Examined(state: isKnown ? try file.side(of: patch) : .neither, place: place, file: file)
  }

  /// Compares inodes; for another inode, such as a copy's, compares contents.
  private func state(of new: JournalIntent.NewFile, at place: DirectoryEntry?) throws(UprightError) -> State {
    guard let place, let now = place.state.map(FileState.init) else {
      return new.displaced == nil ? .before : .gone
    }
    if now == new.state { return .after }
    if now == new.displaced?.state { return .before }
    guard now.byteCount == new.state.byteCount, try FileBytes(at: place).digest() == new.digest else {
      return .neither
    }
    return .after
  }
}

extension JournalHistory.Entry {
  /// The file's folder and its name there, by the journal's path, which contains no symbolic link.
  ///
  /// - Parameter folders: Keeps the folder open for the next file; nil for only one file.
  /// - Throws: `UprightError` `.io`, with ESTALE if the path contains one now.
  func directoryEntry(from folders: RecentFolders? = nil) throws(UprightError) -> DirectoryEntry {
    let location = FileLocation.real(intent.path)
    do throws(UprightError) {
      let folder = try UprightError.naming(location.path) { () throws(SystemError) in
        try folders?.folder(of: location)
      }
      return try DirectoryEntry(of: location, in: folder)
    } catch {
      guard case .io(let path, ELOOP) = error else { throw error }
      throw .changedUnderneath(path)
    }
  }

  /// The same; nil if the folder is gone.
  ///
  /// - Throws: `UprightError` `.io`, as `directoryEntry(from:)`.
  fileprivate func existingEntry(from folders: RecentFolders? = nil) throws(UprightError) -> DirectoryEntry? {
    do throws(UprightError) { return try directoryEntry(from: folders) } catch {
      if error.isOfMissingFile { return nil }
      throw error
    }
  }

  /// What has another name in the file's folder; nil for nothing.
  ///
  /// - Throws: `UprightError` `.io`.
  func identity(of name: String, beside place: DirectoryEntry) throws(UprightError) -> FileIdentity? {
    try UprightError.naming(intent.path) { () throws(SystemError) in
      try Syscalls.linkStatus(name, in: place.folder.descriptor)
    }
  }
}

extension FileBytes {
  /// Which side of every edit the file contains: old (`.before`), new (`.after`) or neither.
  ///
  /// - Throws: `UprightError` `.io`.
  func side(of patch: BytePatch) throws(UprightError) -> JournalHistory.Entry.State {
    var (isOld, isNew) = (true, true)
    for edit in patch.edits where isOld || isNew {
      let now = try UprightError.naming(path) { () throws(SystemError) in
        try Syscalls.bytes(of: file, at: edit.offset, count: edit.old.count)
      }
      (isOld, isNew) = (isOld && now == edit.old, isNew && now == edit.new)
    }
    return isOld ? .before : isNew ? .after : .neither
  }
}

// Undoes a change by its journal: restores the same bytes in the same file, or touches nothing.
extension JournalHistory.Entry {
  /// The outcome of an undo.
  public enum Undoing: String, Sendable, CaseIterable {
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
    try undo(isDryRun: isDryRun, from: nil)
  }

  /// Undoes the change, as ``undo(isDryRun:)``, and keeps its folder open in `folders` for the next one.
  package func undo(
    isDryRun: Bool, from folders: RecentFolders?
  ) throws(UprightError) -> (operation: Undoing, pending: PendingFlush?) {
    let now = try examined(recovering: !isDryRun, from: folders)
    switch (now.state, intent.change) {
    case (.before, _):
      if !isDryRun, let place = now.place { try clearUp(at: place) }
      return (.unchanged, nil)
    case (.neither, _): throw .changedUnderneath(intent.path)
    case (.gone, _):
      let place = try place(now, from: folders)
      guard let kept = try keptOriginal(at: place) else { throw .changedUnderneath(intent.path) }
      guard !isDryRun else { return (.restored, nil) }
      let pending = try PendingFlush(namesIn: place.folder, device: kept.file.identity.device, path: intent.path)
      try kept.name.putBack(asFree: name)
      return (.restored, pending)
    case (.after, .patch(let patch, _)):
      guard let file = now.file else { throw .changedUnderneath(intent.path) }
      try checkComesBack(PatchedSource(file, patch.inverse))
      return (.restored, isDryRun ? nil : try InPlacePatch.write(patch.inverse, to: file))
    case (.after, .file(let new)):
      return try undo(new, at: place(now, from: folders), isDryRun: isDryRun)
    }
  }

  private func place(_ now: Examined, from folders: RecentFolders?) throws(UprightError) -> DirectoryEntry {
    if let place = now.place { return place }
    return try directoryEntry(from: folders)
  }

  /// The file's name in its folder.
  private var name: String { FileName.last(of: intent.path) }

  private func undo(
    _ new: JournalIntent.NewFile, at place: DirectoryEntry, isDryRun: Bool
  ) throws(UprightError) -> (operation: Undoing, pending: PendingFlush?) {
    let kept = try keptOriginal(at: place)
    let file = try FileBytes(at: place)
    try UprightError.naming(intent.path) { () throws(SystemError) in try Syscalls.lock(file.file) }
    guard try file.digest() == new.digest else { throw .changedUnderneath(intent.path) }
    try file.checkUnchanged()
    guard !isDryRun else { return (kept == nil ? .removed : .restored, nil) }
    let pending = try PendingFlush(namesIn: place.folder, device: file.identity.device, path: intent.path)
    guard let kept else {
      try BackupFile(name, in: place.folder).remove(expecting: file.identity, flushing: false)
      return (.removed, pending)
    }
    try kept.name.putBack(as: name, displacing: file.identity)
    try removeSwapped(at: place)
    return (.restored, pending)
  }

  /// Checks that what is restored is something that a batch changes: an image, a movie file, an XMP file, or labels in
  /// its plan. A journal may come from a stranger.
  ///
  /// - Throws: `UprightError` `.malformedText` if it is none of these; `.io`.
  private func checkComesBack(_ old: some ByteSource) throws(UprightError) {
    if isPlanned, JournalPlan.mayName(intent.path) { return }
    if FileName.fileExtension(of: intent.path).lowercased() == "xmp", old.byteCount <= XMPSidecar.longest,
      let bytes = try? old.read(0..<old.byteCount), XMPSidecar(bytes) != nil
    {
      return
    }
    do throws(UprightError) { _ = try Probe(checking: old) } catch {
      if case .io = error { throw error.naming(intent.path) }
      throw .malformedText(
        offset: 0,
        reason: "the old content is not an image, a video or a label file of the batch; nothing was changed"
          + (intent.keptPath.map { "; it is in \($0)" } ?? ""))
    }
  }

  /// The displaced file, open, and its name now; nil if the change displaced none.
  ///
  /// - Throws: `UprightError` `.unanswerable` if it was discarded; `.io` if it is missing or has been changed.
  private func keptOriginal(
    at place: DirectoryEntry
  ) throws(UprightError) -> (name: BackupFile, file: FileBytes)? {
    guard case .file(let new) = intent.change, let displaced = new.displaced else { return nil }
    guard !isDiscarded else {
      throw .unanswerable(field: "undo", reason: "the original was discarded; the new image stays")
    }
    let kept = BackupFile(displaced.keptAs, in: place.folder)
    let file = try kept.checked(displaced)
    try checkComesBack(file)
    return (kept, file)
  }

  /// Discards the displaced file to free its space; the change cannot be undone then.
  ///
  /// - Returns: Whether a file was kept.
  /// - Throws: `UprightError` `.io`, with ESTALE if the kept file has been changed; `.unanswerable` if the name is
  ///   free, so that the original is the only copy.
  public func discard(isDryRun: Bool = false) throws(UprightError) -> Bool {
    let (isKept, pending) = try discard(isDryRun: isDryRun, from: nil)
    try pending?.complete()
    return isKept
  }

  /// Discards the displaced file, as ``discard(isDryRun:)``, and keeps its folder open in `folders` for the next one.
  ///
  /// - Returns: Whether a file was kept, and what must still be flushed.
  package func discard(
    isDryRun: Bool, from folders: RecentFolders?
  ) throws(UprightError) -> (isKept: Bool, pending: PendingFlush?) {
    guard case .file(let new) = intent.change, let displaced = new.displaced, let keptPath = intent.keptPath,
      !isDiscarded, let place = try existingEntry(from: folders),
      try identity(of: displaced.keptAs, beside: place) != nil
    else { return (false, nil) }
    guard place.state != nil else {
      throw .unanswerable(
        field: "discard", reason: "the new image is gone; only the original is left: \(keptPath)")
    }
    let kept = BackupFile(displaced.keptAs, in: place.folder)
    let original = try kept.checked(displaced)
    guard !isDryRun else { return (true, nil) }
    let pending = try PendingFlush(namesIn: place.folder, device: original.identity.device, path: keptPath)
    try kept.remove(expecting: original.identity, flushing: false)
    return (true, pending)
  }

  /// Flushes a change that is in force but not recorded as done.
  ///
  /// - Returns: The record to write.
  /// - Throws: `UprightError` `.io`.
  public func recovered() throws(UprightError) -> JournalRecord {
    let place = try directoryEntry()
    try removeSwapped(at: place)
    let file = try FileBytes(at: place)
    try UprightError.naming(intent.path) { () throws(SystemError) in try Syscalls.synchronize(file.file) }
    if intent.isFile { try place.synchronizeFolder() }
    return .done(number, after: FileState(file.identity))
  }

  /// Removes the file left by a run that was killed while exchanging two files, if its bytes match either.
  private func removeSwapped(at place: DirectoryEntry) throws(UprightError) {
    guard case .file(let new) = intent.change else { return }
    let swap = SwapName(new.state, displacing: new.displaced?.state ?? new.state).text
    guard try identity(of: swap, beside: place) != nil else { return }
    let hidden = BackupFile(swap, in: place.folder)
    guard let digest = try? hidden.opened().digest(), digest == new.digest || digest == new.displaced?.digest else {
      return
    }
    try hidden.remove()
  }

  /// Removes what a change that is not in force has left.
  ///
  /// - Throws: `UprightError` `.io`.
  public func clearUp() throws(UprightError) {
    if let place = try existingEntry() { try clearUp(at: place) }
  }

  private func clearUp(at place: DirectoryEntry) throws(UprightError) {
    try removeSwapped(at: place)
    guard case .file(let new) = intent.change, let displaced = new.displaced, place.state != nil else { return }
    try BackupFile(displaced.keptAs, in: place.folder).release(to: name, displaced, displacing: new.digest)
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
