// Whole files written so that no crash, full disk or second writer leaves half of one: temporary file, fsync, rename, fsync of the folder.

public import Upright

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Writes files whole: under its final name a file is either the old one or the new one, never a part.
public enum SafeReplace {
  /// What a written file could not keep, or could not be rid of.
  public enum LostAttribute: Hashable, Sendable {
    /// The user it belonged to.
    case owner
    /// The group it belonged to, and with it what that group alone was allowed.
    case group
    /// An extended attribute, by its name.
    case attribute(String)
    /// The hidden file at this path, with what the new file replaced or that file itself under a second name: the system did not take it away.
    case hidden(String)
  }

  /// Puts new contents in the place of `original`; mode, owner and extended attributes (with them ACLs) are kept, the time of change where that is wanted.
  ///
  /// Symbolic links stay: what they lead to is replaced, in its own folder. Nothing is changed where anything fails, or
  /// where the contents were abandoned.
  ///
  /// - Parameters:
  ///   - partingHardLinks: Whether a file with several names may be replaced; the other names keep the old contents.
  ///   - byteCount: How long the new contents will be, as far as that is known; room for so many bytes is reserved before anything is written.
  ///   - keepingTime: Whether the new file says that it was last changed when the old one was.
  ///   - journal: Told beforehand; the old file is kept then, so that it can be put back.
  ///   - check: Looks at what was written, before it is anybody's.
  ///   - contents: Writes the new contents.
  /// - Returns: What the new file could not keep.
  /// - Throws: `UprightError` `.io` where the disk fails, with ESTALE where the file changed since it was opened, with
  ///   EMLINK where it has several names; and what `check` and `contents` throw.
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
    var temporary = try place.temporaryFile(of: journal)
    try UprightError.naming(path) { () throws(SystemError) in
      try Syscalls.reserve(byteCount ?? original.byteCount, for: temporary.file)
    }
    guard let sink = try fill(temporary.file, for: path, digests: journal != nil, contents) else { return [] }
    let (lostAttributes, written) = try UprightError.naming(path) { () throws(SystemError) in
      try Syscalls.cut(temporary.file, to: sink.byteCount)
      let lostAttributes = try KeptAttributes.copy(of: original, to: temporary.file)
      if keepingTime { try Syscalls.setModified(original.identity.modified, of: temporary.file) }
      return (lostAttributes, try FileBytes(temporary.file, path: path))
    }
    try synchronize(temporary.file, for: path)
    try check(written)
    try original.checkUnchanged()
    let announced = try announce(temporary.file, sink, at: place, displacing: original, in: journal)
    do throws(UprightError) {
      try UprightError.naming(path) { () throws(SystemError) in
        try temporary.replace(place.name, expecting: original.identity)
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
    return lostAttributes + (left.map { [.hidden($0)] } ?? [])
  }

  /// Makes sure, as far as that can be told beforehand, that the file at `path` could be rewritten.
  ///
  /// - Parameter keepingOriginal: Whether a journal is to keep the old file, which takes a second name for it.
  /// - Throws: `UprightError` `.io`, with EMLINK where it has several names, with EWOULDBLOCK where somebody is writing it, with EPERM where nobody
  ///   else than its owner may replace it; `.unsupported` where files have no second names.
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

  /// Writes a new file; it appears under its name only when it is whole and safe on the disk.
  ///
  /// - Parameters:
  ///   - source: What it is made from: it gets no name where the source changed meanwhile.
  ///   - others: What else it is made from. It is no more open than all that it is made from and than the file that it replaces (``FileAccess``); where there
  ///     is none of them, everybody may read and write it, less what the process's mask forbids.
  ///   - overwriting: Whether a file that is there already is replaced.
  ///   - keepingTime: Whether it says that it was last changed when its source was; asked when the contents are written.
  ///   - journal: Told beforehand; a file that is replaced is kept then, so that it can be put back.
  ///   - check: Looks at what was written, before it is anybody's.
  ///   - contents: Writes the contents.
  /// - Returns: What it could not be rid of.
  /// - Throws: `UprightError` `.io` where the disk fails, with EEXIST where the name is taken, with ESTALE where the
  ///   source changed since it was opened; and what `check` and `contents` throws.
  @discardableResult
  public static func create(
    _ location: FileLocation, from source: FileBytes? = nil, noMoreOpenThan others: Set<FileAccess> = [],
    overwriting: Bool = false, keepingTime: @autoclosure () -> Bool = false, journal: Journal? = nil,
    check: (FileBytes) throws(UprightError) -> Void = { (_) throws(UprightError) in },
    contents: (inout FileSink) throws(UprightError) -> Void
  ) throws(UprightError) -> [LostAttribute] {
    let path = location.path
    let place = try DirectoryEntry(of: location)
    if place.kind == .other { throw .unsupported("a pipe or a device instead of a file") }
    var temporary = try place.temporaryFile(of: journal)
    guard let sink = try fill(temporary.file, for: path, digests: journal != nil, contents) else { return [] }
    let sources = source.map { others.union([FileAccess(of: $0)]) } ?? others
    try UprightError.naming(path) { () throws(SystemError) in
      try place.giveAccess(temporary.file, from: sources, overwriting: overwriting)
      if keepingTime(), let source { try Syscalls.setModified(source.identity.modified, of: temporary.file) }
    }
    try synchronize(temporary.file, for: path)
    try check(UprightError.naming(path) { () throws(SystemError) in try FileBytes(temporary.file, path: path) })
    try source?.checkUnchanged()
    let there = journal == nil || !overwriting ? nil : try? FileBytes(at: place)
    if let there { try checkComesBack(there) }
    let announced = try announce(temporary.file, sink, at: place, displacing: there, in: journal)
    do throws(UprightError) {
      try UprightError.naming(path) { () throws(SystemError) in
        switch (overwriting, there) {
        case (true, let there?): try temporary.replace(place.name, expecting: there.identity)
        case (true, nil) where journal != nil: try temporary.take(place.name)
        case (true, nil): try temporary.replace(place.name)
        case (false, _): try temporary.take(place.name)
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

  /// Makes sure that undo would bring back what is replaced: nothing but images and movies, because a journal may be a stranger's.
  private static func checkComesBack(_ replaced: FileBytes) throws(UprightError) {
    do throws(UprightError) { _ = try Probe(checking: replaced) } catch {
      if case .io = error { throw error.naming(replaced.path) }
      throw .unanswerable(
        field: "--journal",
        reason: "what has this name now is no image or movie, and `upright undo` would not bring it back; "
          + "remove it, or leave --journal out")
    }
  }

  /// Makes sure, as far as that can be told beforehand, that ``create(_:from:noMoreOpenThan:overwriting:keepingTime:journal:check:contents:)`` can write a file at `path`.
  ///
  /// - Throws: `UprightError` `.io` where the folder is not there or takes no new file, with EEXIST where the name is taken, with EISDIR where it is that of a
  ///   folder; `.unsupported` for a pipe or a device.
  public static func checkCreating(_ path: String, overwriting: Bool = false) throws(UprightError) {
    let place = try DirectoryEntry(of: path)
    switch place.kind {
    case .other: throw .unsupported("a pipe or a device instead of a file")
    case .folder: throw .io(path: path, systemError: EISDIR)
    case .regular where !overwriting: throw .exists(path)
    case .regular, .link, nil: _ = try place.temporaryFile()
    }
  }

  /// As ``create(_:from:noMoreOpenThan:overwriting:keepingTime:journal:check:contents:)`` for a path, which may lead through symbolic links.
  ///
  /// - Returns: As that.
  /// - Throws: as that.
  @discardableResult
  public static func create(
    _ path: String, from source: FileBytes? = nil, noMoreOpenThan others: Set<FileAccess> = [],
    overwriting: Bool = false, keepingTime: @autoclosure () -> Bool = false, journal: Journal? = nil,
    check: (FileBytes) throws(UprightError) -> Void = { (_) throws(UprightError) in },
    contents: (inout FileSink) throws(UprightError) -> Void
  ) throws(UprightError) -> [LostAttribute] {
    try create(
      FileLocation(path: path), from: source, noMoreOpenThan: others, overwriting: overwriting,
      keepingTime: keepingTime(), journal: journal, check: check, contents: contents)
  }

  /// The file itself, locked for as long as it is replaced.
  private static func lock(_ place: DirectoryEntry, _ path: String) throws(UprightError) -> Descriptor {
    try UprightError.naming(path) { () throws(SystemError) in
      let own = try place.open(O_RDWR)
      try Syscalls.lock(own)
      return own
    }
  }

  private static func announce(
    _ file: Descriptor, _ sink: FileSink, at place: DirectoryEntry, displacing displaced: FileBytes?,
    in journal: Journal?
  ) throws(UprightError) -> AnnouncedFile? {
    guard let journal, let digest = sink.digest else { return nil }
    return try AnnouncedFile(file, digest: digest, at: place, displacing: displaced, in: journal)
  }

  /// - Returns: What took the contents; nil where they are not wanted.
  private static func fill(
    _ file: Descriptor, for path: String, digests: Bool,
    _ contents: (inout FileSink) throws(UprightError) -> Void
  ) throws(UprightError) -> FileSink? {
    var sink = FileSink(file, path: path, digests: digests)
    try contents(&sink)
    try sink.flush()
    return sink.isDiscarded ? nil : sink
  }

  private static func synchronize(_ file: Descriptor, for path: String) throws(UprightError) {
    try UprightError.naming(path) { () throws(SystemError) in try Syscalls.synchronize(file) }
  }
}
