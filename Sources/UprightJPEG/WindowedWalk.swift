// A walk of units through a file of which only a part is in memory, by one thread or two.

import UprightMetadata

/// A sink that can forget what it has taken since a mark.
protocol RewindableSink: UnitSink {
  associatedtype Mark
  /// The file's offset of the first byte that is walked.
  var base: Int { get set }
  /// What the sink takes of a unit of so many blocks.
  func recorded(_ blockCount: Int) -> RecordedBlocks
  var mark: Mark { get }
  mutating func rewind(to mark: Mark)
}

extension RewindableSink {
  /// Nothing.
  func recorded(_ blockCount: Int) -> RecordedBlocks { .none }
}

/// A walker, and the part of the file that it is in.
struct WindowedWalk {
  /// Not a type parameter: `step` is then specialized whatever the source is.
  private let source: any ByteSource
  private let byteCount: Int
  private let usual: Int
  private let restartInterval: Int
  private let tables: UnitTables
  private let threads: WalkThreads
  private var window: [UInt8] = []
  /// The file's offset of the first byte of `window`.
  private var base: Int
  private var walker: UnitWalker
  /// Where the first window begins.
  private let start: BitPosition
  private var secondHalf = SecondHalf.none
  private var share: WalkShare
  /// The window after this one, read as soon as the other thread has come to the end of this one.
  private var upcoming: (base: Int, bytes: [UInt8], ahead: WalkAhead<UnitRecord>?)?
  /// The unit after the last one that is wanted.
  private let lastUnit: Int
  /// The mean of the file.
  private let bytesPerUnit: Double
  /// A record that was passed on; its memory is used again.
  private var used: UnitRecord?
  /// Units since both walks are in the second half, and windows in a row in which they did not meet.
  private var apart = 0
  private var missed = 0
  /// Units that the other thread walked.
  private(set) var passedUnits = 0

  /// The second half of the window, if another thread walks it.
  private enum SecondHalf {
    case none
    case ahead(WalkAhead<UnitRecord>)
    /// Both walks are in it, but not yet at the same place; the record's unit that comes next.
    case meeting(UnitRecord, Int)
    case replay(UnitReplay)
  }

  /// Units that are walked before the rest of the window is looked at.
  private static var units: Int { 64 }

  /// Walks that are synchronized meet within a few units.
  private static var apartAtMost: Int { 1_024 }
  /// After so many windows in which walks did not meet, the data is taken not to synchronize.
  private static var missesAllowed: Int { 2 }

  /// A window that a few units and what follows them do not fill, unless the file has far more filling than data.
  static var longestWindow: Int { 1 << 20 }

  /// - Parameters:
  ///   - state: How far another walk of the file is; nil for the first unit.
  ///   - end: The unit after the last one that is wanted; nil for all.
  ///   - window: The bytes to read at once.
  init(
    _ source: any ByteSource, _ header: ScanHeader, _ tables: UnitTables, from state: State? = nil, to end: Int? = nil,
    window: Int, threads: WalkThreads = .one, share: WalkShare = WalkShare()
  ) {
    self.share = share
    lastUnit = end ?? header.unitCount
    bytesPerUnit = Double(source.byteCount - header.dataStart) / Double(max(1, header.unitCount))
    self.source = source
    self.tables = tables
    self.threads = threads
    byteCount = source.byteCount
    usual = max(16, window)
    let start = state?.place ?? BitPosition(byte: header.dataStart, bit: 0)
    (self.start, base) = (start, start.byte)
    restartInterval = header.restartInterval
    walker = state?.walker ?? UnitWalker(EntropyReader(at: 0), restartInterval: restartInterval)
  }

  /// How far a walk is, for another one that continues.
  struct State: Sendable {
    fileprivate let walker: UnitWalker
    /// The first bit that was not used.
    let place: BitPosition
  }

  /// How far this one is.
  var state: State { State(walker: walker, place: place) }

