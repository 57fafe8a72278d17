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

  /// `window` is how many bytes are read at once; more only where a few units need them.
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

/// A walker, and the part of the file that it is in.
private struct WindowedWalk<Source: ByteSource> {
  private let source: Source
  private let usual: Int
  private var window: [UInt8] = []
  /// The file's offset of the first byte of `window`.
  private var base: Int
  private var walker: UnitWalker

  /// Units that are walked before the rest of the window is looked at.
  private static var units: Int { 64 }

  init(_ source: Source, _ header: ScanHeader, window: Int) {
    self.source = source
    usual = max(16, window)
    base = header.dataStart
    walker = UnitWalker(EntropyReader(at: 0), restartInterval: header.restartInterval)
  }

  private var isLast: Bool { base + window.count >= source.byteCount }

  /// Walks a few units; false where all are done.
  mutating func step(
    _ tables: UnitTables, _ count: Int, into sink: inout BothSinks<CheckpointSink, DCSink>
  ) throws(ScanFault) -> Bool {
    guard walker.unit < count else { return false }
    if window.isEmpty { try move(to: BitPosition(byte: base, bit: 0), usual) }
    let before = (walker, sink.first.checkpoints.count, sink.second.values.count)
    sink.first.base = base
    do throws(ScanFault) {
      let (end, bytes) = (min(count, walker.unit + Self.units), window)
      try walker.walk(to: end, bytes.span, from: base, tables, into: &sink)
      let isNearEnd = walker.reader.isAtEnd || window.count - walker.reader.position < usual / 8
      if isNearEnd, !isLast { try move(to: walker.reader.place(in: window.span, from: base), usual) }
    } catch {
      if isCertain(error) { throw error }
      walker = before.0
      sink.first.truncate(to: before.1)
      sink.second.truncate(to: before.2)
      let place = walker.reader.place(in: window.span, from: base)
      try move(to: place, place.byte == base ? window.count * 4 : usual)
    }
    return true
  }

  /// Whether more of the file would change nothing about a fault.
  private func isCertain(_ fault: ScanFault) -> Bool {
    if isLast || fault.code == .unreadable || fault.code == .codeInvalid && !walker.reader.isAtEnd { return true }
    return UnitWalker.marker(at: walker.reader.position, window.span).marker != nil
  }

  /// Reads the window that begins with a place.
  private mutating func move(to place: BitPosition, _ count: Int) throws(ScanFault) {
    base = place.byte
    do { window = try source.read(base..<min(source.byteCount, base + count)) } catch {
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
      let place = walker.reader.place(in: window.span, from: base)
      try move(to: place, window.count * 4)
    }
  }
}

extension RegionIndex {
  /// Indexes a file by one walk, with no more than about a megabyte of it in memory; equal to `RegionIndex(of:)`.
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
