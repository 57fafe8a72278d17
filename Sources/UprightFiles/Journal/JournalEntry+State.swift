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
  /// - Parameter recovers: Whether it may be undone; if not, it counts as complete.
  /// - Throws: `UprightError` `.io`; with EWOULDBLOCK if another process is changing the file right now.
  public func state(recovering recovers: Bool = true) throws(UprightError) -> State {
    // No change leaves a link. Its target is another file, perhaps outside the batch's folders.
    if FileIdentity.isSymbolicLink(intent.path) { return .neither }
    return switch intent.change {
    case .patch(let patch, let before): try state(of: patch, before, recovering: recovers)
    case .file(let new): try state(of: new)
    }
  }

  /// Compares bytes, in the same file by inode or an untouched copy.
  private func state(
    of patch: BytePatch, _ before: FileState, recovering recovers: Bool
  ) throws(UprightError) -> State {
    var file = try openedFile()
    if recovers {
      file = try InPlacePatch.recovered(file)
    } else if try InPlacePatch.isBegun(file) {
      return .after
    }
    let now = FileState(file.identity)
    let isSame = now.inode == before.inode || [before.modified, after?.modified].contains(now.modified)
    guard isSame, now.byteCount == before.byteCount else { return .neither }
    if try file.holds(patch, \.old) { return .before }
    return try file.holds(patch, \.new) ? .after : .neither
  }

  /// Compares inodes; for another inode, such as a copy's, compares contents.
  private func state(of new: JournalIntent.NewFile) throws(UprightError) -> State {
    guard let now = try identity().map(FileState.init) else {
      return new.displaced == nil ? .before : .gone
    }
    if now == new.state { return .after }
    if now == new.displaced?.state { return .before }
    guard now.byteCount == new.state.byteCount, try openedFile().digest() == new.digest else {
      return .neither
    }
    return .after
  }
}

extension JournalHistory.Entry {
  /// The file's folder and its name there, by the journal's path, which contains no symbolic link.
  ///
  /// - Throws: `UprightError` `.io`, with ESTALE if the path contains one now.
  func directoryEntry() throws(UprightError) -> DirectoryEntry {
    do throws(UprightError) { return try DirectoryEntry(of: .real(intent.path)) } catch {
      guard case .io(let path, ELOOP) = error else { throw error }
      throw .changedUnderneath(path)
    }
  }

  /// The file, open for reading.
  ///
  /// - Throws: `UprightError` `.io`, with ESTALE if its path contains a symbolic link now.
  func openedFile() throws(UprightError) -> FileBytes { try FileBytes(at: directoryEntry()) }

  /// What has the file's name, or another name beside it; nil for nothing.
  ///
  /// - Throws: `UprightError` `.io`, as `place()`.
  func identity(of name: String? = nil) throws(UprightError) -> FileIdentity? {
    let place: DirectoryEntry
    do throws(UprightError) { place = try self.directoryEntry() } catch {
      if case .io(_, let number) = error, [ENOENT, ENOTDIR].contains(number) { return nil }
      throw error
    }
    guard let name else { return place.state }
    return try UprightError.naming(intent.path) { () throws(SystemError) in
      try Syscalls.linkStatus(name, in: place.folder.descriptor)
    }
  }
}

extension FileBytes {
  /// Whether the file contains one side of every edit, old or new.
  ///
  /// - Throws: `UprightError` `.io`.
  func holds(_ patch: BytePatch, _ side: KeyPath<BytePatch.Edit, [UInt8]>) throws(UprightError) -> Bool {
    for edit in patch.edits {
      let now = try UprightError.naming(path) { () throws(SystemError) in
        try Syscalls.bytes(of: file, at: edit.offset, count: edit.old.count)
      }
      guard now == edit[keyPath: side] else { return false }
    }
    return true
  }
}
