// Units that one thread has walked, kept for the sink of another.

/// What a sink takes of a unit's blocks.
enum RecordedBlocks: Sendable {
  /// Nothing: only where units begin.
  case none
  /// The first coefficients; for each block of a unit, whether others too: those at `places`, a bit for each.
  case first(others: [Bool], places: UInt64)
}

/// Where units begin, and what a sink takes of them.
struct UnitRecord: UnitKeeper {
  private(set) var marks: [UnitMark] = []
  fileprivate var values: [Int16] = []
  /// The elements that the coefficients of each block take, and these.
  fileprivate var coefficients: [UInt16] = []
  private(set) var firstUnit = 0
  private let keepsBlocks: Bool
  fileprivate let others: [Bool]
  private let places: UInt64
  private var slot = 0

  /// The entries that a record can have, so that its memory has a bound.
  private static let longest = 1 << 16

  init(_ blocks: RecordedBlocks) {
    switch blocks {
    case .none: (keepsBlocks, others, places) = (false, [], 0)
    case .first(let others, let places): (keepsBlocks, self.others, self.places) = (true, others, places)
    }
  }

  mutating func restart(atUnit unit: Int) {
    firstUnit = unit
    marks.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    coefficients.removeAll(keepingCapacity: true)
  }

  /// The index of a unit's first coefficient.
  fileprivate func firstCoefficient(ofUnit unit: Int) -> Int {
    var index = 0
    for _ in 0..<unit * others.count(where: \.self) { index += 1 + Int(coefficients[index]) }
    return index
  }

  var isFull: Bool { max(marks.count, values.count, coefficients.count / 4) >= Self.longest }

  @inline(__always) mutating func unit(_ index: Int, _ mark: UnitMark, _ bytes: Span<UInt8>) {
    marks.append(mark)
    slot = -1
  }

  @inline(__always) mutating func block(_ dc: Int16) {
    guard keepsBlocks else { return }
    slot &+= 1
    values.append(dc)
  }

  @inline(__always) var takesCoefficients: Bool { keepsBlocks && others[slot] }

  @inline(__always) mutating func coefficients(_ found: Span<UInt16>) {
    let (places, start) = (places, coefficients.count)
    coefficients.append(addingCapacity: 1 &+ found.count) { list in
      list.append(0)
      var at = 0
      while at < found.count {
        let first = at
        let place = PackedCoefficient.next(found, &at).place
        guard places &>> UInt64(truncatingIfNeeded: place) & 1 != 0 else { continue }
        for index in first..<at { list.append(found[index]) }
      }
    }
    coefficients[start] = UInt16(truncatingIfNeeded: coefficients.count &- start &- 1)
  }
}

/// Passes the units of a record on to a sink, from one on.
struct UnitReplay: Sendable {
  let record: UnitRecord
  /// The component of each block of a unit.
  private let components: [Int]
  /// What the record's predictors lack.
  private let offset: SIMD4<Int16>
  /// What comes next in `record`: the unit, its first value and its first coefficient.
  private var unit, value, coefficient: Int

  /// From the record's `unit` on.
  init(_ record: UnitRecord, _ tables: UnitTables, from unit: Int, offset: SIMD4<Int16>) {
    (self.record, self.unit, self.offset) = (record, unit, offset)
    components = tables.slots.map(\.component)
    value = record.values.isEmpty ? 0 : unit * components.count
    coefficient = record.firstCoefficient(ofUnit: unit)
  }

  var unitsLeft: Int { record.unitCount - unit }

  /// Where the unit after all of them begins.
  var end: UnitMark { record.marks[record.unitCount] }

  /// Where the next unit begins.
  var mark: UnitMark { record.marks[unit].adding(offset) }

  /// Leaves one unit out.
  mutating func skip() {
    unit &+= 1
    guard !record.values.isEmpty else { return }
    value &+= components.count
    for hasOthers in record.others where hasOthers { coefficient &+= 1 &+ Int(record.coefficients[coefficient]) }
  }

  /// Passes up to `count` units on; the first one is `index`.
  mutating func pass<Sink: UnitSink>(_ count: Int, from index: Int, _ bytes: Span<UInt8>, to sink: inout Sink) {
    let (record, components, offset) = (self.record, self.components, self.offset)
    let (marks, values, coefficients) = (record.marks.span, record.values.span, record.coefficients.span)
    let hasValues = !values.isEmpty
    for step in 0..<min(count, unitsLeft) {
      sink.unit(index &+ step, marks[unit].adding(offset), bytes)
      unit &+= 1
      guard hasValues else { continue }
      for component in components {
        sink.block(values[value] &+ offset[component])
        value &+= 1
        if sink.takesCoefficients { passCoefficients(coefficients, to: &sink) }
      }
    }
  }

  @inline(__always) private mutating func passCoefficients<Sink: UnitSink>(
    _ coefficients: Span<UInt16>, to sink: inout Sink
  ) {
    let first = coefficient &+ 1
    coefficient = first &+ Int(coefficients[coefficient])
    sink.coefficients(coefficients.extracting(first..<coefficient))
  }
}
