// What runs that were killed leave beside pictures: told from what is still in use, and settled.

public import Upright

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Looks for files that were being written when their run ended, and for changes of bytes that it left half done.
public struct Recovery: Sendable {
  /// What was found at a file, and what became of it.
  public enum Finding: String, Sendable, CaseIterable {
    /// A file that never got its name; it is gone.
    case removed
    /// A change of bytes that was begun; the file is as it was before, or, where all was done, stays so.
    case recovered = "settled"
    /// Somebody is writing it right now; it is left.
    case inUse = "in use"
    /// A file without its name that was written to a moment ago; it is left.
    case recent = "young"
    /// What somebody saved in a file's place while it was being replaced, by a run that was killed before it could put it back there; it is left.
    case displaced
    /// What a new file displaced: its journal knows whether it is wanted; it is left.
    case kept
    /// The way back from a change, of a file that lies in this folder no longer; it is left.
    case orphaned
    /// A note of a change that no version like this one wrote, at the file or beside it; it is gone, and the file as it was.
    case foreign
  }

  /// Seconds that a file without its name has to have been left alone for.
  public let age: Int
  /// What time it is, in seconds since 1970.
  public let now: Int
  /// Whether only to say what would be done.
  public let isDryRun: Bool

  /// One that leaves files alone that were written to in the last `age` seconds before `now`.
  public init(age: Int, now: Int, isDryRun: Bool = false) {
    self.age = age
    self.now = now
    self.isDryRun = isDryRun
  }

  /// The files of a folder that are to be looked at, as `Folder.files`, with those that this program hides.
  public static func files(
    in folder: String, recursive: Bool, unreadable: (UprightError) -> Void = { _ in }
  ) -> [FileLocation] {
    FolderRoot(folder).files(recursive: recursive, hidden: TemporaryFile.prefix, unreadable: unreadable)
  }

  /// The hidden files in `folder` that runs which were killed left, whatever their age; nothing is done to them.
  ///
  /// - Parameter unreadable: Told why names are missing: that the folder cannot be read, or what a name is.
  public func leftoverFiles(in folder: String, unreadable: (UprightError) -> Void = { _ in }) -> [String] {
    leftoverFiles(in: FolderRoot(folder), unreadable: unreadable)
  }

  fileprivate func leftoverFiles(in root: FolderRoot, unreadable: (UprightError) -> Void) -> [String] {
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

  /// Takes away the hidden files in `folder` that runs which were killed left: those of the batch whose `mark` is in their names, which nobody else works on
  /// now, whatever their age; others as ``settle(_:)``.
  ///
  /// - Returns: How many are gone.
  /// - Throws: `UprightError` `.io` where the folder cannot be read.
  func clear(_ folder: FolderRoot, mark: String) throws(UprightError) -> Int {
    let own = Recovery(age: 0, now: .max)
    var count = 0
    for file in try Self.hidden(in: folder) {
      let isOwn = !mark.isEmpty && file.name.hasPrefix(TemporaryFile.ownPrefix + mark)
      let found = try? (isOwn ? own : self).recover(file)
      if found == .removed { count += 1 }
    }
    return count
  }

  private static func hidden(in folder: FolderRoot) throws(UprightError) -> [FileLocation] {
    try UprightError.naming(folder.path) { () throws(SystemError) in
      try Syscalls.names(in: ".", in: folder.folder(".").descriptor)
        .filter { TemporaryFile.isName($0) || SwapName($0) != nil }
        .map { FileLocation(folder, $0, isLink: false) }
    }
  }

  /// Looks at the file at `path`, and settles what is to be settled.
  ///
  /// - Returns: What was found, nil for nothing.
  /// - Throws: `UprightError` `.io`.
  public func recover(_ path: String) throws(UprightError) -> Finding? { try recover(FileLocation(path: path)) }

  /// Looks at the file at `location`, and settles what is to be settled.
  ///
  /// - Returns: What was found, nil for nothing.
  /// - Throws: `UprightError` `.io`.
  public func recover(_ location: FileLocation) throws(UprightError) -> Finding? {
    let name = location.name
    if name.hasPrefix(JournalIntent.keptPrefix) { return try recover(kept: location) }
    if TemporaryFile.isName(name) { return try recover(temporary: location) }
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

  /// Whoever writes such a file has it locked.
  private func recover(temporary location: FileLocation, _ swap: SwapName? = nil) throws(UprightError) -> Finding? {
    try UprightError.naming(location.path) { () throws(SystemError) -> Finding? in
      let (folder, name) = (try location.folder().descriptor, location.name)
      let file = try Syscalls.openFile(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, in: folder)
      let state = try Syscalls.status(of: file)
      guard state.kind == .regular, [state.owner, 0].contains(geteuid()) else { return nil }
      if swap?.matches(FileState(state)) == false { return .displaced }
      do throws(SystemError) { try Syscalls.lock(file) } catch {
        guard error.number == EWOULDBLOCK else { throw error }
        return .inUse
      }
      guard state.modified.seconds <= now - age else { return .recent }
      guard try Syscalls.linkStatus(name, in: folder)?.isSameFile(as: state) == true else { return nil }
      if !isDryRun { try Syscalls.remove(name, in: folder) }
      return .removed
    }
  }

  /// A second name of a file that has its own still is of no use; whoever replaces that has it locked. A hidden name is none of its own: under one it lies
  /// in the moment after it was displaced.
  private func recover(kept location: FileLocation) throws(UprightError) -> Finding? {
    try UprightError.naming(location.path) { () throws(SystemError) -> Finding? in
      let (folder, own) = (try location.folder().descriptor, location.name)
      let state = try Syscalls.status(of: own, in: folder, followingLinks: false)
      guard state.kind == .regular else { return nil }
      guard state.linkCount > 1,
        try Syscalls.names(in: ".", in: folder).contains(where: { name in
          name != own && !name.hasPrefix(TemporaryFile.prefix)
            && (try? Syscalls.linkStatus(name, in: folder))?.isSameFile(as: state) == true
        })
      else { return .kept }
      let file = try Syscalls.openFile(own, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, in: folder)
      do throws(SystemError) { try Syscalls.lock(file) } catch {
        guard error.number == EWOULDBLOCK else { throw error }
        return .inUse
      }
      if !isDryRun { try Syscalls.remove(own, in: folder) }
      return .removed
    }
  }

  /// Whether a file of this number lies in the folder of `location`.
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

extension JournalHistory {
  /// Takes away what killed runs of the batch of `journal` left in its folders, and what other killed runs left there more than a minute ago.
  ///
  /// - Parameter unreadable: Told of folders that cannot be read; one that is gone is none of these.
  /// - Returns: How many files are gone, and in which folders some are left.
  public func removeLeftoverFiles(
    of journal: Journal?, now: Int, unreadable: (UprightError) -> Void
  ) -> (count: Int, left: [(folder: String, count: Int)]) {
    let recovery = Recovery(age: 60, now: now)
    var count = 0
    var left: [(folder: String, count: Int)] = []
    for folder in Set(writtenFolders + (roots?.folders ?? [])).sorted() {
      let root = FolderRoot(folder, followingLinks: false)
      do throws(UprightError) {
        if let journal { count += try recovery.clear(root, mark: journal.mark) }
      } catch {
        if case .io(_, ENOENT) = error { continue }
      }
      let leftoverFiles = recovery.leftoverFiles(in: root) { error in
        // In a folder that is gone nothing is left.
        if case .io(_, ENOENT) = error { return }
        unreadable(error)
      }
      if !leftoverFiles.isEmpty { left.append((folder, leftoverFiles.count)) }
    }
    return (count, left)
  }
}