  /// The first bit that was not used, and the predictors.
  var checkpoint: Checkpoint { walker.checkpoint(in: window.span, from: base) }
  var hasExtraneousBytes: Bool { walker.hasExtraneousBytes }

  private var isLast: Bool { base + window.count >= byteCount }
  private var place: BitPosition { walker.mark.place(in: window.span, from: base) }

  /// Walks a few units, up to `count`; false if all are done.
  mutating func step<Sink: RewindableSink>(to count: Int, into sink: inout Sink) throws(ScanFault) -> Bool {
    guard walker.unit < count else { return false }
    if window.isEmpty { try move(to: start, usual, for: sink) }
    sink.base = base
    meet(for: sink)
    guard case .replay = secondHalf else {
      try walk(to: count, into: &sink)
      return true
    }
    try pass(to: count, into: &sink)
    if used != nil, isNearEnd, !isLast { try move(to: place, usual, for: sink) }
    return true
  }

  private mutating func walk<Sink: RewindableSink>(to count: Int, into sink: inout Sink) throws(ScanFault) {
    let (before, mark) = (walker, sink.mark)
    do throws(ScanFault) {
      let (end, bytes) = (min(count, walker.unit + stepLength), window)
      try walker.walk(to: end, bytes.span, from: base, tables, into: &sink)
      if isNearEnd, !isLast { try move(to: place, usual, for: sink) }
    } catch {
      if isCertain(error) { throw error }
      walker = before
      sink.rewind(to: mark)
      let place = place
      guard place.byte != base || window.count < Self.longestWindow else { throw ScanFault(.extraneousData, at: base) }
      try move(to: place, place.byte == base ? longer : usual, for: sink)
    }
  }

  /// The length of the window that is read if this one is too short.
  private var longer: Int { min(window.count * 4, Self.longestWindow) }

  private var stepLength: Int {
    if case .meeting = secondHalf { return 1 }
    return max(Self.units, usual / 1_024)
  }

  private var isNearEnd: Bool { isAtWindowEnd || window.count - walker.reader.position < usual / 8 }

  /// Whether the reader came to the end of the window, not to a marker.
  private var isAtWindowEnd: Bool {
    walker.reader.isAtEnd && UnitWalker.marker(at: walker.reader.position, window.span).marker == nil
  }

  /// Whether more of the file would change nothing about a fault.
  private func isCertain(_ fault: ScanFault) -> Bool {
    if isLast || [.unreadable, .fillBytes].contains(fault.code) || fault.code == .codeInvalid && !walker.reader.isAtEnd
    {
      return true
    }
    return UnitWalker.marker(at: walker.reader.position, window.span).marker != nil
  }

  /// Goes to the window that begins with a place.
  private mutating func move(to place: BitPosition, _ count: Int, for sink: some RewindableSink) throws(ScanFault) {
    secondHalf = .none
    if let (base, bytes, ahead) = upcoming.take(), base == place.byte, count == usual {
      (self.base, window) = (base, bytes)
      if let ahead { secondHalf = .ahead(ahead) }
      walker.reader = EntropyReader(at: place, in: window.span, from: base)
    } else {
      try read(place, count)
      if let ahead = walkAhead(of: window, from: walker.unit, for: sink) { secondHalf = .ahead(ahead) }
    }
  }

  private mutating func read(_ place: BitPosition, _ count: Int) throws(ScanFault) {
    base = place.byte
    guard let bytes = bytes(at: base, count) else { throw ScanFault(.unreadable, at: base) }
    window = bytes
    walker.reader = EntropyReader(at: place, in: window.span, from: base)
  }

  /// `count` bytes, or those up to the end of the file; nil if the source does not have them.
  private func bytes(at offset: Int, _ count: Int) -> [UInt8]? {
    let range = offset..<min(byteCount, offset + count)
    guard let bytes = try? source.read(range), bytes.count == range.count else { return nil }
    return bytes
  }

