// One walk through a whole scan: its damage, its checkpoints, its DC coefficients.

/// What a walk gathered.
package struct ScanWalk: Sendable {
  /// A checkpoint every `interval` units, if requested.
  package let checkpoints: [Checkpoint]
  /// The DC coefficient of each block in scan order, as 16 bits, if requested.
  package let dcValues: [Int16]
  /// Whether whole bytes of data belong to no unit, of which libjpeg may warn.
  package let hasExtraneousBytes: Bool
  /// Where the data of the scan ends in the file.
  package let dataEnd: Int

  /// Walks a scan of `bytes` from its first unit to the end marker.
  ///
  /// - Parameters:
  ///   - interval: units between checkpoints; 0 for none.
  ///   - keepsDC: whether the first coefficients are kept.
  /// - Throws: `ScanFault` for damage.
  package init(_ header: ScanHeader, of bytes: [UInt8], interval: Int = 0, keepsDC: Bool = false) throws(ScanFault) {
    try self.init(header, UnitTables(header), of: bytes, interval: interval, keepsDC: keepsDC)
  }

  init(
    _ header: ScanHeader, _ tables: UnitTables, of bytes: [UInt8], interval: Int = 0, keepsDC: Bool = false
  ) throws(ScanFault) {
    var walker = UnitWalker(EntropyReader(at: header.dataStart), restartInterval: header.restartInterval)
    var sink = BothSinks(first: CheckpointSink(interval: interval), second: DCSink(isOn: keepsDC))
    let count = header.unitCount
    // Each block takes two bits or more.
    if keepsDC { sink.second.values.reserveCapacity(min(count * header.blocksPerUnit, 4 * bytes.count)) }
    try walker.walk(to: count, bytes.span, tables, into: &sink)
    let end = try ScanEnd(after: walker, in: bytes)
    self.init(checkpoints: sink.first.checkpoints, dcValues: sink.second.values, end: end)
  }

  init(checkpoints: [Checkpoint], dcValues: [Int16], end: ScanEnd) {
    self.checkpoints = checkpoints
    self.dcValues = dcValues
    hasExtraneousBytes = end.hasExtraneousBytes
    dataEnd = end.dataEnd
  }
}

/// Keeps a checkpoint every `interval` units.
struct CheckpointSink: UnitSink {
  private let interval: Int
  private var next: Int
  private(set) var checkpoints: [Checkpoint] = []
  /// The file's offset of the first byte that is walked.
  var base = 0

  init(interval: Int) {
    self.interval = interval
    next = interval > 0 ? 0 : .max
  }

  @inline(__always) mutating func unit(_ index: Int, _ mark: UnitMark, _ bytes: Span<UInt8>) {
    if index == next { add(mark, bytes) }
  }

  @inline(__always) mutating func block(_ dc: Int16) {}

  @inline(never) private mutating func add(_ mark: UnitMark, _ bytes: Span<UInt8>) {
    checkpoints.append(mark.checkpoint(in: bytes, from: base))
    next += interval
  }

  /// Removes all but the first `count`.
  mutating func truncate(to count: Int) {
    guard count < checkpoints.count else { return }
    next -= (checkpoints.count - count) * interval
    checkpoints.removeLast(checkpoints.count - count)
  }
}

/// Keeps the DC coefficient of every block, if enabled.
struct DCSink: UnitSink {
  let isOn: Bool
  var values: [Int16] = []

  init(isOn: Bool) { self.isOn = isOn }

  @inline(__always) mutating func unit(_ index: Int, _ mark: UnitMark, _ bytes: Span<UInt8>) {}

  @inline(__always) mutating func block(_ dc: Int16) {
    if isOn { values.append(dc) }
  }

  /// Removes all but the first `count`.
  mutating func truncate(to count: Int) { values.removeLast(max(0, values.count - count)) }
}

/// Passes everything on to two receivers.
struct BothSinks<First: UnitSink, Second: UnitSink>: UnitSink {
  var first: First
  var second: Second

  @inline(__always) mutating func unit(_ index: Int, _ mark: UnitMark, _ bytes: Span<UInt8>) {
    first.unit(index, mark, bytes)
    second.unit(index, mark, bytes)
  }

  @inline(__always) mutating func block(_ dc: Int16) {
    first.block(dc)
    second.block(dc)
  }
}
