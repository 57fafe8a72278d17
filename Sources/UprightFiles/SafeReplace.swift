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

    /// What the permissions and attributes lost.
    init(_ loss: FileAccess.Loss) {
      self =
        switch loss {
        case .owner: .owner
        case .group: .group
        case .attribute(let name): .attribute(name)
        }
    }
  }

  /// What a new file may replace, who may read it, and whether what it replaces is kept.
  public struct Replacement: Sendable {
    /// Whether an existing file is replaced.
    public var overwrites: Bool
    /// The only file that is replaced, and only as it was; nil for any.
    public var replaced: FileIdentity?
    /// The new file's further sources. It grants no more access than any source and the file that it replaces
    /// (``FileAccess``); without these, everybody may read and write it, less the umask.
    public var access: Set<FileAccess>
    /// Gets the intent first; a replaced file is then kept for undo.
    public var journal: Journal?

    /// By default, a new file that replaces none, without a journal.
    public init(
      overwrites: Bool = false, only replaced: FileIdentity? = nil, noMoreOpenThan access: Set<FileAccess> = [],
      journal: Journal? = nil
    ) {
      (self.overwrites, self.replaced, self.access, self.journal) = (overwrites, replaced, access, journal)
    }
  }

  /// A file to write: where, from what, and in place of what.
  private struct NewContents {
    /// Where it gets its name.
    let place: DirectoryEntry
    /// The same, as given.
    let path: String
    /// Its source: the file gets no name if the source changed meanwhile.
    let source: FileBytes?
    /// The file that it replaces; nil to replace whatever has the name, if `replacement` allows it.
    var original: FileBytes?
    var replacement: Replacement
    /// How much space is reserved first; nil for none.
    var reservedByteCount: Int?

    var journal: Journal? { replacement.journal }
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
    let own = try place.locked(path)
    defer { withExtendedLifetime(own) {} }
    let new = NewContents(
      place: place, path: path, source: original, original: original, replacement: Replacement(journal: journal),
      reservedByteCount: byteCount ?? original.byteCount)
    return try write(new, keepingTime: keepingTime, check: check, contents: contents) {
      file, byteCount throws(SystemError) in
      try Syscalls.cut(file, to: byteCount)
      return try KeptAttributes.copy(of: original, to: file).map(LostAttribute.init)
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
    let own = try place.locked(path)
    defer { withExtendedLifetime(own) {} }
    if keepingOriginal { return try AnnouncedFile.check(file, at: place) }
    _ = try place.temporaryFile()
  }

  /// Writes a new file; it appears under its name only when complete and flushed.
  ///
  /// - Parameters:
  ///   - source: Its source: the file gets no name if the source changed meanwhile.
  ///   - others: Its other sources, whose access it does not exceed (``Replacement/access``).
  ///   - overwriting: Whether an existing file is replaced.
  ///   - contents: Writes the contents.
  /// - Returns: The hidden files that could not be removed.
  /// - Throws: `UprightError` `.io` if the disk fails, with EEXIST if the name is taken, with ESTALE if the source
  ///   changed since it was opened; errors of `contents`.
  @discardableResult
  public static func create(
    _ location: FileLocation, from source: FileBytes? = nil, noMoreOpenThan others: Set<FileAccess> = [],
    overwriting: Bool = false, contents: (inout FileSink) throws(UprightError) -> Void
  ) throws(UprightError) -> [LostAttribute] {
    let replacement = Replacement(overwrites: overwriting, noMoreOpenThan: others)
    return try create(location, from: source, by: replacement, contents: contents)
  }

  /// Writes a new file at a path in which symbolic links are followed; it appears under its name only when complete and
  /// flushed.
  ///
  /// - Parameters:
  ///   - source: Its source: the file gets no name if the source changed meanwhile.
  ///   - others: Its other sources, whose access it does not exceed (``Replacement/access``).
  ///   - overwriting: Whether an existing file is replaced.
  ///   - contents: Writes the contents.
  /// - Returns: The hidden files that could not be removed.
  /// - Throws: `UprightError` `.io` if the disk fails, with EEXIST if the name is taken, with ESTALE if the source
  ///   changed since it was opened; errors of `contents`.
  @discardableResult
  public static func create(
    _ path: String, from source: FileBytes? = nil, noMoreOpenThan others: Set<FileAccess> = [],
    overwriting: Bool = false, contents: (inout FileSink) throws(UprightError) -> Void
  ) throws(UprightError) -> [LostAttribute] {
    try create(
      FileLocation(path: path), from: source, noMoreOpenThan: others, overwriting: overwriting, contents: contents)
  }

  /// Writes a new file; it appears under its name only when complete, checked and flushed.
  ///
  /// - Parameters:
  ///   - source: Its source: the file gets no name if the source changed meanwhile.
  ///   - replacement: What it may replace, and who may read it.
  ///   - keepingTime: Whether it takes its source's modification time; evaluated when the contents are written.
  ///   - check: Checks what was written, before it gets the name.
  ///   - contents: Writes the contents.
  /// - Returns: The hidden files that could not be removed.
  /// - Throws: `UprightError` `.io` if the disk fails, with EEXIST if the name is taken, with ESTALE if the source
  ///   changed since it was opened, or if the file that may be replaced did; errors of `check` and `contents`.
  @discardableResult
  public static func create(
    _ location: FileLocation, from source: FileBytes? = nil, by replacement: Replacement,
    keepingTime: @autoclosure () -> Bool = false,
    check: (FileBytes) throws(UprightError) -> Void = { (_) throws(UprightError) in },
    contents: (inout FileSink) throws(UprightError) -> Void
  ) throws(UprightError) -> [LostAttribute] {
    let place = try DirectoryEntry(of: location)
    if place.kind == .other { throw .unsupported("not a regular file; pipes and devices cannot be replaced") }
    let new = NewContents(place: place, path: location.path, source: source, replacement: replacement)
    return try write(new, keepingTime: keepingTime(), check: check, contents: contents) {
      file, _ throws(SystemError) in
      let sources = source.map { replacement.access.union([FileAccess(of: $0)]) } ?? replacement.access
      try place.giveAccess(file, from: sources, overwriting: replacement.overwrites, isReport: source == nil)
      return []
    }
  }

  /// Writes a complete temporary file, and gives it its name.
  ///
  /// - Parameter attributes: Sets the file's owner and permissions; gets the length of its contents.
  /// - Returns: What the file could not keep, and hidden files that could not be removed.
  private static func write(
    _ new: NewContents, keepingTime: @autoclosure () -> Bool, check: (FileBytes) throws(UprightError) -> Void,
    contents: (inout FileSink) throws(UprightError) -> Void,
    attributes: (Descriptor, _ byteCount: Int) throws(SystemError) -> [LostAttribute]
  ) throws(UprightError) -> [LostAttribute] {
    let (place, path) = (new.place, new.path)
    let temporary = try place.temporaryFile(of: new.journal)
    if let byteCount = new.reservedByteCount {
      try UprightError.naming(path) { () throws(SystemError) in try Syscalls.reserve(byteCount, for: temporary.file) }
    }
    var sink = FileSink(temporary.file, path: path, digests: new.journal != nil)
    try contents(&sink)
    try sink.flush()
    if sink.isDiscarded { return [] }
    let (lostAttributes, written) = try UprightError.naming(path) { () throws(SystemError) in
      let lostAttributes = try attributes(temporary.file, sink.byteCount)
      if keepingTime(), let source = new.source?.identity {
        try Syscalls.setModified(source.modified, of: temporary.file)
      }
      try Syscalls.synchronize(temporary.file)
      return (lostAttributes, try FileBytes(temporary.file, path: path))
    }
    try check(written)
    try new.source?.checkUnchanged()
    let isKept = new.journal != nil && new.replacement.overwrites
    var displaced = new.original
    if displaced == nil, isKept { displaced = try existing(place) }
    if new.original == nil, let displaced { try checkComesBack(displaced) }
    return try lostAttributes + publish(temporary, sink, as: new, displacing: displaced)
  }

  /// The file of this name; nil if there is none.
  private static func existing(_ place: DirectoryEntry) throws(UprightError) -> FileBytes? {
    do throws(UprightError) { return try FileBytes(at: place) } catch {
      guard case .io(_, ENOENT) = error else { throw error }
      return nil
    }
  }

  /// Gives a complete file its name: records it in the journal, renames it, and flushes the folder. If a step fails,
  /// what had the name before has it again.
  ///
  /// - Returns: What could not be removed.
  private static func publish(
    _ temporary: consuming TemporaryFile, _ sink: FileSink, as new: NewContents, displacing displaced: FileBytes?
  ) throws(UprightError) -> [LostAttribute] {
    let place = new.place
    var announced: AnnouncedFile?
    if let journal = new.journal, let digest = sink.digest {
      announced = try AnnouncedFile(temporary.file, digest: digest, at: place, displacing: displaced, in: journal)
    }
    do throws(UprightError) {
      try UprightError.naming(new.path) { () throws(SystemError) in
        if let expected = displaced?.identity ?? new.replacement.replaced {
          try temporary.replace(place.name, expecting: expected)
        } else if new.replacement.overwrites, new.journal == nil {
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
        field: "\(field: .journal)",
        reason: """
          the existing file is not an image or video, so `upright undo` could not restore it; remove it, or leave out \
          \(option: .journal)
          """)
    }
  }

  /// Checks, as far as possible in advance, that a file can be created at `path`.
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
}

extension DirectoryEntry {
  /// A new file in the same folder; with a journal, its name marks it as a file of that batch.
  fileprivate func temporaryFile(of journal: Journal?) throws(UprightError) -> TemporaryFile {
    journal?.enter(self)
    return try temporaryFile(mark: journal?.mark ?? "")
  }
}

// Many small new files at once, each complete, flushed together (syncfs(2)): many cost little more than one.

/// A new file, with all its bytes in memory.
public struct NewFile: Hashable, Sendable {
  /// Its location.
  public var location: FileLocation
  /// Its contents.
  public var bytes: [UInt8]
  /// Its sources: it grants no more access than any of them (``FileAccess``).
  public var sources: Set<FileAccess>

  /// `bytes` at `location`, made from `sources`.
  public init(at location: FileLocation, bytes: [UInt8], sources: Set<FileAccess> = []) {
    (self.location, self.bytes, self.sources) = (location, bytes, sources)
  }

  /// `bytes` at `path`, in which symbolic links are followed, made from `sources`.
  public init(path: String, bytes: [UInt8], sources: Set<FileAccess> = []) {
    self.init(at: FileLocation(path: path), bytes: bytes, sources: sources)
  }

  /// The path of its location.
  public var path: String { location.path }
}

extension SafeReplace {
  /// The maximum number of files held open at a time.
  private static let batch = 256

  /// Writes new files; each appears under its name only when complete and flushed.
  ///
  /// If one fails, files of its batch without a name are removed; others may already exist.
  ///
  /// - Parameter overwriting: Whether existing files are replaced.
  /// - Throws: `UprightError` `.io` if the disk fails, with EEXIST if a name is taken; `.unsupported` for a pipe or a
  ///   device.
  public static func create(_ files: [NewFile], overwriting: Bool = false) throws(UprightError) {
    var start = 0
    while start < files.count {
      let end = min(start + batch, files.count)
      try createTogether(files[start..<end], overwriting: overwriting)
      start = end
    }
  }

  private static func createTogether(_ files: ArraySlice<NewFile>, overwriting: Bool) throws(UprightError) {
    var devices: [String: UInt64] = [:]
    // Files come folder by folder.
    var last: OpenedFolder?
    let written = try files.map { (file) throws(UprightError) in
      let isThere = last?.path.utf8.elementsEqual(FileName.folder(of: file.path).utf8) == true
      let place = try DirectoryEntry(of: file.location, in: isThere ? last : nil)
      last = place.isLink ? nil : place.folder
      return try WrittenFile(file, at: place, overwriting: overwriting, &devices)
    }
    if let error = PendingFlush.complete(written.map(\.pending)).lazy.compactMap({ $0 }).first { throw error }
    for file in written { try file.appear(overwriting: overwriting) }
    var folders: Set<String> = []
    for file in written where folders.insert(file.directoryEntry.folder.path).inserted {
      try file.directoryEntry.synchronizeFolder()
    }
  }
}

/// A file that is written but not yet named; removed with this value unless it gets its name.
private final class WrittenFile {
  let directoryEntry: DirectoryEntry
  private let path: String
  private let device: UInt64
  private var temporary: TemporaryFile

  /// - Parameter devices: The devices of folders' new files, as far as known.
  init(
    _ file: NewFile, at place: DirectoryEntry, overwriting: Bool, _ devices: inout [String: UInt64]
  ) throws(UprightError) {
    if place.kind == .other { throw .unsupported("not a regular file; pipes and devices cannot be replaced") }
    (self.directoryEntry, path) = (place, file.path)
    temporary = try place.temporaryFile()
    let descriptor = temporary.file
    let known = devices[place.folder.path]
    device = try UprightError.naming(path) { () throws(SystemError) in
      try Syscalls.append(file.bytes, to: descriptor.number)
      try place.giveAccess(descriptor, from: file.sources, overwriting: overwriting, isReport: false)
      if let known { return known }
      return try Syscalls.status(of: descriptor).device
    }
    devices[place.folder.path] = device
  }

  var pending: PendingFlush { PendingFlush(path: path, file: temporary.file, device: device) }

  func appear(overwriting: Bool) throws(UprightError) {
    try UprightError.naming(path) { () throws(SystemError) in
      if overwriting { try temporary.replace(directoryEntry.name) } else { try temporary.take(directoryEntry.name) }
    }
  }
}
