// What a walk through a whole scan keeps.

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

/// Keeps both, checkpoints and DC coefficients.
struct WalkSink: RewindableSink {
  private(set) var places: PlaceSink
  var dc: DCSink

  init(interval: Int, keepsDC: Bool) { (places, dc) = (PlaceSink(.every(interval)), DCSink(isOn: keepsDC)) }

  var base: Int {
    get { places.base }
    set { places.base = newValue }
  }

  func recorded(_ blockCount: Int) -> RecordedBlocks {
    dc.isOn ? .coefficients(places: [Int](repeating: 1, count: blockCount)) : .none
  }

  @inline(__always) mutating func unit(_ index: Int, _ mark: UnitMark, _ bytes: Span<UInt8>) {
    places.unit(index, mark, bytes)
  }

  @inline(__always) mutating func block(_ value: Int16) { dc.block(value) }

  mutating func units(
    _ count: Int, from unit: Int, _ reader: inout EntropyReader, _ predictors: inout PackedPredictors,
    _ bytes: Span<UInt8>, _ tables: UnitTables
  ) -> Int {
    dc.isOn ? 0 : places.units(count, from: unit, &reader, &predictors, bytes, tables)
  }

  var mark: (places: Int, values: Int) { (places.mark, dc.values.count) }

  mutating func rewind(to mark: (places: Int, values: Int)) {
    places.rewind(to: mark.places)
    dc.truncate(to: mark.values)
  }
}
