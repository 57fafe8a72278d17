// Writes whole files so that no crash, full disk or second writer leaves a partial one: temporary file, fsync, rename,
// fsync of the folder.

public import Upright
import UprightSystem

/// Writes whole files: the final name always refers to the old file or the new one, never a partial file.
public enum SafeReplace {
  /// What a written file could not keep, or a hidden file that could not be removed.
  public enum LostAttribute: Hashable, Sendable {
    /// The user that owned it.
    case owner
    /// Its group, and with it the permissions of that group alone.
    case group
    /// An extended attribute, by its name.
    case attribute(String)
    /// The hidden file at this path, which holds the replaced file or is a second name of the new one: the system did
    /// not remove it.
    case hidden(String)
  }

  /// Replaces the contents of `original`. Mode, owner and extended attributes (including ACLs) are kept; the
  /// modification time on request.
  ///
  /// Symbolic links stay: their target is replaced, in its own folder. Nothing changes if anything fails or the
  /// contents are discarded.
  ///
  /// - Parameters:
  ///   - partingHardLinks: Whether a file with several names may be replaced; the other names keep the old contents.
  ///   - byteCount: The length of the new contents, if known; that much space is reserved first.
  ///   - keepingTime: Whether the new file keeps the old one's modification time.
  ///   - journal: Gets the intent first; the old file is then kept for undo.
  ///   - check: Checks what was written, before it gets the name.
  ///   - contents: Writes the new contents.
  /// - Returns: What the new file could not keep.
  /// - Throws: `UprightError` `.io` if the disk fails, with ESTALE if the file changed since it was opened, with EMLINK
  ///   if it has several names; errors of `check` and `contents`.
  @discardableResult
  public static func rewrite(
    _ original: FileBytes, byteCount: Int? = nil, partingHardLinks: Bool = false, keepingTime: Bool = false,
    journal: Journal? = nil,
    check: (FileBytes) throws(UprightError) -> Void = { (_) throws(UprightError) in },
    contents: (inout FileSink) throws(UprightError) -> Void
  ) throws(UprightError) -> [LostAttribute] {
    let path = original.path
    guard partingHardLinks || original.identity.linkCount == 1 else { throw .hardLinked(path) }
    let place = try original.directoryEntry()
    let own = try lock(place, path)
    defer { withExtendedLifetime(own) {} }
    return try write(
      at: place, path, from: original, displacing: original, reserving: byteCount ?? original.byteCount,
      keepingTime: keepingTime, journal: journal, check: check, contents: contents
    ) { file, byteCount throws(SystemError) in
      try Syscalls.cut(file, to: byteCount)
      return try KeptAttributes.copy(of: original, to: file)
    }
  }

  /// Checks, as far as possible in advance, that the file at `path` could be rewritten.
  ///
  /// - Parameter keepingOriginal: Whether a journal will keep the old file, which takes a second name.
  /// - Throws: `UprightError` `.io`, with EMLINK if it has several names, with EWOULDBLOCK if another process is
  ///   writing it, with EPERM if only its owner may replace it; `.unsupported` if the file system has no hard links.
  public static func check(
    _ path: String, partingHardLinks: Bool = false, keepingOriginal: Bool = false
  ) throws(UprightError) {
    let file = try FileBytes(path: path)
    guard partingHardLinks || file.identity.linkCount == 1 else { throw .hardLinked(path) }
    let place = try file.directoryEntry()
    let own = try lock(place, path)
    defer { withExtendedLifetime(own) {} }
    if keepingOriginal { return try AnnouncedFile.check(file, at: place) }
    _ = try place.temporaryFile()
  }

