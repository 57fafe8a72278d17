// A journal's contents: which changes were begun, done and undone.

public import Upright

/// A journal index: the offsets of each change's lines, which are read again on demand.
///
/// An incomplete last line is left by a crash while writing; lines from the first zero byte on never reached the disk.
/// Both are ignored: nothing was changed before its intent was flushed. Any other unreadable line is an error.
public struct JournalHistory: Sendable {
  /// A change that was begun and not undone.
  public struct Entry: Hashable, Sendable {
    /// Its number.
    public let number: Int
    /// The intent.
    public let intent: JournalIntent
    /// The file's state after the change; nil if the journal does not record that it was done.
    public internal(set) var after: FileState?
    /// Whether it failed, as far as known before anything was changed.
    public internal(set) var hasFailed = false
    /// Whether the displaced file was discarded.
    public internal(set) var isDiscarded = false
    /// Whether the journal's plan names the file as a label file.
    public internal(set) var isPlanned = false
  }

  /// What the batch does to every file, as arguments; nil in an empty journal.
  public private(set) var operation: [String]?
  /// Where the journal was created; nil if not recorded.
  public private(set) var home: JournalHome?
  /// The folders whose files it may name; nil if not recorded.
  public private(set) var roots: JournalRoots?
  /// The plan for after all changes; nil for none.
  public private(set) var plan: JournalPlan?
  /// The plan was carried out for all changes before this number; 0 if it was not, or if something was undone since.
  public private(set) var planDoneNumber = 0
  /// The number of the next change.
  private(set) var nextNumber = 0
  /// Bytes of complete lines; what follows must be truncated before writing.
  private(set) var byteCount = 0

  private var lineCount = 0
  private var index = JournalIndex()
  private var planned: Set<[UInt8]> = []
  private var folders: Set<[UInt8]> = []
  private var lastFolder: [UInt8] = []
  private let source: any ByteSource & Sendable

  /// The contents of a new journal.
  init(operation: [String]) {
    self.operation = operation
    source = [UInt8]()
  }

  /// Reads the journal at `path` if it may be trusted: ``JournalRejection``, ``JournalHome``, ``JournalRoots``.
  ///
  /// - Throws: `UprightError` `.io`, with EPERM if it may not be trusted; as `init(_:at:)`.
  public init(path: String) throws(UprightError) {
    let file = try FileBytes(path: path)
    try JournalRejection.refuse(file.identity, at: path)
    try self.init(file, at: FileReference(path: path, identity: file.identity))
  }

  /// A journal's path and identity.
  struct FileReference {
    let path: String
    let identity: FileIdentity
  }

  /// Reads a journal. With `place`, it must have been created there and name no file outside its folders.
  ///
  /// - Throws: `UprightError` `.malformedText` if it is not a journal, or if a line is invalid or names another file;
  ///   `.unanswerable` if it is a copy; `.io`.
  init(_ source: some ByteSource & Sendable, at place: FileReference? = nil) throws(UprightError) {
    self.source = source
    var line: [UInt8] = []
    var reach: JournalScope?
    for start in stride(from: 0, to: source.byteCount, by: Self.pieceSize) {
      let piece: [UInt8]
      do throws(MetadataError) { piece = try source.read(start..<min(start + Self.pieceSize, source.byteCount)) } catch
      {
        throw UprightError(error)
      }
      guard try takeLines(of: piece, behind: &line, place, &reach) else { break }
    }
    guard operation != nil else { throw fault(line: 1) }
  }

  private static let pieceSize = 1 << 20
  /// The maximum bytes of a line, with its line feed, so that an endless line is not read into memory. The plan of a
  /// batch with 200,000 label files is one line.
  static let longestLine = 32 << 20

  /// Takes the lines that end in `piece`; the first one begins with the bytes in `line`. Returns whether the lines
  /// after them can be trusted.
  private mutating func takeLines(
    of piece: [UInt8], behind line: inout [UInt8], _ place: FileReference?, _ reach: inout JournalScope?
  ) throws(UprightError) -> Bool {
    var start = 0
    while start < piece.count {
      let end = piece[start...].firstIndex(of: UInt8(ascii: "\n"))
      let part = piece[start..<(end ?? piece.count)]
      guard line.count + part.count < Self.longestLine else { throw tooLong() }
      if operation != nil, part.contains(0) { return false }
      line += part
      guard let end else { return true }
      lineCount += 1
      try take(line, place, &reach)
      byteCount += line.count + 1
      line.removeAll(keepingCapacity: line.count < Self.pieceSize)
      start = end + 1
    }
    return true
  }

