// Units that one thread has walked, kept for the sink of another.

/// What a sink takes of a unit's blocks.
enum RecordedBlocks: Sendable {
  /// Nothing: only where units begin.
  case none
  /// The first coefficients; for each block of a unit, whether others too: those at `places`, a bit for each.
  case first(others: [Bool], places: UInt64)
}

/// Where units begin, and what a sink takes of them.
struct UnitRecord: UnitSink, Sendable {
  /// Where each unit begins; the last one is not recorded as a whole.
  private(set) var marks: [UnitMark] = []
  fileprivate var values: [Int16] = []
  /// The place of a coefficient and its value in the low half; 0 after the last one of a block.
  fileprivate var coefficients: [UInt32] = []
  /// The number of the first unit as the walk counts them.
  private(set) var firstUnit = 0
  private let keepsBlocks: Bool
  private let others: [Bool]
  private let places: UInt64
  private var slot = 0

  /// The entries that a record can have, so that its memory has a bound.
  private static let longest = 1 << 17

  init(_ blocks: RecordedBlocks) {
    switch blocks {
    case .none: (keepsBlocks, others, places) = (false, [], 0)
    case .first(let others, let places): (keepsBlocks, self.others, self.places) = (true, others, places)
    }
  }

  /// Forgets everything, and keeps the memory.
  mutating func restart(atUnit unit: Int) {
    firstUnit = unit
    marks.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    coefficients.removeAll(keepingCapacity: true)
  }

  /// The units that are recorded as a whole.
  var unitCount: Int { max(0, marks.count - 1) }

  /// The index of a unit's first coefficient.
  fileprivate func firstCoefficient(ofUnit unit: Int) -> Int {
    var (index, ends) = (0, unit * others.count { $0 })
    while ends > 0 {
      if coefficients[index] == 0 { ends -= 1 }
      index += 1
    }
    return index
  }

  var isFull: Bool { max(marks.count, values.count, coefficients.count) >= Self.longest }

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

  @inline(__always) mutating func coefficient(_ place: Int, _ value: Int16) {
    guard places &>> UInt64(truncatingIfNeeded: place) & 1 != 0 else { return }
    coefficients.append(UInt32(truncatingIfNeeded: place) &<< 16 | UInt32(UInt16(bitPattern: value)))
  }

  @inline(__always) mutating func blockEnds() { coefficients.append(0) }
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
    _ coefficients: Span<UInt32>, to sink: inout Sink
  ) {
    while coefficients[coefficient] != 0 {
      let entry = coefficients[coefficient]
      sink.coefficient(Int(entry &>> 16), Int16(truncatingIfNeeded: entry))
      coefficient &+= 1
    }
    coefficient &+= 1
    sink.blockEnds()
  }
}
