// Keeps where some units of a scan begin; a kernel skips the others (ITU T.81, F.2.2).

/// Units of a scan, ascending.
enum UnitList: Sendable {
  /// The first one and every so many; none for 0.
  case every(Int)
  case listed([Int])

  /// The one at `index`; `Int.max` behind the last.
  @inline(__always) func unit(_ index: Int) -> Int {
    switch self {
    case .every(let interval): interval > 0 ? index * interval : .max
    case .listed(let units): index < units.count ? units[index] : .max
    }
  }
}

/// Keeps where the units of a list begin.
struct PlaceSink: RewindableSink {
  private let units: UnitList
  private(set) var places: [Checkpoint] = []
  /// The unit that is kept next.
  private var next: Int
  private var skipper = UnitSkipper()
  /// Units that are skipped at a time.
  private static let most = 1 << 12
  /// The file's offset of the first byte that is walked.
  var base = 0

  init(_ units: UnitList) {
    self.units = units
    next = units.unit(0)
    if case .listed(let units) = units { places.reserveCapacity(units.count) }
  }

  @inline(__always) mutating func unit(_ index: Int, _ mark: UnitMark, _ bytes: Span<UInt8>) {
    if index == next { add(mark, bytes) }
  }

  @inline(never) private mutating func add(_ mark: UnitMark, _ bytes: Span<UInt8>) {
    places.append(mark.checkpoint(in: bytes, from: base))
    next = units.unit(places.count)
  }

  mutating func units(
    _ count: Int, from unit: Int, _ reader: inout EntropyReader, _ predictors: inout PackedPredictors,
    _ bytes: Span<UInt8>, _ tables: UnitTables
  ) -> Int {
    // So that the memory does not follow what a header claims.
    let count = min(count, Self.most)
    var wanted: [Int] = []
    while case let next = units.unit(places.count + wanted.count), next < unit + count { wanted.append(next - unit) }
    let skipped = skipper.skip(count, marking: wanted, &reader, &predictors, bytes, tables)
    for mark in skipped.marks { add(mark, bytes) }
    return skipped.count
  }

  var mark: Int { places.count }

  mutating func rewind(to mark: Int) {
    places.removeLast(places.count - mark)
    next = units.unit(mark)
  }
}
