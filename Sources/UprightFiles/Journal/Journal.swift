// The log of a batch, ahead of what it does: an intent is safe on the disk before anything of it happens (write-ahead logging).

import Synchronization
public import Upright

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A journal that is being written, by one process at a time and any number of its threads.
public final class Journal: Sendable {
  /// Where it lies, as given.
  public let path: String
  /// What it said when it was opened.
  public let history: JournalHistory
  /// The folders that it may name files in.
  public let roots: JournalRoots
  /// With what the names of its batch's unfinished files begin, so that they are known for them once their run is gone.
  let mark: String
  private let file: Descriptor
  private let state: Mutex<State>

  private struct State {
    var nextNumber: Int
    /// Bytes of whole lines.
    var byteCount: Int
    /// Whether it cannot be told what would come behind what.
    var isBroken = false
    /// Folders, as given, that it knows that its batch writes in.
    var folders: Set<[UInt8]> = []
  }

  /// Begins a journal of a batch that does `operation` to every file; it appears under its name with its first line in it, for its owner alone.
  ///
  /// - Parameter roots: The folders that files change in; nil for the one that the journal is in.
  /// - Throws: `UprightError` `.io`, with EEXIST where the name is taken.
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
    state = Mutex(State(nextNumber: 0, byteCount: created.byteCount))
  }

  /// Goes on with the journal at `path`, behind its last whole line.
  ///
  /// - Throws: `UprightError` `.io`, with EWOULDBLOCK where another process writes to it; as `JournalHistory.init(path:)`.
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
    state = Mutex(State(nextNumber: history.nextNumber, byteCount: history.byteCount))
  }

  /// What it says now, read from the very file that is open and locked, whatever its name leads to by now.
  ///
  /// - Throws: `UprightError`, as `JournalHistory.init(path:)`.
  public func reread() throws(UprightError) -> JournalHistory {
    try state.withLock { (_) throws(UprightError) in
      try JournalHistory(UprightError.naming(path) { () throws(SystemError) in try FileBytes(file, path: path) })
    }
  }

  /// - Returns: the file with its first line in it, and the folders that it says.
  private static func create(
    _ path: String, _ operation: [String], _ started: Int, _ roots: JournalRoots?
  ) throws(UprightError) -> (FileIdentity, JournalHome, JournalRoots) {
    let place = try DirectoryEntry(of: path)
    let absolute = try place.absolutePath()
    guard let roots = roots ?? JournalRoots([FileName.folder(of: absolute)]) else {
      throw .io(path: path, systemError: ENOENT)
    }
    // What a run left that was killed before its journal had a name.
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

  /// Opens and locks what `path` leads to, where that is a journal that may be obeyed.
  private static func opened(_ path: String) throws(UprightError) -> Descriptor {
    let (file, identity) = try UprightError.naming(path) { () throws(SystemError) in
      let file = try Syscalls.openFile(path, O_RDWR | O_APPEND | O_NONBLOCK)
      return (file, try Syscalls.status(of: file))
    }
    guard identity.kind == .regular else { throw .unsupported("a pipe or a device instead of a file") }
    try JournalRejection.refuse(identity, at: path)
    try UprightError.naming(path) { () throws(SystemError) in try Syscalls.lock(file) }
    return file
  }

  /// Writes down what is about to happen, and makes it safe on the disk before it returns.
  ///
  /// - Returns: The number of each.
  /// - Throws: `UprightError` `.io`; then none of it may happen.
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

  /// Writes down what is to be done after all changes, and makes it safe on the disk before it returns.
  ///
  /// - Throws: `UprightError` `.io`; then nothing may be changed.
  public func announcePlan(_ plan: JournalPlan) throws(UprightError) {
    try state.withLock { (state) throws(UprightError) in
      try append([.plan(plan)], to: &state)
      try synchronize()
    }
  }

  /// Writes down that a file is about to be written in a folder, where nothing says so yet; what a kill leaves of it is found there.
  func enter(_ place: DirectoryEntry) {
    state.withLock { state in
      guard state.folders.insert(Array(place.folder.path.utf8)).inserted, let path = try? place.absolutePath(),
        (try? roots.check(path)) != nil
      else { return }
      try? append([.folder(FileName.folder(of: path))], to: &state)
    }
  }

  /// Writes down that the plan was carried out for all changes so far.
  public func markPlanDone() { state.withLock { state in try? append([.planDone(state.nextNumber)], to: &state) } }

  /// Writes down what has happened. Where it is lost, the files themselves say so.
  public func note(_ records: [JournalRecord]) {
    guard !records.isEmpty else { return }
    state.withLock { state in try? append(records, to: &state) }
  }

  /// Makes all of it safe on the disk.
  ///
  /// - Throws: `UprightError` `.io`, with ENOENT where somebody has removed it.
  public func finish() throws(UprightError) {
    try state.withLock { (_) throws(UprightError) in try synchronize() }
    let names = try UprightError.naming(path) { () throws(SystemError) in try Syscalls.status(of: file).linkCount }
    guard names > 0 else { throw .io(path: path, systemError: ENOENT) }
  }

  private func synchronize() throws(UprightError) {
    try UprightError.naming(path) { () throws(SystemError) in try Syscalls.synchronize(file) }
  }

  /// Writes whole lines or none: what broke off is cut off again, and where that fails nothing more is written.
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
      throw .limit(name: "bytes of a line of the journal", asked: line.count, allowed: JournalHistory.longestLine)
    }
  }
}