  /// Lets another thread start with the second half of `window`, which begins with a unit, if the walk goes that far.
  private mutating func walkAhead(of window: [UInt8], from unit: Int, for sink: some RewindableSink) -> WalkAhead<
    UnitRecord
  >? {
    let bytesToWalk = Double(lastUnit - unit) * bytesPerUnit
    guard threads != .one, missed < Self.missesAllowed, bytesToWalk > Double(window.count / 2) else { return nil }
    let record = used.take() ?? UnitRecord(sink.recorded(tables.slots.count))
    return WalkAhead.started(threads, window, share, tables, restartInterval: restartInterval, into: record)
  }

  /// Reads the next window, so that the other thread does not wait until this one has passed its record on.
  private mutating func prepare(after replay: UnitReplay, for sink: some RewindableSink) {
    let place = replay.end.place(in: window.span, from: base)
    let isNearEnd = window.count - (place.byte - base) < usual / 8
    let unit = walker.unit + replay.unitsLeft
    guard isNearEnd, !isLast, unit < lastUnit,
      let bytes = bytes(at: place.byte, usual)
    else { return }
    upcoming = (place.byte, bytes, walkAhead(of: bytes, from: unit, for: sink))
  }

  /// What follows the last unit.
  mutating func end() throws(ScanFault) -> ScanEnd {
    while true {
      if UnitWalker.marker(at: walker.reader.position, window.span).marker != nil || isLast {
        return try ScanEnd(after: walker, in: window.span, from: base, of: source)
      }
      let place = place
      guard place.byte != base || window.count < Self.longestWindow else {
        throw ScanFault(.extraneousData, at: base)
      }
      try read(place, place.byte == base ? longer : window.count)
    }
  }
}

extension WindowedWalk {
  /// Looks for a unit that both walks begin at the same bit: from there on they are the same, because nothing else
  /// decides what the bits mean.
  private mutating func meet(for sink: some RewindableSink) {
    if case .ahead(let ahead) = secondHalf, walker.reader.position >= ahead.start {
      let record = ahead.record(&share)
      secondHalf = record.map { SecondHalf.meeting($0, 0) } ?? .none
      apart = 0
    }
    guard case .meeting(let record, var unit) = secondHalf else { return }
    let window = self.window
    let bytes = window.span
    let place = walker.mark.place(in: bytes)
    while unit < record.unitCount, record.marks[unit].place(in: bytes) < place { unit += 1 }
    apart += 1
    guard unit < record.unitCount, apart < Self.apartAtMost else {
      secondHalf = .none
      missed += 1
      return
    }
    secondHalf = .meeting(record, unit)
    if record.marks[unit].place(in: bytes) == place, walker.isSameUnit(record.firstUnit + unit) {
      let offset = walker.predictors &- record.marks[unit].predictors
      let replay = UnitReplay(record, tables, from: unit, offset: offset)
      missed = 0
      prepare(after: replay, for: sink)
      secondHalf = .replay(replay)
    }
  }

  /// Passes recorded units on instead of walking them.
  ///
  /// The last unit before a restart marker is walked, because units are recorded from after their marker on.
  private mutating func pass<Sink: RewindableSink>(to count: Int, into sink: inout Sink) throws(ScanFault) {
    guard case .replay(var replay) = secondHalf else { return }
    let window = self.window
    let bytes = window.span
    let end = min(count, walker.unit + replay.unitsLeft)
    let isBeforeRestart = restartInterval > 0 && end % restartInterval == 0
    let units = end - walker.unit - (isBeforeRestart ? 1 : 0)
    replay.pass(units, from: walker.unit, bytes, to: &sink)
    let mark = replay.mark
    passedUnits += units
    walker.jump(to: walker.unit + units, EntropyReader(at: mark.place(in: bytes), in: bytes), mark.predictors)
    if isBeforeRestart {
      try walker.walk(to: end, bytes, from: base, tables, into: &sink)
      replay.skip()
    }
    secondHalf = replay.unitsLeft > 0 ? .replay(replay) : .none
    used = replay.unitsLeft > 0 ? nil : replay.record
  }
}
