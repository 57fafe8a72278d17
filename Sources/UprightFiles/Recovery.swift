// Leftovers of killed runs beside images: told apart from files in use, and cleaned up.

public import Upright
import UprightSystem

/// Looks for files that were being written when their run was killed, and for interrupted byte changes.
public struct Recovery: Sendable {
  /// What was found at a file, and what was done.
  public enum Finding: String, Sendable, CaseIterable {
    /// A temporary file that never got its name; removed.
    case removed
    /// An interrupted byte change; the file is as before, or stays as it is if the change was complete.
    case recovered
    /// Another process is writing it right now; left alone.
    case inUse = "in-use"
    /// A temporary file that was written to a moment ago; left alone.
    case recent
    /// A file that another program saved during a replacement, by a run that was killed before it could put it back;
    /// left alone.
    case displaced
    /// A displaced file, which its journal may still need; left alone.
    case kept
    /// An undo file whose image is no longer in this folder; left alone.
    case orphaned
    /// An undo record, in the file or beside it, that this version of the program did not write; removed, and the file
    /// is unchanged.
    case foreign
  }

  /// The minimum age of a leftover temporary file, in seconds since its last write.
  public let age: Int
  /// The current time, in seconds since 1970.
  public let now: Int
  /// Whether only to report what would be done.
  public let isDryRun: Bool

  /// Leaves files alone that were written to in the last `age` seconds before `now`.
  public init(age: Int, now: Int, isDryRun: Bool = false) {
    self.age = age
    self.now = now
    self.isDryRun = isDryRun
  }

  /// The files of a folder to check, as `Folder.files`, including those that this program hides.
  public static func files(
    in folder: String, recursive: Bool, unreadable: (UprightError) -> Void = { _ in }
  ) -> [FileLocation] {
    FolderRoot(folder).files(recursive: recursive, hidden: HiddenName.prefix, unreadable: unreadable)
  }

  /// The hidden files in `folder` that killed runs left, of any age; they are not changed.
  ///
  /// - Parameter unreadable: Gets the error if the folder, or the kind of a name in it, cannot be read.
  public func leftoverFiles(in folder: String, unreadable: (UprightError) -> Void = { _ in }) -> [String] {
    leftoverFiles(in: FolderRoot(folder), unreadable: unreadable)
  }

  func leftoverFiles(in root: FolderRoot, unreadable: (UprightError) -> Void) -> [String] {
    let look = Recovery(age: 0, now: now, isDryRun: true)
    let files: [FileLocation]
    do throws(UprightError) { files = try Self.hidden(in: root) } catch {
      unreadable(error)
      return []
    }
    return files.filter { file in
      do throws(UprightError) {
        guard let found = try look.recover(file) else { return false }
        return [.removed, .recent, .displaced].contains(found)
      } catch {
        unreadable(error)
        return false
      }
    }
    .map(\.relativePath)
  }

  /// Removes the hidden files in `folder` that killed runs left: files with the batch's `mark`, which no other process
  /// uses now, of any age; others as ``recover(_:)``.
  ///
  /// - Returns: The number removed.
  /// - Throws: `UprightError` `.io` if the folder cannot be read.
  func clear(_ folder: FolderRoot, mark: String) throws(UprightError) -> Int {
    let own = Recovery(age: 0, now: .max)
    var count = 0
    for file in try Self.hidden(in: folder) {
      let isOwn = !mark.isEmpty && file.name.hasPrefix(HiddenName.newPrefix + mark)
      let found = try? (isOwn ? own : self).recover(file)
      if found == .removed { count += 1 }
    }
    return count
  }

  private static func hidden(in folder: FolderRoot) throws(UprightError) -> [FileLocation] {
    try UprightError.naming(folder.path) { () throws(SystemError) in
      try Syscalls.names(in: ".", in: folder.folder(".").descriptor)
        .filter { HiddenName.isName($0) || SwapName($0) != nil }
        .map { FileLocation(folder, $0, isLink: false) }
    }
  }

  /// Checks the file at `path`, and recovers it if needed.
  ///
  /// - Returns: What was found; nil for nothing.
  /// - Throws: `UprightError` `.io`.
  public func recover(_ path: String) throws(UprightError) -> Finding? { try recover(FileLocation(path: path)) }

