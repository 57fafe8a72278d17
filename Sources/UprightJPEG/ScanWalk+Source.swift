// A walk of a file that is read a part at a time.

package import UprightMetadata

extension ScanWalk {
  /// What `ScanWalk(_:of:interval:keepsDC:)` gives, with no more than about a megabyte of the file in memory.
  ///
  /// - Throws: `ScanFault` for damage, `.unreadable`.
  package init(
    _ header: ScanHeader, reading source: some ByteSource, interval: Int = 0, keepsDC: Bool = false
  ) throws(ScanFault) {
    try self.init(header, UnitTables(header), reading: source, interval: interval, keepsDC: keepsDC)
  }

  /// `window` is the number of bytes to read at once; more are read only if a few units need them.
  init(
    _ header: ScanHeader, _ tables: UnitTables, reading source: some ByteSource, interval: Int = 0,
    keepsDC: Bool = false, window: Int = 1 << 20
  ) throws(ScanFault) {
    var walk = WindowedWalk(source, header, window: window)
    var sink = BothSinks(first: CheckpointSink(interval: interval), second: DCSink(isOn: keepsDC))
    while try walk.step(tables, header.unitCount, into: &sink) {}
    self.init(checkpoints: sink.first.checkpoints, dcValues: sink.second.values, end: try walk.end())
  }
}

/// A sink that can forget what it has taken since a mark.
protocol RewindableSink: UnitSink {
  associatedtype Mark
  /// The file's offset of the first byte that is walked.
  var base: Int { get set }
  var mark: Mark { get }
  mutating func rewind(to mark: Mark)
}

extension BothSinks: RewindableSink where First == CheckpointSink, Second == DCSink {
  var base: Int {
    get { first.base }
    set { first.base = newValue }
  }

  var mark: (Int, Int) { (first.checkpoints.count, second.values.count) }

  mutating func rewind(to mark: (Int, Int)) {
    first.truncate(to: mark.0)
    second.truncate(to: mark.1)
  }
}

/// A walker, and the part of the file that it is in.
struct WindowedWalk {
  /// Not a type parameter: `step` is then specialized whatever the source is.
  private let source: any ByteSource
  private let byteCount: Int
  private let usual: Int
  private var window: [UInt8] = []
  /// The file's offset of the first byte of `window`.
  private var base: Int
  private var walker: UnitWalker

  /// Units that are walked before the rest of the window is looked at.
  private static var units: Int { 64 }

  /// A window that a few units and what follows them do not fill, unless the file has far more filling than data.
  static var longestWindow: Int { 1 << 20 }

  init(_ source: any ByteSource, _ header: ScanHeader, window: Int) {
    self.source = source
    byteCount = source.byteCount
    usual = max(16, window)
    base = header.dataStart
    walker = UnitWalker(EntropyReader(at: 0), restartInterval: header.restartInterval)
  }

  /// The first bit that was not used, and the predictors.
  var checkpoint: Checkpoint {
    Checkpoint(place: walker.reader.place(in: window.span, from: base), predictors: walker.predictors)
  }
  var hasExtraneousBytes: Bool { walker.hasExtraneousBytes }

  private var isLast: Bool { base + window.count >= byteCount }

  /// Walks a few units; false if all are done.
  mutating func step<Sink: RewindableSink>(
    _ tables: UnitTables, _ count: Int, into sink: inout Sink
  ) throws(ScanFault) -> Bool {
    guard walker.unit < count else { return false }
    if window.isEmpty { try move(to: BitPosition(byte: base, bit: 0), usual) }
    let (before, mark) = (walker, sink.mark)
    sink.base = base
    do throws(ScanFault) {
      let (end, bytes) = (min(count, walker.unit + Self.units), window)
      try walker.walk(to: end, bytes.span, from: base, tables, into: &sink)
      let isNearEnd = isAtWindowEnd || window.count - walker.reader.position < usual / 8
      if isNearEnd, !isLast { try move(to: walker.reader.place(in: window.span, from: base), usual) }
    } catch {
      if isCertain(error) { throw error }
      walker = before
      sink.rewind(to: mark)
      let place = walker.reader.place(in: window.span, from: base)
      guard place.byte != base || window.count < Self.longestWindow else { throw ScanFault(.extraneousData, at: base) }
      try move(to: place, place.byte == base ? window.count * 4 : usual)
    }
    return true
  }

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

  /// Reads the window that begins with a place.
  private mutating func move(to place: BitPosition, _ count: Int) throws(ScanFault) {
    base = place.byte
    do { window = try source.read(base..<min(byteCount, base + count)) } catch {
      throw ScanFault(.unreadable, at: base)
    }
    walker.reader = EntropyReader(at: place, in: window.span, from: base)
  }

  /// What follows the last unit.
  mutating func end() throws(ScanFault) -> ScanEnd {
    while true {
      if UnitWalker.marker(at: walker.reader.position, window.span).marker != nil || isLast {
        return try ScanEnd(after: walker, in: window.span, from: base, of: source)
      }
      guard window.count < Self.longestWindow else { throw ScanFault(.extraneousData, at: base) }
      let place = walker.reader.place(in: window.span, from: base)
      try move(to: place, window.count * 4)
    }
  }
}

extension RegionIndex {
  /// Indexes a file by one walk, with no more than about a megabyte of it in memory; equal to `RegionIndex(ofBytes:)`.
  ///
  /// - Throws: `ScanFault`.
  package init(reading source: some ByteSource, interval: Int = usualInterval) throws(ScanFault) {
    let header = try ScanHeader(of: source)
    let tables = UnitTables(header)
    let interval = Self.interval(Self.bounded(interval), header)
    let walk = try ScanWalk(header, tables, reading: source, interval: interval)
    try self.init(walk, header, tables, of: source, interval: interval)
  }
}
