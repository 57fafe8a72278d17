// A folder of files that can be made again: bounded, shared by processes, and apart from the files they are made from.

public import Upright
import UprightSystem

/// A folder that contains nothing but a cache. All work starts from its descriptor, and only names that caches give are
/// ever replaced or removed: 64 hexadecimal digits and `.result`, or those of an `IndexCache`.
///
/// Its files are not flushed when written: a power cut may damage them, so each must prove its content when read.
public final class CacheFolder: Sendable {
  /// What the folder may contain, for all processes that share it.
  public struct Bounds: Hashable, Sendable {
    /// The bytes of all files, each rounded up to whole blocks of 4 KiB.
    public var bytes: Int
    /// The number of files.
    public var files: Int

    /// These bounds; each is at least 1.
    public init(bytes: Int, files: Int) { (self.bytes, self.files) = (max(1, bytes), max(1, files)) }

    /// A part of both.
    fileprivate func share(_ parts: Int, of all: Int) -> Bounds {
      Bounds(bytes: bytes / all * parts, files: files * parts / all)
    }
  }

  /// What the folder contained when it was last listed, with what this process has written since.
  public struct Figures: Hashable, Sendable {
    /// The bytes of its files, each rounded up to whole blocks of 4 KiB.
    public fileprivate(set) var bytes = 0
    /// The number of its files.
    public fileprivate(set) var files = 0
    /// The files that this process has removed to make room.
    public fileprivate(set) var removed = 0
  }