  /// Checks the file at `location`, and recovers it if needed.
  ///
  /// - Returns: What was found; nil for nothing.
  /// - Throws: `UprightError` `.io`.
  public func recover(_ location: FileLocation) throws(UprightError) -> Finding? {
    let name = location.name
    if name.hasPrefix(JournalIntent.keptPrefix) { return try recover(kept: location) }
    if HiddenName.isName(name) { return try recover(temporary: location) }
    if let swap = SwapName(name) { return try recover(temporary: location, swap) }
    if let inode = UndoFile.inode(name) { return try Self.has(inode, beside: location) ? nil : .orphaned }
    guard try FileIdentity.ofExisting(location) != nil else { return nil }
    let file = try FileBytes(location)
    if try InPlacePatch.hasForeignUndoFile(file) {
      if isDryRun { return .foreign }
      do throws(UprightError) { try InPlacePatch.removeForeignUndoFile(file) } catch {
        guard case .io(_, EWOULDBLOCK) = error else { throw error }
        return .inUse
      }
      return .foreign
    }
    guard try InPlacePatch.isBegun(file) else { return nil }
    if isDryRun { return .recovered }
    do throws(UprightError) {
      return try InPlacePatch.recover(file) == .foreign ? .foreign : .recovered
    } catch {
      guard case .io(_, EWOULDBLOCK) = error else { throw error }
      return .inUse
    }
  }

  /// A process that is writing such a file has it locked.
  private func recover(temporary location: FileLocation, _ swap: SwapName? = nil) throws(UprightError) -> Finding? {
    try UprightError.naming(location.path) { () throws(SystemError) -> Finding? in
      let (folder, name) = (try location.folder().descriptor, location.name)
      let file = try Syscalls.openFile(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, in: folder)
      let state = try Syscalls.status(of: file)
      guard state.kind == .regular, [state.owner, 0].contains(geteuid()) else { return nil }
      if swap?.matches(FileState(state)) == false { return .displaced }
      if try Self.isInUse(file) { return .inUse }
      guard state.modified.seconds <= now - age else { return .recent }
      guard try Syscalls.linkStatus(name, in: folder)?.isSameFile(as: state) == true else { return nil }
      if !isDryRun { try Syscalls.remove(name, in: folder) }
      return .removed
    }
  }

  /// Whether another process has locked the file; otherwise it is locked from now on.
  private static func isInUse(_ file: Descriptor) throws(SystemError) -> Bool {
    do throws(SystemError) { try Syscalls.lock(file) } catch {
      guard error.number == EWOULDBLOCK else { throw error }
      return true
    }
    return false
  }

  /// A kept file's second name is useless while the file still has its first; a process that is replacing it has it
  /// locked. A hidden name is not treated as the first: a file has one just after it is displaced.
  private func recover(kept location: FileLocation) throws(UprightError) -> Finding? {
    try UprightError.naming(location.path) { () throws(SystemError) -> Finding? in
      let (folder, own) = (try location.folder().descriptor, location.name)
      let state = try Syscalls.status(of: own, in: folder, followingLinks: false)
      guard state.kind == .regular else { return nil }
      guard state.linkCount > 1,
        try Syscalls.names(in: ".", in: folder).contains(where: { name in
          name != own && !name.hasPrefix(HiddenName.prefix)
            && (try? Syscalls.linkStatus(name, in: folder))?.isSameFile(as: state) == true
        })
      else { return .kept }
      let file = try Syscalls.openFile(own, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, in: folder)
      if try Self.isInUse(file) { return .inUse }
      if !isDryRun { try Syscalls.remove(own, in: folder) }
      return .removed
    }
  }

  /// Whether a file with this inode is in the folder of `location`.
  private static func has(_ inode: UInt64, beside location: FileLocation) throws(UprightError) -> Bool {
    let names = try UprightError.naming(location.path) { () throws(SystemError) in
      try Syscalls.names(in: ".", in: location.folder().descriptor)
    }
    var unseen: UprightError?
    for name in names {
      do throws(UprightError) {
        if try FileIdentity.ofExisting(location.renamed(name))?.inode == inode { return true }
      } catch { unseen = unseen ?? error }
    }
    if let unseen { throw unseen }
    return false
  }
}

extension Recovery {
  /// Removes the temporary files in a folder that nobody has locked, or written to for `age` seconds. Errors are
  /// ignored: what remains is found again.
  package static func removeTemporaryFiles(in folder: String, age: Int) {
    _ = try? Recovery(age: age, now: Syscalls.now().seconds).clear(FolderRoot(folder), mark: "")
  }
}
