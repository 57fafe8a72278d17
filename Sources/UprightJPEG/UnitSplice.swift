// Units of a scan, copied bit by bit one run after another; the first differences are re-encoded (ITU T.81, F.1.2.1).

internal import UprightGeometry
internal import UprightMetadata

/// Units to copy, and where to start walking to them.
struct UnitRun {
  /// Where the walk starts, and which unit begins there.
  let start: Checkpoint
  let unit: Int
  /// The units to copy.
  let units: Range<Int>
  /// A byte in which the last of their bits is, or a later one.
  let end: Int
  /// Where the walk must arrive after them; nil if that is not known.
  var arrival: Checkpoint?

  /// Checks that a walk of all units has arrived where it must.
  ///
  /// - Parameter bytes: The data from the byte in which the run starts.
  /// - Throws: `.extraneousData`, `.indexMismatch`.
  func checkEnd(of walker: UnitWalker, in bytes: Span<UInt8>) throws(ScanFault) {
    guard !walker.hasExtraneousBytes else { throw ScanFault(.extraneousData, at: start.place.byte) }
    guard let arrival, !walker.isBeforeRestart else { return }
    guard walker.checkpoint(in: bytes, from: start.place.byte) == arrival else {
      throw ScanFault(.indexMismatch, at: arrival.place.byte)
    }
  }

  /// The bytes up to the one at `end`, with the zero that may be stuffed after it.
  ///
  /// - Parameter dataEnd: Where the data of the scan ends, or the file.
  /// - Throws: `.indexMismatch`, `.unreadable`, `.fillBytes`.
  func bytes(of source: some ByteSource, upTo dataEnd: Int) throws(ScanFault) -> [UInt8] {
    let base = start.place.byte
    guard base <= end, end <= dataEnd else { throw ScanFault(.indexMismatch, at: base) }
    var (window, more) = ([UInt8](), 2)
    repeat {
      let upper = min(end + more, dataEnd)
      do { window = try source.read(base..<upper) } catch { throw ScanFault(.unreadable, at: base) }
      guard window.count == upper - base else { throw ScanFault(.indexMismatch, at: base + window.count) }
      if upper == dataEnd { break }
      guard more < WindowedWalk.longestWindow else { throw ScanFault(.fillBytes, at: upper) }
      more *= 16
    } while window.last == 0xFF
    return window
  }
}

/// Writes runs of units one after another.
struct UnitSplice {
  private let header: ScanHeader
  private let tables: UnitTables
  /// Where the data of the scan ends, or the file.
  private let dataEnd: Int
  /// The checkpoints of an index, which a walk compares with those that it passes.
  private let checkpoints: [Checkpoint]
  private let interval: Int
  private var writer = EntropyWriter()
  /// The first coefficient of each component's last block, as written.
  private var written = SIMD4<Int16>.zero
  /// Components whose next difference is re-encoded: the first of a run, and after a restart marker.
  private var fresh: [Bool] = []
  /// By table.
  private var coders: [DifferenceCoder?]

  init(
    _ header: ScanHeader, _ tables: UnitTables, dataEnd: Int, comparing checkpoints: [Checkpoint] = [],
    interval: Int = 1
  ) {
    self.header = header
    self.tables = tables
    self.dataEnd = dataEnd
    self.checkpoints = checkpoints
    self.interval = interval
    coders = header.dcCodes.map { $0.map(DifferenceCoder.init) }
  }

  /// How many bytes are written so far.
  var byteCount: Int { writer.bytes.count }

  /// Adds a run.
  ///
  /// - Parameter isWalked: Whether a walk found where the run starts and ends, and that it is undamaged: then its bits
  ///   are only copied, as far as it has no restart markers. A file that has changed since is not noticed here.
  mutating func add(_ run: UnitRun, from source: some ByteSource, isWalked: Bool = false) throws(ScanFault) {
    let base = run.start.place.byte
    let window = try run.bytes(of: source, upTo: dataEnd)
    let bytes = window.span
    let reader = EntropyReader(at: run.start.place, in: bytes, from: base)
    var walker = UnitWalker(
      reader, unit: run.unit, predictors: run.start.predictors, restartInterval: header.restartInterval)
    writer.reserve(window.count + 64)
    try walk(&walker, to: run.units.lowerBound, bytes, base)
    if isWalked, let arrival = run.arrival, walker.nextRestart > run.units.upperBound, !walker.isBeforeRestart,
      !recodesSome
    {
      try copy(&walker, to: walker.unit + 1, bytes, base, until: arrival)
      return
    }
    try copy(&walker, to: run.units.upperBound, bytes, base)
    try run.checkEnd(of: walker, in: bytes)
  }