  /// Writes a new file; it appears under its name only when complete and flushed.
  ///
  /// - Parameters:
  ///   - source: Its source: the file gets no name if the source changed meanwhile.
  ///   - others: Its other sources. The file grants no more access than any source and the file that it replaces
  ///     (``FileAccess``); without these, everybody may read and write it, less the umask.
  ///   - overwriting: Whether an existing file is replaced.
  ///   - replaced: The only file that is replaced, and only as it was; nil for any.
  ///   - keepingTime: Whether it takes its source's modification time; evaluated when the contents are written.
  ///   - journal: Gets the intent first; a replaced file is then kept for undo.
  ///   - check: Checks what was written, before it gets the name.
  ///   - contents: Writes the contents.
  /// - Returns: The hidden files that could not be removed.
  /// - Throws: `UprightError` `.io` if the disk fails, with EEXIST if the name is taken, with ESTALE if the source
  ///   changed since it was opened, or if `replaced` did; errors of `check` and `contents`.
  @discardableResult
  public static func create(
    _ location: FileLocation, from source: FileBytes? = nil, noMoreOpenThan others: Set<FileAccess> = [],
    overwriting: Bool = false, only replaced: FileIdentity? = nil, keepingTime: @autoclosure () -> Bool = false,
    journal: Journal? = nil,
    check: (FileBytes) throws(UprightError) -> Void = { (_) throws(UprightError) in },
    contents: (inout FileSink) throws(UprightError) -> Void
  ) throws(UprightError) -> [LostAttribute] {
    let path = location.path
    let place = try DirectoryEntry(of: location)
    if place.kind == .other { throw .unsupported("not a regular file; pipes and devices cannot be replaced") }
    return try write(
      at: place, path, from: source, overwriting: overwriting, only: replaced, keepingTime: keepingTime(),
      journal: journal, check: check, contents: contents
    ) { file, _ throws(SystemError) in
      let sources = source.map { others.union([FileAccess(of: $0)]) } ?? others
      try place.giveAccess(file, from: sources, overwriting: overwriting, isReport: source == nil)
      return []
    }
  }

  /// Writes a complete temporary file, and gives it the name at `place`.
  ///
  /// - Parameters:
  ///   - source: Its source: the file gets no name if the source changed meanwhile.
  ///   - original: The file that it replaces; nil to replace whatever has the name, if `overwriting`.
  ///   - replaced: The only file that is replaced if `overwriting`; nil for any.
  ///   - byteCount: How much space is reserved first; nil for none.
  ///   - attributes: Sets the file's owner and permissions; gets the length of its contents.
  /// - Returns: What the file could not keep, and hidden files that could not be removed.
  private static func write(
    at place: DirectoryEntry, _ path: String, from source: FileBytes?, displacing original: FileBytes? = nil,
    overwriting: Bool = false, only replaced: FileIdentity? = nil, reserving byteCount: Int? = nil,
    keepingTime: @autoclosure () -> Bool, journal: Journal?, check: (FileBytes) throws(UprightError) -> Void,
    contents: (inout FileSink) throws(UprightError) -> Void,
    attributes: (Descriptor, _ byteCount: Int) throws(SystemError) -> [LostAttribute]
  ) throws(UprightError) -> [LostAttribute] {
    let temporary = try place.temporaryFile(of: journal)
    if let byteCount {
      try UprightError.naming(path) { () throws(SystemError) in try Syscalls.reserve(byteCount, for: temporary.file) }
    }
    var sink = FileSink(temporary.file, path: path, digests: journal != nil)
    try contents(&sink)
    try sink.flush()
    if sink.isDiscarded { return [] }
    let (lostAttributes, written) = try UprightError.naming(path) { () throws(SystemError) in
      let lostAttributes = try attributes(temporary.file, sink.byteCount)
      if keepingTime(), let source { try Syscalls.setModified(source.identity.modified, of: temporary.file) }
      try Syscalls.synchronize(temporary.file)
      return (lostAttributes, try FileBytes(temporary.file, path: path))
    }
    try check(written)
    try source?.checkUnchanged()
    let displaced = original ?? (journal == nil || !overwriting ? nil : try? FileBytes(at: place))
    if original == nil, let displaced { try checkComesBack(displaced) }
    return try lostAttributes
      + publish(
        temporary, sink, at: place, path, displacing: displaced, only: replaced, overwriting: overwriting, in: journal)
  }

