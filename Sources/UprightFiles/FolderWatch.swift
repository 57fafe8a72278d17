// Watched folders: files that appear or change in them, once nobody writes to them any more. One
// program at a time may change a folder by watching it (flock(2)).

import CLinuxShim
package import Upright
import UprightSystem

/// Watches folders with their subfolders.
///
/// Changes come from the system's queue. They only say where to look: what a name is, and whether a file is finished,
/// is read from the folder each time.
package final class FolderWatch {
  /// A file that has not changed for a while.
  package struct FinishedFile: Sendable {
    /// Where it is.
    package let location: FileLocation
    /// Its state.
    package let identity: FileIdentity
    fileprivate let place: WatchedPath
  }

  /// Why folders cannot be watched, in words, and the error.
  package struct Failure: Error {
    /// One sentence, with what to do.
    package let sentence: String
    /// The error, for the exit code.
    package let error: UprightError

    /// The message.
    package var message: String {
      if case .io(let path, _) = error { "\(path): \(sentence)" } else { sentence }
    }

    init(sentence: String, error: UprightError) { (self.sentence, self.error) = (sentence, error) }

    /// Another error, in its own words.
    package init(_ error: UprightError) {
      if case .io(_, let number) = error {
        self.init(sentence: UprightError.systemSentence(number), error: error)
      } else {
        self.init(sentence: String(describing: error), error: error)
      }
    }
  }

  /// A file's place: the number of the named folder, and the path inside.
  fileprivate struct WatchedPath: Hashable {
    let root: Int
    let path: String

    /// Compares bytes: two spellings of one text are two names.
    static func == (one: Self, other: Self) -> Bool {
      one.root == other.root && one.path.utf8.elementsEqual(other.path.utf8)
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(root)
      for byte in path.utf8 { hasher.combine(byte) }
    }
  }

  /// A file that changed, and since when it looks the same.
  private struct Waiting {
    /// Its state; nil if it could not be read yet.
    var identity: FileIdentity?
    var since: ContinuousClock.Instant
    /// Whether a program writes to it and has not closed it.
    var isBeingWritten = false
  }

  /// Up to this many files wait at once; if there are more, the folders are searched again later.
  package static let capacity = 100_000

  /// The endings of names that programs give to files while they receive them.
  private static let unfinished: Set = [
    "crdownload", "download", "filepart", "opdownload", "part", "partial", "swp", "temp", "tmp",
  ]
  /// Up to this many pieces of changes are taken before files are looked at.
  private static let mostPieces = 64
  /// How long a file waits for a program to close it where the system cannot tell whether one writes to it.
  private static let patience = Duration.seconds(60)

  private let roots: [FolderRoot]
  private let settle: Duration
  private let capacity: Int
  private let events: FolderEvents?
  private var folders: [Int32: WatchedPath] = [:]
  private var waiting: [WatchedPath: Waiting] = [:]
  private var mustSearch = false
  private var lastSearch: ContinuousClock.Instant
  private let now: () -> ContinuousClock.Instant
  /// The number of files that one search left, because they were still being written.
  package private(set) var unfinishedCount = 0
  private let isKnown: (FileLocation, FileIdentity) -> Bool
  /// Gets folders and names that cannot be read, once each time the folders are searched.
  private let unreadable: (UprightError) -> Void

  /// - Parameters:
  ///   - settle: How long a file must look the same.
  ///   - isOnce: Whether the folders are only searched, and not watched.
  ///   - capacity: How many files may wait at once.
  ///   - isKnown: Whether a file in this state does not matter, because it was processed.
  ///   - unreadable: Gets what cannot be read.
  ///   - now: The time by which files settle.
  /// - Throws: `Failure`.
  package init(
    _ folders: [String], settle: Duration, isOnce: Bool = false,
    capacity: Int = FolderWatch.capacity, isKnown: @escaping (FileLocation, FileIdentity) -> Bool = { _, _ in false },
    unreadable: @escaping (UprightError) -> Void = { _ in },
    now: @escaping () -> ContinuousClock.Instant = { .now }
  ) throws(Failure) {
    // Nothing stays open: a subfolder may be replaced while it is watched, and the new one has its name.
    roots = folders.map { FolderRoot($0, keepingOpen: false) }
    (self.settle, self.capacity, self.isKnown, self.unreadable) = (settle, capacity, isKnown, unreadable)
    (self.now, lastSearch) = (now, now())
    do throws(SystemError) { events = isOnce ? nil : try FolderEvents() } catch {
      throw Self.failure(error, folders.first ?? "", filesCanBeOpened: Self.filesCanBeOpened)
    }
    for root in roots {
      do throws(SystemError) { _ = try root.folder(".") } catch { throw Self.failure(error, root.path) }
    }
    try search()
  }

  /// Whether no file waits.
  package var isIdle: Bool { waiting.isEmpty && !mustSearch }

  /// Takes what changed; waits for it at most this long.
  ///
  /// - Throws: `Failure` if the folders cannot be watched any more.
  package func take(waiting time: Duration) throws(Failure) {
    if events == nil { Self.sleep(time) }
    events?.wait(atMost: time)
    for _ in 0..<(events == nil ? 0 : Self.mostPieces) {
      let next: [FolderEvents.Event]
      do throws(SystemError) { next = try events?.next() ?? [] } catch { throw Self.failure(error, roots[0].path) }
      if next.isEmpty { break }
      for event in next { try take(event) }
    }
    // A folder above it may have been moved, which no change reports.
    for root in roots {
      do throws(SystemError) { _ = try root.folder(".") } catch {
        guard !Self.shortages.contains(error.number) else { continue }
        throw Self.gone(root)
      }
    }
    if mustSearch, waiting.count < capacity / 2, now() - lastSearch > settle { try search() }
  }

  /// Removes files from those that wait: those that did not change for long enough, at most `count`.
  package func settled(atMost count: Int) -> [FinishedFile] {
    var found: [FinishedFile] = []
    let now = now()
    for (place, file) in waiting.sorted(by: { $0.value.since < $1.value.since }) {
      guard found.count < count, !Interruption.isRequested else { break }
      guard now - file.since >= settle else { continue }
      switch look(at: place) {
      case .nothing: waiting[place] = nil
      case .unknown: waiting[place] = Waiting(identity: nil, since: now, isBeingWritten: file.isBeingWritten)
      case .file(let location, let identity):
        guard let before = file.identity, identity.isUnchanged(since: before), identity.changed == before.changed else {
          delay(place, with: identity)
          continue
        }
        switch Self.isBeingWritten(location) {
        case true?: delay(place, with: identity)
        case nil where file.isBeingWritten && now - file.since < Self.patience: break
        default:
          waiting[place] = nil
          found.append(FinishedFile(location: location, identity: identity, place: place))
        }
      }
    }
    return found
  }

  /// Makes a file wait that has just changed; one search leaves it.
  private func delay(_ place: WatchedPath, with identity: FileIdentity) {
    guard events == nil else {
      waiting[place]?.identity = identity
      waiting[place]?.since = now()
      return
    }
    waiting[place] = nil
    unfinishedCount += 1
  }

  /// Makes a file wait once more, for `time`.
  package func putBack(_ file: FinishedFile, for time: Duration) {
    waiting[file.place] = Waiting(identity: file.identity, since: now() + time - settle)
  }

  /// Whether a program has the file open for writing; nil if the system cannot tell.
  private static func isBeingWritten(_ location: FileLocation) -> Bool? {
    guard let file = try? location.open(O_RDONLY | O_NONBLOCK) else { return nil }
    let answer = upright_is_being_written(file.number)
    return answer < 0 ? nil : answer == 1
  }

  /// Makes the folders be searched again, as after changes that the system's queue could not take.
  package func searchAgain() { mustSearch = true }

  private static func sleep(_ time: Duration) {
    _ = upright_wait(-1, Int32(time.components.attoseconds / 1_000_000_000_000_000 + time.components.seconds * 1_000))
  }

  private func take(_ event: FolderEvents.Event) throws(Failure) {
    if event.isAny(of: UPRIGHT_WATCH_OVERFLOWED) {
      mustSearch = true
      return
    }
    guard let place = folders[event.folder] else { return }
    if event.isAny(of: UPRIGHT_WATCH_FORGOTTEN) {
      folders[event.folder] = nil
    }
    guard let name = event.name else {
      if event.isAny(of: UPRIGHT_WATCH_UNMOUNTED) { mustSearch = true }
      guard place.path == ".",
        event.isAny(
          of: UPRIGHT_WATCH_SELF_DELETED, UPRIGHT_WATCH_SELF_MOVED,
          UPRIGHT_WATCH_UNMOUNTED, UPRIGHT_WATCH_FORGOTTEN)
      else { return }
      throw Self.gone(roots[place.root])
    }
    guard Self.isWanted(name) else { return }
    let entry = WatchedPath(root: place.root, path: place.path == "." ? name : FileName.joined(place.path, name))
    guard event.isAny(of: UPRIGHT_WATCH_FOLDER) else { return change(entry, event) }
    if event.isAny(of: UPRIGHT_WATCH_MOVED_OUT, UPRIGHT_WATCH_DELETED) {
      forget(entry)
      // Two folders may have exchanged their names.
      return try search(entry.root, from: entry.path)
    }
    if event.isAny(of: UPRIGHT_WATCH_CREATED, UPRIGHT_WATCH_MOVED_IN, UPRIGHT_WATCH_ATTRIBUTES) {
      try search(entry.root, from: entry.path)
    }
  }

  private func change(_ place: WatchedPath, _ event: FolderEvents.Event) {
    let isWritten = event.isAny(of: UPRIGHT_WATCH_WRITTEN, UPRIGHT_WATCH_MOVED_IN)
    let isBeingWritten = event.isAny(of: UPRIGHT_WATCH_MODIFIED) && !isWritten
    note(place, isBeingWritten: isBeingWritten ? true : isWritten ? false : nil)
  }

  /// Takes a file that changed; nil if the change does not say whether a program still writes to it.
  private func note(_ place: WatchedPath, isBeingWritten: Bool?) {
    let before = waiting[place]
    var identity: FileIdentity?
    switch look(at: place) {
    case .file(let location, let found) where isBeingWritten == true || !isKnown(location, found):
      identity = found
    case .unknown: break
    case .file, .nothing:
      waiting[place] = nil
      return
    }
    guard waiting.count < capacity || before != nil else {
      mustSearch = true
      return
    }
    waiting[place] = Waiting(
      identity: identity, since: now(), isBeingWritten: isBeingWritten ?? before?.isBeingWritten ?? false)
  }

  /// Forgets a folder that was moved or removed, and everything in it.
  private func forget(_ place: WatchedPath) {
    func isInside(_ other: WatchedPath) -> Bool {
      other == place || other.root == place.root && other.path.utf8.starts(with: (place.path + "/").utf8)
    }
    for (number, folder) in folders where isInside(folder) {
      events?.remove(number)
      folders[number] = nil
    }
    for file in waiting.keys where isInside(file) { waiting[file] = nil }
  }

  /// Searches all folders: what is new in them waits.
  private func search() throws(Failure) {
    mustSearch = false
    // The change that says that a program has closed a file may be lost.
    for place in waiting.keys { waiting[place]?.isBeingWritten = false }
    for index in roots.indices { try search(index, from: ".") }
    lastSearch = now()
  }

  /// Watches a folder with its subfolders, then lists it, so that no file is missed in between.
  private func search(_ index: Int, from start: String) throws(Failure) {
    let root = roots[index]
    var rest = [start]
    while let inside = rest.popLast(), !Interruption.isRequested {
      try watch(WatchedPath(root: index, path: inside), in: root)
      let found = root.entries(in: inside, results: nil) {
        // A folder that is gone was removed meanwhile.
        if case .io(_, let number) = $0, [ENOENT, ENOTDIR, ESTALE].contains(number), inside != "." { return }
        if case .io(_, let number) = $0, Self.shortages.contains(number) { mustSearch = true }
        unreadable($0)
      } notWalked: { _, _ in
      } wanted: {
        Self.isWanted($0)
      }
      for (name, kind) in found {
        let place = WatchedPath(root: index, path: name)
        if kind == .folder { rest.append(name) } else if waiting[place] == nil { note(place, isBeingWritten: nil) }
      }
    }
  }

  private func watch(_ place: WatchedPath, in root: FolderRoot) throws(Failure) {
    guard let events else { return }
    do throws(SystemError) {
      let number = try events.add(try root.folder(place.path))
      folders[number] = place
    } catch {
      switch error.number {
      case _ where place.path != "." && Self.passing.contains(error.number): return
      default: throw Self.failure(error, FileName.joined(root.path, place.path))
      }
    }
  }

  /// Errors of subfolders that are gone, or that cannot be read, which the listing reports.
  private static let passing = [ENOENT, ENOTDIR, ESTALE, ELOOP, EACCES, ENAMETOOLONG]
  /// Errors that say nothing about a file or folder.
  private static let shortages = [EMFILE, ENFILE, ENOMEM, EINTR, EAGAIN]

  /// What is at a place.
  private enum Content {
    case file(FileLocation, FileIdentity)
    /// Nothing, or no regular file. Links are not followed: anybody who may put one here could have any file changed.
    case nothing
    /// It cannot be determined now.
    case unknown
  }

  private func look(at place: WatchedPath) -> Content {
    let root = roots[place.root]
    do throws(SystemError) {
      let folder = try root.folder(FileName.folder(of: place.path))
      let own = try Syscalls.linkStatus(FileName.last(of: place.path), in: folder.descriptor)
      guard let own, own.kind == .regular else { return .nothing }
      return .file(FileLocation(root, place.path, isLink: false), own)
    } catch {
      return Self.shortages.contains(error.number) ? .unknown : .nothing
    }
  }

  /// Whether a name is neither hidden nor that of an unfinished file.
  private static func isWanted(_ name: String) -> Bool {
    name.utf8.first != UInt8(ascii: ".") && name.utf8.last != UInt8(ascii: "~")
      && !unfinished.contains(FileName.fileExtension(of: name).lowercased())
  }

  private static func gone(_ root: FolderRoot) -> Failure {
    Failure(
      sentence: "the watched folder was moved or removed", error: .io(path: root.path, systemError: ENOENT))
  }

  /// Whether this process may open one more file.
  private static var filesCanBeOpened: Bool { (try? Syscalls.openFile("/", O_RDONLY | O_DIRECTORY)) != nil }

  /// What to do about a system's limit.
  ///
  /// - Parameter filesCanBeOpened: Whether files can still be opened: then EMFILE is inotify's own limit.
  static func failure(_ error: SystemError, _ path: String, filesCanBeOpened: Bool = false) -> Failure {
    switch error.number {
    case ENOSPC:
      Failure(
        sentence: """
          the limit on watched folders is reached; raise it: sudo sysctl fs.inotify.max_user_watches=1048576 (keep it \
          in /etc/sysctl.d/), or watch fewer folders
          """, error: .shortage(of: .folderWatches))
    case EMFILE where filesCanBeOpened:
      Failure(
        sentence: """
          too many programs watch folders; stop one, or raise the limit: sudo sysctl \
          fs.inotify.max_user_instances=1024 (keep it in /etc/sysctl.d/)
          """, error: .shortage(of: .folderWatches))
    case EMFILE, ENFILE:
      Failure(sentence: "too many files are open; raise the limit: ulimit -n 4096", error: .outOfProcesses)
    case EWOULDBLOCK:
      Failure(
        sentence: "another upright watch changes the files of this folder; stop that one first",
        error: .io(path: path, systemError: EWOULDBLOCK))
    case ENOSYS:
      Failure(
        sentence: """
          this system cannot report changes in folders, only Linux can (inotify); run the command with \
          \(option: .once) from cron or launchd
          """, error: .unsupported("no inotify"))
    default:
      Failure(
        sentence: UprightError.systemSentence(error.number), error: .io(path: path, systemError: error.number))
    }
  }
}

