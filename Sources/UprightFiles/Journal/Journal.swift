// The write-ahead log of a batch: an intent is flushed to the disk before its change begins.

public import Upright
import UprightSystem

/// A journal that is open for writing, by one process at a time and any number of its threads.
public final class Journal: Sendable {
  /// Its path, as given.
  public let path: String
  /// Its contents when it was opened.
  public let history: JournalHistory
  /// The folders whose files it may name.
  public let roots: JournalRoots
  /// The prefix in the names of the batch's unfinished files, so that they can be identified after a crash.
  let mark: String
  private let file: Descriptor
  private let state: Lock<State>

  private struct State {
    var nextNumber: Int
    /// Bytes of complete lines.
    var byteCount: Int
    /// Whether writing must stop because the end of the file is uncertain.
    var isBroken = false
    /// Folders, as given, that the journal already lists as written.
    var folders: Set<[UInt8]> = []
    /// The states in which changes left files; nil if nobody asks for them.
    var left: Set<FileState>?
  }

  /// Creates the journal of a batch that applies `operation` to every file. It appears under its name with its first
  /// line, readable by its owner alone.
  ///
  /// - Parameter roots: The folders whose files change; nil for the journal's own folder.
  /// - Throws: `UprightError` `.io`, with EEXIST if the name is taken.
  public init(
    creating path: String, operation: [String], started: Int, roots: JournalRoots? = nil
  ) throws(UprightError) {
    self.path = path
    let (created, home, known) = try Self.create(path, operation, started, roots)
    self.roots = known
    mark = home.mark
    file = try Self.opened(path)
    let file = file
    let opened = try UprightError.naming(path) { () throws(SystemError) in try Syscalls.status(of: file) }
    guard opened.isUnchanged(since: created) else { throw .changedUnderneath(path) }
    history = JournalHistory(operation: operation)
    state = Lock(State(nextNumber: 0, byteCount: created.byteCount))
  }

  /// Resumes the journal at `path`, after its last complete line.
  ///
  /// - Throws: `UprightError` `.io`, with EWOULDBLOCK if another process writes to it; as `JournalHistory.init(path:)`.
  public init(resuming path: String) throws(UprightError) {
    self.path = path
    file = try Self.opened(path)
    let file = file
    let bytes = try UprightError.naming(path) { () throws(SystemError) in try FileBytes(file, path: path) }
    let history = try JournalHistory(bytes, at: .init(path: path, identity: bytes.identity))
    guard let own = history.roots ?? history.home.flatMap({ JournalRoots([FileName.folder(of: $0.path)]) }) else {
      throw .io(path: path, systemError: ENOENT)
    }
    roots = own
    mark = history.home?.mark ?? ""
    try UprightError.naming(path) { () throws(SystemError) in try Syscalls.cut(file, to: history.byteCount) }
    self.history = history
    state = Lock(State(nextNumber: history.nextNumber, byteCount: history.byteCount))
  }

  /// Its contents now, read from the open, locked file, whatever its path now resolves to.
  ///
  /// - Throws: `UprightError`, as `JournalHistory.init(path:)`.
  public func reread() throws(UprightError) -> JournalHistory {
    try state.withLock { (_) throws(UprightError) in
      try JournalHistory(UprightError.naming(path) { () throws(SystemError) in try FileBytes(file, path: path) })
    }
  }

  /// - Returns: The file with its first line, and the folders in that line.
  private static func create(
    _ path: String, _ operation: [String], _ started: Int, _ roots: JournalRoots?
  ) throws(UprightError) -> (FileIdentity, JournalHome, JournalRoots) {
    let place = try DirectoryEntry(of: path)
    let absolute = try place.absolutePath()
    guard let roots = roots ?? JournalRoots([FileName.folder(of: absolute)]) else {
      throw .io(path: path, systemError: ENOENT)
    }
    // Removes what an earlier run left that was killed before its journal had a name.
    let mark = JournalHome.mark(of: absolute)
    _ = try? Recovery(age: 0, now: .max).clear(FolderRoot(place.folder), mark: mark)
    var temporary = try place.temporaryFile(mark: mark)
    let inode = try UprightError.naming(path) { () throws(SystemError) in try Syscalls.status(of: temporary.file).inode
    }
    let home = JournalHome(path: absolute, inode: inode)
    let line = JournalRecord.opening(operation: operation, started: started, home: home, roots: roots).line
    try checkLength(line)
    let created = try UprightError.naming(path) { () throws(SystemError) in
      try Syscalls.append(line, to: temporary.file.number)
      try Syscalls.synchronize(temporary.file)
      let created = try Syscalls.status(of: temporary.file)
      try temporary.take(place.name)
      return created
    }
    try place.synchronizeFolder()
    return (created, home, roots)
  }

