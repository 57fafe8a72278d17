// Whether a change in a journal is in force. The file itself decides, because a crash may come between the two.

public import Upright
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
  func existingEntry(from folders: RecentFolders? = nil) throws(UprightError) -> DirectoryEntry? {
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