extension FolderWatch {
  /// Why these folders cannot be watched together, or with results in `output`; nil if they can.
  ///
  /// - Throws: `UprightError` `.io` if a folder does not exist.
  package static func conflict(of folders: [String], output: String?) throws(UprightError) -> String? {
    var known: [(path: String, real: String)] = []
    for path in folders {
      guard try FileIdentity(path: path).kind == .folder else {
        throw .io(path: path, systemError: ENOTDIR)
      }
      let real = try JournalRoots.resolved(path)
      for other in known where isInside(real, other.real) || isInside(other.real, real) {
        return "\(path) and \(other.path) contain the same files; watch the outer folder only"
      }
      known.append((path, real))
    }
    guard let output else { return nil }
    let existing = try? FileIdentity(path: output)
    let isName = !output.hasSuffix("/") && ContainerFormat(fileExtension: FileName.fileExtension(of: output)) != nil
    if existing.map({ $0.kind != .folder }) ?? isName {
      return "\(option: .output, output) is not a folder; / at its end makes it one"
    }
    if folders.count > 1 {
      return "\(option: .output) takes the results of one watched folder; run one program for each"
    }
    let real = try JournalRoots.resolved(output)
    for folder in known {
      if isInside(real, folder.real) {
        return "\(output) is in the watched folder \(folder.path), so results would be processed again; choose another"
      }
      if isInside(folder.real, real) {
        return """
          the watched folder \(folder.path) is in \(output), so results may get into it; choose another for \
          \(option: .output)
          """
      }
    }
    return nil
  }

  private static func isInside(_ one: String, _ other: String) -> Bool {
    JournalRoots([other])?.contains(folder: one) == true
  }
}

/// Watched folders, locked until this is released; each lock also ends with the process.
package final class FolderLock {
  private let locked: [Descriptor]

  /// Locks folders, where the system can.
  ///
  /// - Throws: `FolderWatch.Failure` if another program has locked one, or if one cannot be read.
  package init(_ folders: [String]) throws(FolderWatch.Failure) {
    var locked: [Descriptor] = []
    for path in folders {
      do throws(SystemError) {
        let folder = try Syscalls.openFile(path, O_RDONLY | O_DIRECTORY)
        do throws(SystemError) { try Syscalls.lock(folder) } catch {
          // Over NFS, a lock needs a file that is open for writing.
          guard error.number == EBADF else { throw error }
        }
        locked.append(folder)
      } catch { throw FolderWatch.failure(error, path) }
    }
    self.locked = locked
  }
}