  /// Takes a line; ignores a blank one.
  private mutating func take(
    _ line: [UInt8], _ place: FileReference?, _ reach: inout JournalScope?
  ) throws(UprightError) {
    guard line.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { return }
    guard let record = JournalRecord(line: line), try take(record) else { throw fault(line: lineCount) }
    guard let place else { return }
    switch record {
    case .opening: reach = try opened(at: place)
    case .intent(_, let intent): try refuse(intent.path, &reach)
    case .plan(let plan): for file in plan.files { try refuse(file.path, &reach) }
    case .folder(let path): try refuse(FileName.joined(path, "-"), &reach)
    default: break
    }
  }

  private func refuse(_ path: String, _ reach: inout JournalScope?) throws(UprightError) {
    guard let reason = reach?.reason(against: path) else { return }
    throw .malformedText(
      offset: byteCount,
      reason: "line \(lineCount) \(reason). Nothing was changed, because somebody else may have written that line")
  }

  private func fault(line: Int) -> UprightError {
    .malformedText(offset: byteCount, reason: "line \(line) is invalid; this is not a journal file of this version")
  }

  private func tooLong() -> UprightError {
    .malformedText(
      offset: byteCount,
      reason:
        "line \(lineCount + 1) has more than \(Self.longestLine >> 20) MB: the file is damaged, or is not a journal")
  }

  /// Checks that the file at `place` is the journal itself, not a copy beside copies of its files.
  ///
  /// - Returns: Where its files may be.
  /// - Throws: `UprightError` `.unanswerable` if it is a copy; `.malformedText` if it does not record where it was
  ///   created.
  private func opened(at place: FileReference) throws(UprightError) -> JournalScope? {
    guard let home, let reach = JournalScope(roots, home: home) else {
      throw .malformedText(
        offset: 0,
        reason:
          """
          its first line does not state where it was started ("home"), so it may be a copy or somebody else's journal: \
          use the version of upright that wrote it, and only if you trust it
          """)
    }
    try home.check(place.path, place.identity)
    return reach
  }

  /// Whether it is the journal of a batch that applies `operation` to every file.
  public func matches(_ operation: [String]) -> Bool { self.operation == operation.map(JSONLine.readable) }

  /// Whether the plan is complete: carried out for every change that is in force.
  public var isPlanDone: Bool { plan == nil || index.isWhole(below: planDoneNumber) }

  /// The folders that the batch writes in: those of its changes, and those of its plan.
  public var writtenFolders: [String] {
    folders.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
  }

  // MARK: Changes

  /// Changes, each read on demand; an error if one cannot be read.
  public struct Entries: RandomAccessCollection, Sendable {
    fileprivate let history: JournalHistory
    fileprivate let places: [UInt32]

    /// Zero.
    public var startIndex: Int { 0 }
    /// The number of changes.
    public var endIndex: Int { places.count }
    /// The change at `position`.
    public subscript(position: Int) -> Result<Entry, UprightError> {
      let place = Int(places[position])
      return Result { () throws(UprightError) in try history.entry(at: place) }
    }
  }

  /// The changes in force, the last first: for each path, the last change that was not undone.
  public var entries: Entries { Entries(history: self, places: index.places(with: [])) }

  /// The changes in force that displaced a file, which is kept unless it was discarded.
  public var keepingEntries: Entries { Entries(history: self, places: index.places(with: .keeps)) }

  /// The last change of the file at `path`, which is absolute and contains no symbolic link; nil if it was undone.
  ///
  /// - Throws: `UprightError` `.io` if the journal cannot be read any more.
  public func entry(of path: String) throws(UprightError) -> Entry? {
    guard let place = try place(of: path) else { return nil }
    return try entry(at: place)
  }

  private func place(of path: String) throws(UprightError) -> Int? {
    // Equal bytes are equal text, so their hashes are equal too.
    for place in index.places(ofPath: JournalIndex.hash(path)) {
      if try intent(at: place).path.utf8.elementsEqual(path.utf8) { return place }
    }
    return nil
  }

