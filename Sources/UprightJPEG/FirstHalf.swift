// The first half of a scan, and how it is joined with the second.

/// A walk from the first unit to a little after the middle.
struct FirstHalf {
  private let interval: Int
  private let keepsDC: Bool
  private var walker: UnitWalker
  private var sink: BothSinks<CheckpointSink, DCSink>
  /// Where the units after the middle begin.
  private var marks: [UnitMark] = []
  /// The unit of the first mark.
  private var firstMark = 0

  /// Units that both halves walk, so that they can meet.
  static let overlap = 512
  /// Units that are walked at once before the middle.
  private static let step = 128

  init(_ header: ScanHeader, interval: Int, keepsDC: Bool) {
    self.interval = interval
    self.keepsDC = keepsDC
    walker = UnitWalker(EntropyReader(at: header.dataStart))
    sink = BothSinks(first: CheckpointSink(interval: interval), second: DCSink(isOn: keepsDC))
  }

  /// Walks to the middle and beyond; returns the fault that ended it early.
  mutating func walk(to middle: Int, _ bytes: [UInt8], _ tables: UnitTables, _ header: ScanHeader) -> ScanFault? {
    do throws(ScanFault) {
      while walker.unit < header.unitCount, walker.reader.position < middle {
        try walker.walk(to: min(header.unitCount, walker.unit + Self.step), bytes.span, tables, into: &sink)
      }
      firstMark = walker.unit
      var both = BothSinks(first: sink, second: MarkSink(keepsDC: false))
      let end = min(header.unitCount, walker.unit + Self.overlap)
      try walker.walk(to: end, bytes.span, tables, into: &both)
      sink = both.first
      marks = both.second.marks
      return nil
    } catch {
      return error
    }
  }

  /// The whole walk, joined with the second half; nil if the two do not meet, or the second one ends early.
  mutating func joined(_ second: SecondHalf, _ bytes: [UInt8], _ header: ScanHeader) throws(ScanFault) -> ScanWalk? {
    guard let (mine, its) = meeting(second, bytes.span) else { return nil }
    let seam = firstMark + mine
    let rest = header.unitCount - seam
    guard its + rest < second.marks.count else { return nil }
    let offset = marks[mine].predictors &- second.marks[its].predictors
    var checkpoints = sink.first.checkpoints
    if interval > 0 {
      checkpoints.removeLast(max(0, checkpoints.count - (seam + interval - 1) / interval))
      for unit in stride(from: checkpoints.count * interval, to: header.unitCount, by: interval) {
        let mark = second.marks[its + unit - seam]
        checkpoints.append(Checkpoint(place: mark.place(in: bytes.span), predictors: mark.predictors &+ offset))
      }
    }
    let last = EntropyReader(at: second.marks[its + rest].place(in: bytes.span), in: bytes.span)
    let end = try ScanEnd(after: UnitWalker(last), in: bytes)
    let values = keepsDC ? joinedValues(second, header, seam: seam, its: its, offset) : []
    return ScanWalk(checkpoints: checkpoints, dcValues: values, end: end)
  }

  private func joinedValues(
    _ second: SecondHalf, _ header: ScanHeader, seam: Int, its: Int, _ offset: SIMD4<Int16>
  ) -> [Int16] {
    let unit = header.blocksPerUnit
    let offsets = header.components.enumerated().flatMap { index, component in
      let (across, down) = header.blocks(of: component)
      return [Int16](repeating: offset[index], count: across * down)
    }
    var values = Array(sink.second.values.prefix(seam * unit))
    values.reserveCapacity(header.unitCount * unit)
    var slot = 0
    for value in second.dcValues[(its * unit)..<((its + header.unitCount - seam) * unit)] {
      values.append(value &+ offsets[slot])
      slot = slot + 1 == unit ? 0 : slot + 1
    }
    return values
  }

  /// The first marks of both halves at the same place, where all marks after them agree.
  private func meeting(_ second: SecondHalf, _ bytes: Span<UInt8>) -> (mine: Int, its: Int)? {
    let others = second.marks.prefix(8 * Self.overlap).map { $0.place(in: bytes) }
    let places = marks.map { $0.place(in: bytes) }
    var its = 0
    for (mine, place) in places.enumerated() {
      while its < others.count, others[its] < place { its += 1 }
      guard its < others.count else { return nil }
      guard others[its] == place else { continue }
      let common = min(places.count - mine, others.count - its)
      let offset = marks[mine].predictors &- second.marks[its].predictors
      let isSame = (0..<common).allSatisfy { step in
        places[mine + step] == others[its + step]
          && marks[mine + step].predictors &- second.marks[its + step].predictors == offset
      }
      return isSame ? (mine, its) : nil
    }
    return nil
  }

  /// The whole walk by this half alone.
  mutating func finished(_ bytes: [UInt8], _ tables: UnitTables, _ header: ScanHeader) throws(ScanFault) -> ScanWalk {
    try walker.walk(to: header.unitCount, bytes.span, tables, into: &sink)
    let end = try ScanEnd(after: walker, in: bytes)
    return ScanWalk(checkpoints: sink.first.checkpoints, dcValues: sink.second.values, end: end)
  }
}