  /// The kinds of files, as the ends of their names.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// An index of a JPEG, named by numbers.
    case index
    /// A result, named by a digest.
    case result
  }

  /// Its path, as given.
  public let path: String
  /// The folder as a place for results.
  package let root: FolderRoot
  private let folder: OpenedFolder
  private let bounds: Bounds
  private let state = Lock(State())

  private struct State {
    var figures = Figures()
    /// What this process has written since the folder was listed.
    var written = Figures()
  }

  /// The age in seconds from which a temporary file that nobody has locked is a leftover.
  private static let leftoverAge = 60
  /// A file's last use is noted once in this many seconds.
  private static let useInterval = 60

  /// Opens the folder, which is created if it does not exist, and removes leftovers and what exceeds the bounds.
  ///
  /// - Parameter sources: Folders that must be neither inside this folder nor around it.
  /// - Throws: `.io` if it cannot be opened or listed; `.unanswerable` if it is not apart from `sources`, or contains
  ///   anything else than a cache.
  public init(
    _ path: String, within bounds: Bounds, apartFrom sources: [ServedFolder]
  ) throws(UprightError) {
    try Self.check(path, isOutsideOf: sources)
    try Folder.make(path)
    let folder = try UprightError.naming(path) { () throws(SystemError) in try OpenedFolder(path) }
    (self.path, self.bounds, self.folder) = (path, bounds, folder)
    root = FolderRoot(resultsIn: folder)
    for source in sources {
      let isApart = try UprightError.naming(path) { () throws(SystemError) in
        try Self.areApart(folder.descriptor, source.folder.descriptor)
      }
      guard isApart else { throw Self.overlap(path, source) }
    }
    let found = try UprightError.naming(path) { () throws(SystemError) in try listed() }
    if let stranger = found.stranger {
      throw .unanswerable(
        field: "\(field: .cacheFolder)",
        reason: "\(path) contains \(stranger), which is not part of a cache; name an empty folder")
    }
    try UprightError.naming(path) { () throws(SystemError) in try shrink(found.entries, to: bounds) }
  }

  /// What it contains.
  public var figures: Figures { state.withLock(\.figures) }

  // MARK: Reading

  /// The content of a file; nil if it does not exist, is too long, or others may have written it.
  public func read(_ name: String, atMost count: Int) -> [UInt8]? {
    guard Self.isName(name), let file = try? FileBytes(root.location(name)), file.byteCount <= count,
      file.identity.isTrusted, let bytes = try? file.read(0..<file.byteCount)
    else { return nil }
    noteUse(of: file)
    return bytes
  }

  /// Notes that a file of the folder is of use, so that others are removed before it.
  package func noteUse(of file: FileBytes) {
    let now = Syscalls.now()
    guard abs(now.seconds - file.identity.modified.seconds) > Self.useInterval else { return }
    try? Syscalls.setModified(now, of: file.file)
  }

  // MARK: Writing

  /// Whether a file of `count` bytes leaves room for others; larger ones are better not written.
  public func canHold(_ count: Int) -> Bool { count <= bounds.bytes / 4 }

  /// Writes a file as a whole: it appears complete under its name, in place of any other, for its owner alone. Files that
  /// were not used for longest are removed first if there would be too many.
  ///
  /// - Parameters:
  ///   - parts: Its content, one part after the other.
  ///   - name: Its name, one that caches give.
  /// - Throws: `.io`; with EINVAL for another name.
  public func write(_ parts: [[UInt8]], as name: String) throws(UprightError) {
    let count = parts.reduce(0) { $0 + $1.count }
    try makeRoom(for: count)
    try UprightError.naming(path) { () throws(SystemError) in
      guard Self.isName(name) else { throw SystemError(number: EINVAL) }
      var temporary = try TemporaryFile(in: folder)
      for part in parts { try Syscalls.append(part, to: temporary.file.number) }
      try temporary.replace(name)
    }
    noteWritten(count)
  }

  /// Removes a file that turned out to be damaged.
  public func remove(_ name: String) {
    guard Self.isName(name) else { return }
    try? Syscalls.remove(name, in: folder.descriptor)
  }

  /// Removes the files that were not used for longest, if a file of `count` bytes could exceed the bounds.
  ///
  /// The folder is listed again whenever this process has written a thirty-second of the bounds, and then shrunk by a
  /// sixteenth. So two processes that do not know of each other exceed the bounds by no more than the files that they
  /// are writing.
  ///
  /// - Throws: `.io` if the folder cannot be listed.
  func makeRoom(for count: Int) throws(UprightError) {
    let step = bounds.share(1, of: 32)
    let isDue = state.withLock { state in
      let blocks = Self.blocks(count)
      return state.written.bytes + blocks > step.bytes || state.written.files + 1 > step.files
        || state.figures.bytes + blocks > bounds.bytes || state.figures.files + 1 > bounds.files
    }
    guard isDue else { return }
    try shrink(to: bounds.share(15, of: 16), besides: Self.blocks(count))
  }

  /// Removes a quarter of the content, because the disk is full.
  ///
  /// - Returns: Whether anything was removed.
  public func giveUpQuarter() -> Bool {
    let now = figures
    try? shrink(to: Bounds(bytes: now.bytes / 4 * 3, files: now.files), besides: 0)
    return figures.removed > now.removed
  }

  /// Counts a file that was written.
  private func noteWritten(_ count: Int) {
    state.withLock { state in
      state.written.bytes += Self.blocks(count)
      state.written.files += 1
      state.figures.bytes += Self.blocks(count)
      state.figures.files += 1
    }
  }

  // MARK: Bounds

  private struct Entry {
    let name: String
    let bytes: Int
    let modified: FileIdentity.Time
    let isTemporary: Bool
  }

  private func shrink(to most: Bounds, besides count: Int) throws(UprightError) {
    var most = most
    most.bytes = max(0, most.bytes - count)
    try UprightError.naming(path) { () throws(SystemError) in try shrink(try listed().entries, to: most) }
  }

  private func shrink(_ entries: [Entry], to most: Bounds) throws(SystemError) {
    var (bytes, files, removed) = (entries.reduce(0) { $0 + $1.bytes }, entries.count, 0)
    let now = Syscalls.now()
    func remove(_ entry: Entry) {
      do throws(SystemError) { try Syscalls.remove(entry.name, in: folder.descriptor) } catch {
        // Another process may have removed it.
        guard error.number == ENOENT else { return }
      }
      (bytes, files, removed) = (bytes - entry.bytes, files - 1, removed + 1)
    }
    for entry in entries where entry.isTemporary && isLeftover(entry, at: now) { remove(entry) }
    if bytes > most.bytes || files > most.files {
      for entry in entries.filter({ !$0.isTemporary }).sorted(by: { $0.modified < $1.modified }) {
        guard bytes > most.bytes || files > most.files else { break }
        remove(entry)
      }
    }
    state.withLock { state in
      state.figures = Figures(bytes: bytes, files: files, removed: state.figures.removed + removed)
      state.written = Figures()
    }
  }

  /// Whether a temporary file was left by a process that was killed: it is old, and nobody has locked it.
  private func isLeftover(_ entry: Entry, at now: FileIdentity.Time) -> Bool {
    guard now.seconds - entry.modified.seconds > Self.leftoverAge,
      let file = try? Syscalls.openFile(
        entry.name, O_RDWR | O_NOFOLLOW | O_NONBLOCK, in: folder.descriptor, links: .noneBeneath)
    else { return false }
    return (try? Syscalls.lock(file)) != nil
  }

  /// The files of the cache, and a name that no cache gives; names that begin with a dot are ignored.
  private func listed() throws(SystemError) -> (entries: [Entry], stranger: String?) {
    let listing = try Syscalls.openFile(".", O_RDONLY | O_DIRECTORY, in: folder.descriptor)
    var entries: [Entry] = []
    var stranger: String?
    for entry in try Syscalls.entries(of: listing) {
      let isTemporary = HiddenName.isName(entry.name)
      guard isTemporary || Self.isName(entry.name) else {
        if !entry.name.hasPrefix("."), entry.name != "lost+found" { stranger = entry.name }
        continue
      }
      guard let state = try Syscalls.linkStatus(entry.name, in: listing) else { continue }
      guard state.kind == .regular else {
        stranger = entry.name
        continue
      }
      entries.append(
        Entry(
          name: entry.name, bytes: Self.blocks(state.byteCount), modified: state.modified, isTemporary: isTemporary))
    }
    return (entries, stranger)
  }

  /// What a file takes on the disk, at least: whole blocks.
  private static func blocks(_ count: Int) -> Int { (count + 4_095) & ~4_095 }

  private static let digits = Set("0123456789abcdef".utf8)

  /// Whether a name is one that caches give.
  static func isName(_ name: String) -> Bool {
    guard let dot = name.lastIndex(of: "."), let kind = Kind(rawValue: String(name[name.index(after: dot)...])) else {
      return false
    }
    let stem = name[..<dot]
    func isHex(_ text: Substring) -> Bool { !text.isEmpty && text.utf8.allSatisfy(digits.contains) }
    switch kind {
    case .index:
      let numbers = stem.split(separator: "-", omittingEmptySubsequences: false)
      return numbers.count == 2 && numbers.allSatisfy { isHex($0) && $0.utf8.count <= 16 }
    case .result: return stem.utf8.count == 64 && isHex(stem)
    }
  }

  // MARK: Sources

  private static func overlap(_ path: String, _ source: ServedFolder) -> UprightError {
    .unanswerable(
      field: "\(field: .cacheFolder)",
      reason: "\(path) and the served folder \(source.folder.path) must not contain each other")
  }

  /// Checks that a folder that does not exist yet will not be created inside `sources`.
  private static func check(_ path: String, isOutsideOf sources: [ServedFolder]) throws(UprightError) {
    var existing = path
    while (try? OpenedFolder(existing)) == nil {
      let parent = FileName.folder(of: existing.hasSuffix("/") ? String(existing.dropLast()) : existing)
      guard parent != existing else { return }
      existing = parent
    }
    guard existing != path else { return }
    for source in sources {
      let isInside = try UprightError.naming(path) { () throws(SystemError) in
        let own = try Syscalls.status(of: source.folder.descriptor)
        return try above(OpenedFolder(existing).descriptor).contains(where: own.isSameFile(as:))
      }
      guard !isInside else { throw overlap(path, source) }
    }
  }

  /// Whether neither of two folders contains the other, by the folders above each.
  private static func areApart(_ one: Descriptor, _ other: Descriptor) throws(SystemError) -> Bool {
    let (onePath, otherPath) = (try above(one), try above(other))
    guard let first = onePath.first, let second = otherPath.first else { return false }
    return !onePath.contains(where: second.isSameFile(as:)) && !otherPath.contains(where: first.isSameFile(as:))
  }

  /// A folder, and all folders above it.
  private static func above(_ folder: Descriptor) throws(SystemError) -> [FileIdentity] {
    var (current, all) = (folder, [try Syscalls.status(of: folder)])
    while all.count <= 4_096 {
      current = try Syscalls.openFolder("..", in: current)
      let next = try Syscalls.status(of: current)
      if let last = all.last, last.isSameFile(as: next) { return all }
      all.append(next)
    }
    throw SystemError(number: ELOOP)
  }
}

extension FileIdentity {
  /// Whether only the running user or the superuser can have written this file.
  fileprivate var isTrusted: Bool {
    kind == .regular && permissions & 0o022 == 0 && [0, geteuid()].contains(owner)
  }
}