  /// The change that left a file in `state`, whatever its name is now.
  ///
  /// - Throws: `UprightError` `.io` if the journal cannot be read any more.
  public func entry(leaving state: FileState) throws(UprightError) -> Entry? {
    for place in index.places(ofState: JournalIndex.hash(state)) {
      let entry = try entry(at: place)
      if entry.after ?? entry.intent.newState == state { return entry }
    }
    return nil
  }

  private func entry(at place: Int) throws(UprightError) -> Entry {
    let (slot, intent) = (index.slots[place], try intent(at: place))
    var after: FileState?
    if slot.done > 0 {
      guard case .done(_, let state)? = try record(at: slot.done) else { throw changed(slot.done) }
      after = state
    }
    return Entry(
      number: Int(slot.number), intent: intent, after: after, hasFailed: slot.marks.contains(.failed),
      isDiscarded: slot.marks.contains(.discarded),
      isPlanned: !planned.isEmpty && planned.contains(Array(intent.path.utf8)))
  }

  private func intent(at place: Int) throws(UprightError) -> JournalIntent {
    let slot = index.slots[place]
    guard case .intent(Int(slot.number), let intent)? = try record(at: slot.line) else { throw changed(slot.line) }
    return intent
  }

  private func changed(_ offset: Int) -> UprightError {
    .malformedText(offset: offset, reason: "another program changed the journal while it was being read")
  }

  /// The record of the line at `offset`.
  private func record(at offset: Int) throws(UprightError) -> JournalRecord? {
    var size = 512
    while true {
      let end = min(offset + size, byteCount)
      let bytes: [UInt8]
      do throws(MetadataError) { bytes = try source.read(offset..<end) } catch { throw UprightError(error) }
      if let feed = bytes.firstIndex(of: UInt8(ascii: "\n")) { return JournalRecord(line: Array(bytes[..<feed])) }
      guard end < byteCount, size < Self.longestLine else { return nil }
      size *= 8
    }
  }

  // MARK: Lines

  /// Takes one more line, which begins after the lines so far.
  ///
  /// - Returns: Whether it can follow them.
  private mutating func take(_ record: JournalRecord) throws(UprightError) -> Bool {
    guard (operation == nil) == record.isOpening else { return false }
    switch record {
    case .opening(let words, _, let home, let roots): (operation, self.home, self.roots) = (words, home, roots)
    case .intent(let number, let intent):
      guard number >= nextNumber, number < Int(UInt32.max) else { return false }
      nextNumber = number + 1
      let last = try place(of: intent.path)
      var slot = JournalIndex.Slot(
        line: byteCount, number: UInt32(number), path: JournalIndex.hash(intent.path), marks: [])
      if let state = intent.newState {
        slot.state = JournalIndex.hash(state)
        slot.marks.insert(.hasState)
      }
      if intent.keptPath != nil { slot.marks.insert(.keeps) }
      enter(Array(FileName.folder(of: intent.path).utf8))
      index.add(slot, replacing: last)
    case .done(let number, let state):
      guard let place = index.slotIndex(of: number) else { return false }
      index.finish(place, line: byteCount, state: JournalIndex.hash(state))
    case .failed(let number, _): return mark(number, .failed)
    case .discarded(let number): return mark(number, .discarded)
    case .undone(let number):
      guard let place = index.slotIndex(of: number) else { return false }
      index.remove(place)
      planDoneNumber = 0
    case .plan(let plan):
      (self.plan, planDoneNumber) = (plan, 0)
      planned = Set(plan.files.map { Array($0.path.utf8) })
      for file in plan.files { enter(Array(FileName.folder(of: file.path).utf8)) }
    case .planDone(let number): planDoneNumber = number
    case .folder(let path): enter(Array(path.utf8))
    }
    return true
  }

  /// Adds a folder that the batch writes in; files come folder by folder.
  private mutating func enter(_ folder: [UInt8]) {
    guard folder != lastFolder else { return }
    folders.insert(folder)
    lastFolder = folder
  }

  private mutating func mark(_ number: Int, _ marks: JournalIndex.Marks) -> Bool {
    guard let place = index.slotIndex(of: number) else { return false }
    index.mark(place, marks)
    return true
  }
}

extension JournalRecord {
  fileprivate var isOpening: Bool { if case .opening = self { true } else { false } }
}

extension JournalIntent {
  /// The state of the new file; nil if bytes change inside the existing one.
  fileprivate var newState: FileState? { if case .file(let new) = change { new.state } else { nil } }
}