  /// Opens and locks the file at `path` if it is a journal that may be trusted.
  private static func opened(_ path: String) throws(UprightError) -> Descriptor {
    let (file, identity) = try UprightError.naming(path) { () throws(SystemError) in
      let file = try Syscalls.openFile(path, O_RDWR | O_APPEND | O_NONBLOCK)
      return (file, try Syscalls.status(of: file))
    }
    guard identity.kind == .regular else {
      throw .unsupported("not a regular file; a pipe or device cannot be a journal")
    }
    try JournalRejection.refuse(identity, at: path)
    try UprightError.naming(path) { () throws(SystemError) in try Syscalls.lock(file) }
    return file
  }

  /// Writes intents and flushes them before it returns.
  ///
  /// - Returns: Their numbers.
  /// - Throws: `UprightError` `.io`; then none of the changes may be made.
  public func announce(_ intents: [JournalIntent]) throws(UprightError) -> Range<Int> {
    try state.withLock { (state) throws(UprightError) in
      let numbers = state.nextNumber..<state.nextNumber + intents.count
      try append(zip(numbers, intents).map(JournalRecord.intent), to: &state)
      state.nextNumber = numbers.upperBound
      do throws(UprightError) { try synchronize() } catch {
        state.isBroken = true
        throw error
      }
      return numbers
    }
  }

  /// Writes the plan for after all changes, and flushes it before it returns.
  ///
  /// - Throws: `UprightError` `.io`; then nothing may be changed.
  public func announcePlan(_ plan: JournalPlan) throws(UprightError) {
    try state.withLock { (state) throws(UprightError) in
      try append([.plan(plan)], to: &state)
      try synchronize()
    }
  }

  /// Records, once per folder, that a file is about to be written there; a crash's leftovers are found by that.
  func enter(_ place: DirectoryEntry) {
    state.withLock { state in
      guard state.folders.insert(Array(place.folder.path.utf8)).inserted, let path = try? place.absolutePath(),
        (try? roots.check(path)) != nil
      else { return }
      try? append([.folder(FileName.folder(of: path))], to: &state)
    }
  }

  /// Records that the plan was carried out for all changes so far.
  public func markPlanDone() { state.withLock { state in try? append([.planDone(state.nextNumber)], to: &state) } }

  /// Records what has happened. If these lines are lost, the files' states show it.
  public func note(_ records: [JournalRecord]) {
    guard !records.isEmpty else { return }
    state.withLock { state in
      for case .done(_, let after) in records { state.left?.insert(after) }
      try? append(records, to: &state)
    }
  }

  /// The states in which changes left files since the last call. The first call returns none.
  package func takeStates() -> Set<FileState> {
    state.withLock { state in
      defer { state.left = [] }
      return state.left ?? []
    }
  }

  /// Checks that files of these folders may be named.
  ///
  /// - Throws: As `JournalRoots.check(_:)`.
  package func check(folders: [String]) throws(UprightError) {
    for folder in folders { try roots.check(FileName.joined(JournalRoots.resolved(folder), "-")) }
  }

  /// Checks that it can be written.
  ///
  /// - Throws: `UprightError` `.io`, with ENOENT if the journal has been removed or moved, and EIO if another program
  ///   changed it.
  package func check() throws(UprightError) {
    let (isBroken, byteCount) = state.withLock { ($0.isBroken, $0.byteCount) }
    if isBroken { throw .io(path: path, systemError: EIO) }
    try checkName()
    let own = try UprightError.naming(path) { () throws(SystemError) in try Syscalls.status(of: file) }
    guard own.byteCount == byteCount else { throw .io(path: path, systemError: EIO) }
    let named = try FileIdentity(path: path)
    guard named.device == own.device, named.inode == own.inode else { throw .io(path: path, systemError: ENOENT) }
  }

  /// Flushes everything.
  ///
  /// - Throws: `UprightError` `.io`, with ENOENT if the journal has been removed.
  public func finish() throws(UprightError) {
    try state.withLock { (_) throws(UprightError) in try synchronize() }
    try checkName()
  }

  private func checkName() throws(UprightError) {
    let names = try UprightError.naming(path) { () throws(SystemError) in try Syscalls.status(of: file).linkCount }
    guard names > 0 else { throw .io(path: path, systemError: ENOENT) }
  }

  private func synchronize() throws(UprightError) {
    try UprightError.naming(path) { () throws(SystemError) in try Syscalls.synchronize(file) }
  }

  /// Appends complete lines or none: a partial write is truncated again; if that fails, writing stops.
  private func append(_ records: [JournalRecord], to state: inout State) throws(UprightError) {
    guard !state.isBroken else { throw .io(path: path, systemError: EIO) }
    var lines: [UInt8] = []
    for line in records.lazy.map(\.line) {
      try Self.checkLength(line)
      lines += line
    }
    do throws(SystemError) { try Syscalls.append(lines, to: file.number) } catch {
      if (try? Syscalls.cut(file, to: state.byteCount)) == nil { state.isBroken = true }
      throw .io(path: path, systemError: error.number)
    }
    state.byteCount += lines.count
  }

