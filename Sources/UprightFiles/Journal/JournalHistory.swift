// What a journal says: which changes were begun, which are done, and which were taken back.

public import Upright

/// A journal, read: where the lines of each change are, which are read again when the change is asked for.
///
/// A line that breaks off at the end is what a crash leaves of one that was being written; from a line with zero bytes on, nothing had reached the disk. Both
/// are left out: nothing was changed before its intent was safe. Any other line that cannot be read is an error.
public struct JournalHistory: Sendable {
  /// A change that was begun and not taken back.
  public struct Entry: Hashable, Sendable {
    /// Its number.
    public let number: Int
    /// What it is.
    public let intent: JournalIntent
    /// The file's state when it was done; nil where nothing says that it was.
    public internal(set) var after: FileState?
    /// Whether it failed, as far as is known before anything was changed.
    public internal(set) var hasFailed = false
    /// Whether what it displaced is kept no longer.
    public internal(set) var isDiscarded = false
    /// Whether the journal's plan names the file, as one of labels.
    public internal(set) var isPlanned = false
  }

  /// What the batch does to every file, in words; nil in a journal without a line.
  public private(set) var operation: [String]?
  /// Where the journal was begun; nil where it does not say.
  public private(set) var home: JournalHome?
  /// The folders that it may name files in; nil where it does not say.
  public private(set) var roots: JournalRoots?
  /// What is to be done after all changes; nil where that is nothing.
  public private(set) var plan: JournalPlan?
  /// Before which number the plan was carried out for all changes; 0 where it was not, or where something was taken back since.
  public private(set) var planDoneNumber = 0
  /// The number of the next change.
  private(set) var nextNumber = 0
  /// Bytes of whole lines; what follows is to be cut off before more is written.
  private(set) var byteCount = 0

  private var lineCount = 0
  private var index = JournalIndex()
  private var planned: Set<[UInt8]> = []
  private var folders: Set<[UInt8]> = []
  private let source: any ByteSource & Sendable

  /// That of a journal that has only just begun.
  init(operation: [String]) {
    self.operation = operation
    source = [UInt8]()
  }

  /// Reads the journal at `path`, where it may be obeyed: ``JournalRejection``, ``JournalHome``, ``JournalRoots``.
  ///
  /// - Throws: `UprightError` `.io`, with EPERM where it may not be obeyed; as ``init(_:at:)``.
  public init(path: String) throws(UprightError) {
    let file = try FileBytes(path: path)
    try JournalRejection.refuse(file.identity, at: path)
    try self.init(file, at: FileReference(path: path, identity: file.identity))
  }

  /// Where a journal was found, and which file it is.
  struct FileReference {
    let path: String
    let identity: FileIdentity
  }

  /// Reads a journal; where it was found at `place`, only one that was begun there and names no file outside its folders.
  ///
  /// - Throws: `UprightError` `.malformedText` where it is none, or where a line is none of a journal, or names another file; `.unanswerable` where it is a
  ///   copy; `.io`.
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
  /// Bytes of a line at most, with its line feed, so that one that never ends is not read into memory; the plan of a batch with 200,000 label files is one line.
  static let longestLine = 32 << 20

  /// Takes the lines that end in `piece`, the first of which begins with what `line` holds, and says whether what follows them may be believed.
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

