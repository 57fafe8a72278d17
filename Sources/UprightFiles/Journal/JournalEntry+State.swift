// Whether a change that a journal speaks of is in force: asked of the file itself, because a crash may lie between the two.

public import Upright

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

extension JournalHistory.Entry {
  /// What the file is, in the terms of the change.
  public enum State: Hashable, Sendable {
    /// As it was before the change.
    case before
    /// As the change left it.
    case after
    /// Nothing has its name any more; what had it before the change is kept.
    case gone
    /// Neither: somebody else has changed it since.
    case neither
  }

  /// What the file is now; what a change of bytes left half done is first put back.
  ///
  /// - Parameter settles: Whether it may be put back; where not, it counts as done.
  /// - Throws: `UprightError` `.io`, with EWOULDBLOCK where somebody is changing the file right now.
  public func state(recovering recovers: Bool = true) throws(UprightError) -> State {
    // Nobody's change leaves a link; what it leads to is another file, perhaps outside the folders of the batch.
    if FileIdentity.isSymbolicLink(intent.path) { return .neither }
    return switch intent.change {
    case .patch(let patch, let before): try state(of: patch, before, recovering: recovers)
    case .file(let new): try state(of: new)
    }
  }

  /// Bytes decide, in what is the same file by its number, or an untouched copy of it.
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

  /// The number of the file decides; the contents where it is another, as that of a copy is.
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
  /// The folder of the file and its name there, by the path that the journal says, which leads through no symbolic link.
  ///
  /// - Throws: `UprightError` `.io`, with ESTALE where it leads through one now.
  func directoryEntry() throws(UprightError) -> DirectoryEntry {
    do throws(UprightError) { return try DirectoryEntry(of: .real(intent.path)) } catch {
      guard case .io(let path, ELOOP) = error else { throw error }
      throw .changedUnderneath(path)
    }
  }

  /// The file, open for reading.
  ///
  /// - Throws: `UprightError` `.io`, with ESTALE where its path leads through a symbolic link now.
  func openedFile() throws(UprightError) -> FileBytes { try FileBytes(at: directoryEntry()) }

  /// What has the file's name, or that of another one beside it; nil for nothing.
  ///
  /// - Throws: `UprightError` `.io` as `place()`.
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
  /// Whether one side of each edit is what stands there.
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