  private static func checkLength(_ line: [UInt8]) throws(UprightError) {
    guard line.count <= JournalHistory.longestLine else {
      throw .limit(.journalLine, asked: line.count, allowed: JournalHistory.longestLine)
    }
  }
}

// Many byte changes at once, each recorded first: one flush of the journal, one of the files.
extension Journal {
  /// Bytes to change inside a file.
  public struct Patching: Sendable {
    let patch: BytePatch
    let file: FileBytes
    let keepsTime: Bool

    /// `patch` in `file`, which contains what the patch expects; its modification time stays if `keepingTime`.
    public init(_ patch: BytePatch, of file: FileBytes, keepingTime: Bool = false) {
      self.patch = BytePatch(patch.edits.filter { $0.old != $0.new })
      self.file = file
      keepsTime = keepingTime
    }
  }

  /// Writes the intents of all `changes`, applies them, and records the outcome of each.
  ///
  /// - Returns: For each, the error if it failed, as `InPlacePatch.apply`, or if a power cut may undo it.
  public func apply(_ changes: [Patching]) -> [UprightError?] {
    var errors = [UprightError?](repeating: nil, count: changes.count)
    var announced: [(index: Int, intent: JournalIntent)] = []
    for (index, change) in changes.enumerated() {
      do throws(UprightError) { announced.append((index, try change.intent(in: roots))) } catch {
        errors[index] = error
      }
    }
    guard !announced.isEmpty else { return errors }
    do throws(UprightError) {
      let numbers = try announce(announced.map(\.intent))
      for (place, error) in zip(announced, carryOut(announced.map { changes[$0.index] }, numbers)) {
        errors[place.index] = error
      }
    } catch {
      for place in announced { errors[place.index] = error }
    }
    return errors
  }

  private func carryOut(_ changes: [Patching], _ numbers: Range<Int>) -> [UprightError?] {
    var errors: [UprightError?] = []
    var pending: [(index: Int, flush: PendingFlush)] = []
    for (index, change) in changes.enumerated() {
      do throws(UprightError) {
        let flush = try InPlacePatch.write(change.patch, to: change.file, keepingTime: change.keepsTime)
        if let flush { pending.append((index, flush)) }
        errors.append(nil)
      } catch { errors.append(error) }
    }
    for ((index, _), error) in zip(pending, PendingFlush.complete(pending.map(\.flush))) { errors[index] = error }
    note(zip(numbers, zip(changes, errors)).map { number, outcome in outcome.0.record(number, failed: outcome.1) })
    return errors
  }
}

extension Journal.Patching {
  fileprivate func intent(in roots: JournalRoots) throws(UprightError) -> JournalIntent {
    let path = try file.directoryEntry().absolutePath()
    try roots.check(path)
    return JournalIntent(path: path, change: .patch(patch, of: FileState(file.identity)))
  }

  fileprivate func record(_ number: Int, failed error: UprightError?) -> JournalRecord {
    if let error { return .failed(number, code: error.codes.name) }
    guard let now = try? FileIdentity(file.location) else { return .failed(number, code: "io") }
    return .done(number, after: FileState(now))
  }
}

// The files that killed runs left in the folders of a batch.
extension JournalHistory {
  /// Removes what killed runs of the batch of `journal` left in its folders, and what other killed runs left there more
  /// than a minute ago.
  ///
  /// - Parameter unreadable: Gets errors for folders that cannot be read; a missing folder is not an error.
  /// - Returns: The number of removed files, and the folders in which some remain.
  public func removeLeftoverFiles(
    of journal: Journal?, now: Int, unreadable: (UprightError) -> Void
  ) -> (count: Int, left: [(folder: String, count: Int)]) {
    let recovery = Recovery(age: 60, now: now)
    var count = 0
    var left: [(folder: String, count: Int)] = []
    // A file that a killed run was writing may have no line yet, if no other file of its folder has one.
    let planned = (plan?.files ?? []).map { FileName.folder(of: $0.path) }
      .filter { roots?.contains(folder: $0) == true }
    for folder in Set(writtenFolders + (roots?.folders ?? []) + planned).sorted() {
      let root = FolderRoot(folder, followingLinks: false)
      do throws(UprightError) {
        if let journal { count += try recovery.clear(root, mark: journal.mark) }
      } catch {
        if case .io(_, ENOENT) = error { continue }
      }
      let leftoverFiles = recovery.leftoverFiles(in: root) { error in
        // A missing folder has no leftovers.
        if case .io(_, ENOENT) = error { return }
        unreadable(error)
      }
      if !leftoverFiles.isEmpty { left.append((folder, leftoverFiles.count)) }
    }
    return (count, left)
  }
}