  /// Walks on, and compares with the checkpoints that are passed.
  private func walk(
    _ walker: inout UnitWalker, to end: Int, _ bytes: Span<UInt8>, _ base: Int
  ) throws(ScanFault) {
    var sink = ComparingSink(checkpoints: checkpoints, interval: interval, base: base, from: walker.unit)
    try walker.walk(to: end, bytes, from: base, tables, into: &sink)
    if let place = sink.mismatch { throw ScanFault(.indexMismatch, at: place.byte) }
  }

  /// Whether a table has no room for all differences.
  private var recodesSome: Bool { header.components.contains { coders[$0.dc]?.recodesAll ?? false } }

  /// Copies units, and what follows them up to `arrival`.
  private mutating func copy(
    _ walker: inout UnitWalker, to end: Int, _ bytes: Span<UInt8>, _ base: Int, until arrival: Checkpoint? = nil
  ) throws(ScanFault) {
    let components = header.components
    let recodesAll = components.map { coders[$0.dc]?.recodesAll ?? false }
    let copiesRest = !recodesAll.contains(true)
    fresh = components.map { _ in true }
    var start: BitPosition?
    while walker.unit < end {
      if walker.isBeforeRestart {
        flush(&start, walker, bytes, base)
        try walker.restart(bytes, from: base)
        fresh = components.map { _ in true }
      }
      if copiesRest, !fresh.contains(true) {
        try walk(&walker, to: min(end, walker.nextRestart), bytes, base)
        continue
      }
      for slot in tables.slots {
        let recodes = fresh[slot.component] || recodesAll[slot.component]
        if recodes { flush(&start, walker, bytes, base) }
        guard let value = walker.differ(bytes, slot, tables) else { throw walker.fault(bytes, from: base) }
        if recodes {
          guard coders[components[slot.component].dc]?.put(value &- written[slot.component], to: &writer) == true
          else { throw ScanFault(.codeInvalid, at: walker.reader.place(in: bytes, from: base).byte) }
          start = walker.reader.place(in: bytes, from: base)
          fresh[slot.component] = false
          written[slot.component] = value
        }
        guard walker.skipRuns(bytes, tables.runs.span, slot, tables) else {
          throw walker.fault(bytes, from: base)
        }
      }
      guard walker.reader.count >= 0 else { throw walker.fault(bytes, from: base) }
      walker.unit += 1
    }
    if let arrival {
      guard walker.reader.place(in: bytes, from: base) <= arrival.place else {
        throw ScanFault(.indexMismatch, at: arrival.place.byte)
      }
      flush(&start, to: arrival.place, arrival.predictors, bytes, base)
    } else {
      flush(&start, walker, bytes, base)
    }
  }

  /// Copies what was walked since `start`, the position of the last re-encoded difference.
  private mutating func flush(_ start: inout BitPosition?, _ walker: UnitWalker, _ bytes: Span<UInt8>, _ base: Int) {
    flush(&start, to: walker.reader.place(in: bytes, from: base), walker.predictors, bytes, base)
  }

  private mutating func flush(
    _ start: inout BitPosition?, to end: BitPosition, _ predictors: SIMD4<Int16>, _ bytes: Span<UInt8>, _ base: Int
  ) {
    guard let first = start else { return }
    writer.copy(first, end, of: bytes, from: base)
    // Copied differences lead to the same values.
    for component in fresh.indices where !fresh[component] { written[component] = predictors[component] }
    start = nil
  }

  mutating func finish(_ size: PixelSize<Stored>) -> [UInt8] {
    var own: [Int: HuffmanCodes] = [:]
    for (table, coder) in coders.enumerated() {
      if let coder, coder.isOwn { own[table] = coder.codes }
    }
    let data = writer.finish()
    var bytes = SmallHeader(header, differences: own).bytes(size)
    // Reserved at once, so that the data exists twice and not three times.
    bytes.reserveCapacity(bytes.count + data.count + 2)
    bytes += data
    bytes += [0xFF, 0xD9]
    return bytes
  }
}

/// Compares a walk with the checkpoints of an index.
private struct ComparingSink: UnitSink {
  private let checkpoints: [Checkpoint]
  private let interval: Int
  private let base: Int
  private var next: Int
  /// The checkpoint that differs from the walk's position.
  private(set) var mismatch: BitPosition?

  init(checkpoints: [Checkpoint], interval: Int, base: Int, from unit: Int) {
    self.checkpoints = checkpoints
    self.interval = interval
    self.base = base
    next = checkpoints.isEmpty ? .max : (unit + interval - 1) / interval * interval
  }

  @inline(__always) mutating func unit(_ index: Int, _ mark: UnitMark, _ bytes: Span<UInt8>) {
    if index == next { compare(mark, bytes) }
  }

  @inline(never) private mutating func compare(_ mark: UnitMark, _ bytes: Span<UInt8>) {
    let checkpoint = checkpoints[next / interval]
    let found = mark.checkpoint(in: bytes, from: base)
    if found != checkpoint, mismatch == nil { mismatch = checkpoint.place }
    next += interval
  }
}
