// Units of a scan, copied bit by bit one run after another; the first differences are re-encoded (ITU T.81, F.1.2.1).

internal import UprightGeometry
internal import UprightMetadata

/// Writes runs of units one after another.
struct UnitSplice {
  private let index: RegionIndex
  private var writer = EntropyWriter()
  /// The first coefficient of each component's last block, as written.
  private var written = SIMD4<Int16>.zero
  /// Components whose next difference is re-encoded: the first of a run, and after a restart marker.
  private var fresh: [Bool] = []
  /// By table.
  private var coders: [DifferenceCoder?]

  init(_ index: RegionIndex) {
    self.index = index
    coders = index.header.dcCodes.map { $0.map(DifferenceCoder.init) }
  }

  /// Adds units that follow one another.
  mutating func add(_ units: Range<Int>, from source: some ByteSource) throws(ScanFault) {
    let first = units.lowerBound / index.interval
    guard first < index.checkpoints.count else { throw ScanFault(.indexMismatch, at: 0) }
    let checkpoint = index.checkpoints[first]
    let next = (units.upperBound + index.interval - 1) / index.interval
    let end = next < index.checkpoints.count ? index.checkpoints[next].place.byte : index.dataEnd
    let base = checkpoint.place.byte
    let window = try self.window(base, end, of: source)
    let bytes = window.span
    let reader = EntropyReader(at: checkpoint.place, in: bytes, from: base)
    var walker = UnitWalker(
      reader, unit: first * index.interval, predictors: checkpoint.predictors,
      restartInterval: index.header.restartInterval)
    writer.reserve(window.count + 64)
    try walk(&walker, to: units.lowerBound, bytes, base)
    try copy(&walker, to: units.upperBound, bytes, base)
    guard !walker.hasExtraneousBytes else { throw ScanFault(.extraneousData, at: base) }
  }

  /// The bytes of `base` up to the one at `end`, with the zero that may be stuffed after it.
  private func window(_ base: Int, _ end: Int, of source: some ByteSource) throws(ScanFault) -> [UInt8] {
    guard base <= end, end <= index.dataEnd else { throw ScanFault(.indexMismatch, at: base) }
    var (window, more) = ([UInt8](), 2)
    repeat {
      let upper = min(end + more, index.dataEnd)
      do { window = try source.read(base..<upper) } catch { throw ScanFault(.unreadable, at: base) }
      guard window.count == upper - base else { throw ScanFault(.indexMismatch, at: base + window.count) }
      if upper == index.dataEnd { break }
      more *= 16
    } while window.last == 0xFF
    return window
  }

  /// Walks on, and compares with the checkpoints that are passed.
  private func walk(
    _ walker: inout UnitWalker, to end: Int, _ bytes: Span<UInt8>, _ base: Int
  ) throws(ScanFault) {
    var sink = ComparingSink(checkpoints: index.checkpoints, interval: index.interval, base: base, from: walker.unit)
    try walker.walk(to: end, bytes, from: base, index.tables, into: &sink)
    if let place = sink.mismatch { throw ScanFault(.indexMismatch, at: place.byte) }
  }

  private mutating func copy(
    _ walker: inout UnitWalker, to end: Int, _ bytes: Span<UInt8>, _ base: Int
  ) throws(ScanFault) {
    let components = index.header.components
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
      for slot in index.tables.slots {
        let recodes = fresh[slot.component] || recodesAll[slot.component]
        if recodes { flush(&start, walker, bytes, base) }
        guard let value = walker.differ(bytes, slot, index.tables) else { throw walker.fault(bytes, from: base) }
        if recodes {
          guard coders[components[slot.component].dc]?.put(value &- written[slot.component], to: &writer) == true
          else { throw ScanFault(.codeInvalid, at: walker.reader.place(in: bytes, from: base).byte) }
          start = walker.reader.place(in: bytes, from: base)
          fresh[slot.component] = false
          written[slot.component] = value
        }
        guard walker.skipRuns(bytes, index.tables.runs.span, slot, index.tables) else {
          throw walker.fault(bytes, from: base)
        }
      }
      guard walker.reader.count >= 0 else { throw walker.fault(bytes, from: base) }
      walker.unit += 1
    }
    flush(&start, walker, bytes, base)
  }

  /// Copies what was walked since `start`, where the last difference was re-encoded.
  private mutating func flush(_ start: inout BitPosition?, _ walker: UnitWalker, _ bytes: Span<UInt8>, _ base: Int) {
    guard let first = start else { return }
    writer.copy(first, walker.reader.place(in: bytes, from: base), of: bytes, from: base)
    // Copied differences lead to the same values.
    for component in fresh.indices where !fresh[component] { written[component] = walker.predictors[component] }
    start = nil
  }

  mutating func finish(_ size: PixelSize<Stored>) -> [UInt8] {
    var own: [Int: HuffmanCodes] = [:]
    for (table, coder) in coders.enumerated() {
      if let coder, coder.isOwn { own[table] = coder.codes }
    }
    return SmallHeader(index.header, differences: own).bytes(size) + writer.finish() + [0xFF, 0xD9]
  }
}

/// Compares a walk with the checkpoints of an index.
private struct ComparingSink: UnitSink {
  private let checkpoints: [Checkpoint]
  private let interval: Int
  private let base: Int
  private var next: Int
  /// The checkpoint that is another place than the walk came to.
  private(set) var mismatch: BitPosition?

  init(checkpoints: [Checkpoint], interval: Int, base: Int, from unit: Int) {
    self.checkpoints = checkpoints
    self.interval = interval
    self.base = base
    next = (unit + interval - 1) / interval * interval
  }

  @inline(__always) mutating func unit(_ index: Int, _ walker: UnitWalker, _ bytes: Span<UInt8>) {
    if index == next { compare(walker, bytes) }
  }

  @inline(__always) mutating func block(_ dc: Int16) {}

  @inline(never) private mutating func compare(_ walker: UnitWalker, _ bytes: Span<UInt8>) {
    let checkpoint = checkpoints[next / interval]
    let found = Checkpoint(place: walker.reader.place(in: bytes, from: base), predictors: walker.predictors)
    if found != checkpoint, mismatch == nil { mismatch = checkpoint.place }
    next += interval
  }
}
