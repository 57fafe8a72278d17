// What a journal says: which changes were begun, which are done, and which were taken back.

public import Upright

/// A journal, read.
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
  }

  /// What the batch does to every file, in words; nil in a journal without a line.
  public private(set) var deed: [String]?
  /// Where the journal was begun; nil where it does not say.
  public private(set) var home: JournalHome?
  /// What is to be done after all changes; nil where that is nothing.
  public private(set) var plan: JournalPlan?
  /// Before which number the plan was carried out for all changes; 0 where it was not, or where something was taken back since.
  public private(set) var settledNumber = 0
  /// The number of the next change.
  private(set) var nextNumber = 0
  /// Bytes of whole lines; what follows is to be cut off before more is written.
  private(set) var byteCount = 0

  private var lineCount = 0
  private var entriesByNumber: [Int: Entry] = [:]
  private var numbersByPath: [[UInt8]: Int] = [:]
  private var numbersByState: [FileState: Int] = [:]

  /// That of a journal that has only just begun.
  init(deed: [String]) { self.deed = deed }

  /// Reads the journal at `path`, where it may be obeyed: ``JournalDistrust``, ``check(at:_:)``.
  ///
  /// - Throws: `UprightError` `.io`, with EPERM where it may not be obeyed; as ``init(_:)``.
  public init(path: String) throws(UprightError) {
    let file = try FileBytes(path: path)
    try JournalDistrust.refuse(file.identity, at: path)
    try self.init(file)
    try check(at: path, file.identity)
  }

  /// Reads a journal.
  ///
  /// - Throws: `UprightError` `.malformedText` where it is none, or where a line is none of a journal; `.io`.
  init(_ source: some ByteSource) throws(UprightError) {
    var line: [UInt8] = []
    for start in stride(from: 0, to: source.byteCount, by: Self.pieceSize) {
      let piece: [UInt8]
      do throws(MetadataError) { piece = try source.read(start..<min(start + Self.pieceSize, source.byteCount)) } catch
      {
        throw UprightError(error)
      }
      guard try takeLines(of: piece, behind: &line) else { break }
    }
    guard deed != nil else { throw fault(line: 1) }
  }

  private static let pieceSize = 1 << 20
  /// Bytes of a line at most, with its line feed, so that one that never ends is not read into memory; the plan of a batch with 200,000 label files is one line.
  static let longestLine = 32 << 20

  /// Takes the lines that end in `piece`, the first of which begins with what `line` holds, and says whether what follows them may be believed.
  private mutating func takeLines(of piece: [UInt8], behind line: inout [UInt8]) throws(UprightError) -> Bool {
    var start = 0
    while start < piece.count {
      let end = piece[start...].firstIndex(of: UInt8(ascii: "\n"))
      line += piece[start..<(end ?? piece.count)]
      if deed != nil, piece[start..<(end ?? piece.count)].contains(0) { return false }
      guard line.count < Self.longestLine else { throw tooLong() }
      guard let end else { return true }
      lineCount += 1
      try take(line)
      byteCount += line.count + 1
      line.removeAll(keepingCapacity: line.count < Self.pieceSize)
      start = end + 1
    }
    return true
  }

  /// Takes in a line; a blank one says nothing.
  private mutating func take(_ line: [UInt8]) throws(UprightError) {
    guard !line.allSatisfy({ [0x20, 0x09, 0x0D].contains($0) }) else { return }
    guard let record = JournalRecord(line: line), take(record) else { throw fault(line: lineCount) }
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

  /// Makes sure that what was read at `path` and is the file `identity` is the journal itself, and no copy of it beside copies of its files.
  ///
  /// - Throws: `UprightError` `.unanswerable` where it is a copy; `.malformedText` where it does not say where it was begun.
  func check(at path: String, _ identity: FileIdentity) throws(UprightError) {
    guard let home else {
      throw .malformedText(
        offset: 0,
        reason:
          "its first line does not say where it was begun (\"home\"), as every journal of this version does, so that it may be "
          + "another's or a copy: use the version of upright that wrote it, and nothing where you do not know who did")
    }
    try home.check(path, identity)
  }

  /// Whether it is the journal of a batch that does `deed` to every file.
  public func isOf(_ deed: [String]) -> Bool { self.deed == deed.map(JSONLine.readable) }

  /// The changes that are in force, the last first: of each path the last one that was not taken back.
  public var entries: [Entry] {
    numbersByPath.values.sorted(by: >).compactMap { entriesByNumber[$0] }
  }

  /// The last change of the file at `path`, which leads from the root on through no symbolic link, unless it was taken back.
  public func entry(of path: String) -> Entry? {
    numbersByPath[Array(path.utf8)].flatMap { entriesByNumber[$0] }
  }

  /// The change that left a file as `state` says, whatever its name is by now.
  public func entry(leaving state: FileState) -> Entry? {
    numbersByState[state].flatMap { entriesByNumber[$0] }
  }

  /// Whether nothing is left to do of the plan: it was carried out for every change that is in force.
  public var isSettled: Bool { plan == nil || entriesByNumber.keys.allSatisfy { $0 < settledNumber } }

  /// Takes in one more line.
  ///
  /// - Returns: whether it can follow those before.
  private mutating func take(_ record: JournalRecord) -> Bool {
    guard (deed == nil) == record.isOpening else { return false }
    switch record {
    case .opening(let words, _, let home): (deed, self.home) = (words, home)
    case .intent(let number, let intent):
      guard number >= nextNumber, number < Int.max else { return false }
      nextNumber = number + 1
      let last = numbersByPath.updateValue(number, forKey: Array(intent.path.utf8))
      if let last { entriesByNumber[last] = nil }
      if case .file(let new) = intent.change { numbersByState[new.state] = number }
      entriesByNumber[number] = Entry(number: number, intent: intent)
    case .done(let number, let state):
      numbersByState[state] = number
      return change(number) { $0.after = state }
    case .failed(let number, _): return change(number) { $0.hasFailed = true }
    case .discarded(let number): return change(number) { $0.isDiscarded = true }
    case .undone(let number):
      guard let entry = entriesByNumber.removeValue(forKey: number) else { return false }
      numbersByPath[Array(entry.intent.path.utf8)] = nil
      settledNumber = 0
    case .plan(let plan): (self.plan, settledNumber) = (plan, 0)
    case .settled(let number): settledNumber = number
    }
    return true
  }

  private mutating func change(_ number: Int, _ body: (inout Entry) -> Void) -> Bool {
    guard var entry = entriesByNumber[number] else { return false }
    body(&entry)
    entriesByNumber[number] = entry
    return true
  }
}

extension JournalRecord {
  fileprivate var isOpening: Bool { if case .opening = self { true } else { false } }
}