  /// Gives a complete file its name: records it in the journal, renames it, and flushes the folder. If a step fails,
  /// what had the name before has it again.
  ///
  /// - Returns: What could not be removed.
  private static func publish(
    _ temporary: consuming TemporaryFile, _ sink: FileSink, at place: DirectoryEntry, _ path: String,
    displacing displaced: FileBytes?, only replaced: FileIdentity?, overwriting: Bool, in journal: Journal?
  ) throws(UprightError) -> [LostAttribute] {
    var announced: AnnouncedFile?
    if let journal, let digest = sink.digest {
      announced = try AnnouncedFile(temporary.file, digest: digest, at: place, displacing: displaced, in: journal)
    }
    do throws(UprightError) {
      try UprightError.naming(path) { () throws(SystemError) in
        if let expected = displaced?.identity ?? replaced {
          try temporary.replace(place.name, expecting: expected)
        } else if overwriting, journal == nil {
          try temporary.replace(place.name)
        } else {
          try temporary.take(place.name)
        }
      }
      do throws(UprightError) { try place.synchronizeFolder() } catch {
        temporary.restoreDisplaced(place.name)
        throw error
      }
    } catch {
      announced?.abandon(error)
      throw error
    }
    let left = temporary.clear()
    announced?.commit()
    return left.map { [.hidden($0)] } ?? []
  }

  /// Checks that undo would restore what is replaced: only images and movies, because a journal may come from a
  /// stranger.
  private static func checkComesBack(_ replaced: FileBytes) throws(UprightError) {
    do throws(UprightError) { _ = try Probe(checking: replaced) } catch {
      if case .io = error { throw error.naming(replaced.path) }
      throw .unanswerable(
        field: "--journal",
        reason: """
          the existing file is not an image or video, so `upright undo` could not restore it; remove it, or leave out \
          --journal
          """)
    }
  }

  /// Checks, as far as possible in advance, that
  /// `create(_:from:noMoreOpenThan:overwriting:only:keepingTime:journal:check:contents:)` can write a file at `path`.
  ///
  /// - Throws: `UprightError` `.io` if the folder is missing or not writable, with EEXIST if the name is taken, with
  ///   EISDIR if it is a folder's; `.unsupported` for a pipe or a device.
  public static func checkCreating(_ path: String, overwriting: Bool = false) throws(UprightError) {
    let place = try DirectoryEntry(of: path)
    switch place.kind {
    case .other: throw .unsupported("not a regular file; pipes and devices cannot be replaced")
    case .folder: throw .isFolder(path)
    case .regular where !overwriting: throw .exists(path)
    case .regular, .link, nil: _ = try place.temporaryFile()
    }
  }

  /// As ``create(_:from:noMoreOpenThan:overwriting:only:keepingTime:journal:check:contents:)``, for a path in which
  /// symbolic links are followed.
  ///
  /// - Returns: As that.
  /// - Throws: As that.
  @discardableResult
  public static func create(
    _ path: String, from source: FileBytes? = nil, noMoreOpenThan others: Set<FileAccess> = [],
    overwriting: Bool = false, only replaced: FileIdentity? = nil, keepingTime: @autoclosure () -> Bool = false,
    journal: Journal? = nil,
    check: (FileBytes) throws(UprightError) -> Void = { (_) throws(UprightError) in },
    contents: (inout FileSink) throws(UprightError) -> Void
  ) throws(UprightError) -> [LostAttribute] {
    try create(
      FileLocation(path: path), from: source, noMoreOpenThan: others, overwriting: overwriting, only: replaced,
      keepingTime: keepingTime(), journal: journal, check: check, contents: contents)
  }

  /// The file itself, locked while it is replaced.
  private static func lock(_ place: DirectoryEntry, _ path: String) throws(UprightError) -> Descriptor {
    try UprightError.naming(path) { () throws(SystemError) in
      let own = try place.open(O_RDWR)
      try Syscalls.lock(own)
      return own
    }
  }
}
