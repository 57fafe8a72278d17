// Units that one thread has walked, kept for the sink of another.

/// What a sink takes of a unit's blocks.
enum RecordedBlocks: Sendable {
  /// Nothing: only where units begin.
  case none
  /// For each block of a unit, so many coefficients in zigzag order, and perhaps a few more.
  case coefficients(places: [Int])
}

/// Where units begin, and what a sink takes of them.
struct UnitRecord: UnitKeeper {
  private(set) var arrays = CoefficientArrays()
  private(set) var firstUnit = 0
  /// Whether what a sink takes of blocks is kept.
  fileprivate let keepsBlocks: Bool
  private let places: [Int]
  private var slot = 0
  private var skipper = UnitSkipper()

  /// The marks, blocks and eighths of entries that a record can have, so that its memory has a bound.
  private static let longest = 1 << 16

  init(_ blocks: RecordedBlocks) {
    switch blocks {
    case .none: (keepsBlocks, places) = (false, [])
    case .coefficients(let places): (keepsBlocks, self.places) = (true, places)
    }
  }

  var marks: [UnitMark] { arrays.marks }

  mutating func restart(atUnit unit: Int) {
    firstUnit = unit
    arrays.removeAll()
  }

  var isFull: Bool { max(marks.count, arrays.levels.count, arrays.entries.count / 8) >= Self.longest }

  @inline(__always) mutating func unit(_ index: Int, _ mark: UnitMark, _ bytes: Span<UInt8>) {
    arrays.marks.append(mark)
    slot = -1
  }

  mutating func units(
    _ count: Int, from unit: Int, _ reader: inout EntropyReader, _ predictors: inout PackedPredictors,
    _ bytes: Span<UInt8>,
    _ tables: UnitTables
  ) -> Int {
    guard keepsBlocks else {
      let skipped = skipper.skip(count, marking: nil, &reader, &predictors, bytes, tables)
      arrays.marks += skipped.marks
      return skipped.count
    }
    return arrays.read(count, &reader, &predictors, bytes, tables, keepsMarks: true, places: places)
  }

  @inline(__always) mutating func block(_ dc: Int16) {
    guard keepsBlocks else { return }
    slot &+= 1
    arrays.levels.append(dc)
    if places[slot] == 1 { arrays.ends.append(arrays.nextEntry) }
  }

  @inline(__always) var takesCoefficients: Bool { keepsBlocks && places[slot] > 1 }

  @inline(__always) mutating func coefficients(_ found: Span<UInt16>) {
    arrays.entries.append(addingCapacity: found.count) { entries in
      for index in found.indices { entries.append(found[index]) }
    }
    arrays.ends.append(arrays.nextEntry)
  }
}

/// Passes the units of a record on to a sink, from one on.
struct UnitReplay: Sendable {
  let record: UnitRecord
  /// The component of each block of a unit.
  private let components: [Int]
  /// What the record's predictors lack.
  private let offset: SIMD4<Int16>
  /// The unit in `record` that comes next.
  private var unit: Int

  /// From the record's `unit` on.
  init(_ record: UnitRecord, _ tables: UnitTables, from unit: Int, offset: SIMD4<Int16>) {
    (self.record, self.unit, self.offset) = (record, unit, offset)
    components = tables.slots.map(\.component)
  }

  var unitsLeft: Int { record.unitCount - unit }

  /// Where the unit after all of them begins.
  var end: UnitMark { record.marks[record.unitCount] }

  /// Where the next unit begins.
  var mark: UnitMark { record.marks[unit].adding(offset) }

  /// Leaves one unit out.
  mutating func skip() { unit &+= 1 }

  /// Passes up to `count` units on; the first one is `index`.
  mutating func pass<Sink: UnitSink>(_ count: Int, from index: Int, _ bytes: Span<UInt8>, to sink: inout Sink) {
    let (first, end) = (unit, unit + min(count, unitsLeft))
    while unit < end {
      let number = index &+ unit &- first
      let taken =
        record.keepsBlocks
        ? sink.units(
          end - unit, from: number, of: record.arrays, block: unit * components.count,
          adding: components.map { offset[$0] }) : 0
      unit &+= taken
      if taken == 0 { passOne(number, bytes, to: &sink) }
    }
  }

  private mutating func passOne<Sink: UnitSink>(_ index: Int, _ bytes: Span<UInt8>, to sink: inout Sink) {
    let arrays = record.arrays
    sink.unit(index, mark, bytes)
    if record.keepsBlocks {
      for (slot, component) in components.enumerated() {
        let block = unit &* components.count &+ slot
        sink.block(arrays.levels[block] &+ offset[component])
        guard sink.takesCoefficients else { continue }
        let first = block == 0 ? 0 : Int(arrays.ends[block - 1])
        sink.coefficients(arrays.entries.span.extracting(first..<Int(arrays.ends[block])))
      }
    }
    unit &+= 1
  }
}