  /// Takes in a line; a blank one says nothing.
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
      reason: "line \(lineCount) \(reason); nothing was touched, since whoever wrote that line may be a stranger")
  }

  private func fault(line: Int) -> UprightError {
    .malformedText(offset: byteCount, reason: "line \(line) is none of a journal of this version")
  }

  private func tooLong() -> UprightError {
    .malformedText(
      offset: byteCount,
      reason: "line \(lineCount + 1) has more than \(Self.longestLine >> 20) MB, which no line of a journal has: "
        + "the file is damaged, or is no journal")
  }

  /// Makes sure that what was found at `place` is the journal itself, and no copy of it beside copies of its files.
  ///
  /// - Returns: Where its files may be.
  /// - Throws: `UprightError` `.unanswerable` where it is a copy; `.malformedText` where it does not say where it was begun.
  private func opened(at place: FileReference) throws(UprightError) -> JournalScope? {
    guard let home, let reach = JournalScope(roots, home: home) else {
      throw .malformedText(
        offset: 0,
        reason:
          "its first line does not say where it was begun (\"home\"), as every journal of this version does, so that it may be "
          + "another's or a copy: use the version of upright that wrote it, and nothing where you do not know who did")
    }
    try home.check(place.path, place.identity)
    return reach
  }

  /// Whether it is the journal of a batch that does `operation` to every file.
  public func matches(_ operation: [String]) -> Bool { self.operation == operation.map(JSONLine.readable) }

  /// Whether nothing is left to do of the plan: it was carried out for every change that is in force.
  public var isPlanDone: Bool { plan == nil || index.isWhole(below: planDoneNumber) }

  /// The folders that the batch has written in, or has begun to.
  public var writtenFolders: [String] {
    folders.sorted { $0.lexicographicallyPrecedes($1) }.map { String(decoding: $0, as: UTF8.self) }
  }

  // MARK: Changes

  /// Changes, each read when it is asked for; why one cannot be read, where the disk fails.
  public struct Entries: RandomAccessCollection, Sendable {
    fileprivate let history: JournalHistory
    fileprivate let places: [UInt32]

    /// Zero.
    public var startIndex: Int { 0 }
    /// How many there are.
    public var endIndex: Int { places.count }
    /// One of them.
    public subscript(position: Int) -> Result<Entry, UprightError> {
      let place = Int(places[position])
      return Result { () throws(UprightError) in try history.entry(at: place) }
    }
  }

  /// The changes that are in force, the last first: of each path the last one that was not taken back.
  public var entries: Entries { Entries(history: self, places: index.places(with: [])) }

  /// Those of them that displaced a file, which is kept unless it was discarded.
  public var keepingEntries: Entries { Entries(history: self, places: index.places(with: .keeps)) }

  /// The last change of the file at `path`, which leads from the root on through no symbolic link, unless it was taken back.
  ///
  /// - Throws: `UprightError` `.io` where the journal cannot be read any more.
  public func entry(of path: String) throws(UprightError) -> Entry? {
    guard let place = try place(of: path) else { return nil }
    return try entry(at: place)
  }

  private func place(of path: String) throws(UprightError) -> Int? {
    let bytes = Array(path.utf8)
    for place in index.places(ofPath: JournalIndex.hash(bytes)) {
      if try intent(at: place).path.utf8.elementsEqual(bytes) { return place }
    }
    return nil
  }

  /// The change that left a file as `state` says, whatever its name is by now.
  ///
  /// - Throws: `UprightError` `.io` where the journal cannot be read any more.
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
      isDiscarded: slot.marks.contains(.discarded), isPlanned: planned.contains(Array(intent.path.utf8)))
  }

  private func intent(at place: Int) throws(UprightError) -> JournalIntent {
    let slot = index.slots[place]
    guard case .intent(Int(slot.number), let intent)? = try record(at: slot.line) else { throw changed(slot.line) }
    return intent
  }

  private func changed(_ offset: Int) -> UprightError {
    .malformedText(offset: offset, reason: "somebody changed the journal while it was being read")
  }

  /// The record of the line that begins at `offset`.
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

  /// Takes in one more line, which begins behind those before.
  ///
  /// - Returns: whether it can follow those before.
  private mutating func take(_ record: JournalRecord) throws(UprightError) -> Bool {
    guard (operation == nil) == record.isOpening else { return false }
    switch record {
    case .opening(let words, _, let home, let roots): (operation, self.home, self.roots) = (words, home, roots)
    case .intent(let number, let intent):
      guard number >= nextNumber, number < Int(UInt32.max) else { return false }
      nextNumber = number + 1
      let last = try place(of: intent.path)
      var slot = JournalIndex.Slot(
        line: byteCount, number: UInt32(number), path: JournalIndex.hash(Array(intent.path.utf8)), marks: [])
      if let state = intent.newState {
        slot.state = JournalIndex.hash(state)
        slot.marks.insert(.hasState)
      }
      if intent.keptPath != nil { slot.marks.insert(.keeps) }
      folders.insert(Array(FileName.folder(of: intent.path).utf8))
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
      for file in plan.files { folders.insert(Array(FileName.folder(of: file.path).utf8)) }
    case .planDone(let number): planDoneNumber = number
    case .folder(let path): folders.insert(Array(path.utf8))
    }
    return true
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
  /// The state of the file that comes to lead under the name; nil where bytes change inside the one that does.
  fileprivate var newState: FileState? { if case .file(let new) = change { new.state } else { nil } }
}
