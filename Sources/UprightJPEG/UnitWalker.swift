// Walks the units (MCUs) of a scan: differences are decoded, other coefficients skipped (ITU T.81, F.2.2).

/// Receives what a walk finds.
protocol UnitSink {
  /// A unit begins, after the restart marker that may precede it.
  mutating func unit(_ index: Int, _ mark: UnitMark, _ bytes: Span<UInt8>)
  /// The first coefficient of the next block, as 16 bits.
  mutating func block(_ dc: Int16)
  /// Whether all coefficients of the block that began are wanted, not only the first.
  var takesCoefficients: Bool { get }
  /// All other coefficients of a block that are not 0 (`PackedCoefficient`).
  mutating func coefficients(_ coefficients: Span<UInt16>)
  /// Takes whole units from number `unit` on at once, and returns how many; 0 if it takes the next one as the members above do.
  mutating func units(
    _ count: Int, from unit: Int, _ reader: inout EntropyReader, _ predictors: inout PackedPredictors,
    _ bytes: Span<UInt8>,
    _ tables: UnitTables
  ) -> Int
  /// Takes units from number `unit` on, whose blocks begin with `block` of `arrays`, and to whose first coefficients
  /// `offsets` are added, one for each block of a unit. Returns how many; 0 if it takes the next one as the members
  /// above do.
  mutating func units(
    _ count: Int, from unit: Int, of arrays: CoefficientArrays, block: Int, adding offsets: [Int16]
  ) -> Int
}

extension UnitSink {
  @inline(__always) mutating func block(_ dc: Int16) {}
  @inline(__always) var takesCoefficients: Bool { false }
  @inline(__always) mutating func coefficients(_ coefficients: Span<UInt16>) {}
  @inline(__always) mutating func units(
    _ count: Int, from unit: Int, _ reader: inout EntropyReader, _ predictors: inout PackedPredictors,
    _ bytes: Span<UInt8>,
    _ tables: UnitTables
  ) -> Int { 0 }
  @inline(__always) mutating func units(
    _ count: Int, from unit: Int, of arrays: CoefficientArrays, block: Int, adding offsets: [Int16]
  ) -> Int { 0 }
}

/// A position in a scan from which units can be walked.
struct UnitWalker: Sendable {
  var reader: EntropyReader
  /// What the next difference of each component is added to.
  private var packed = PackedPredictors()
  /// The unit that comes next.
  var unit = 0
  /// Whether whole bytes of data before restart markers belong to no unit.
  private(set) var hasExtraneousBytes = false

  private let restartInterval: Int
  /// The unit that a restart marker precedes next.
  private(set) var nextRestart: Int

  /// At `unit`, of which `reader` holds the first bit: a restart marker before it was read.
  init(_ reader: EntropyReader, unit: Int = 0, predictors: SIMD4<Int16> = .zero, restartInterval: Int = 0) {
    self.reader = reader
    self.unit = unit
    packed = PackedPredictors(predictors)
    self.restartInterval = restartInterval
    nextRestart = restartInterval > 0 ? (unit / restartInterval + 1) * restartInterval : .max
  }
}

extension UnitWalker {
  /// What the next difference of each component is added to.
  var predictors: SIMD4<Int16> { packed.values }

  /// The unit that comes next.
  @inline(__always) var mark: UnitMark { UnitMark(reader, packed) }

  func checkpoint(in bytes: Span<UInt8>, from base: Int) -> Checkpoint { mark.checkpoint(in: bytes, from: base) }

  /// Walks up to `end`; `base` is the file's offset of the first of `bytes`.
  ///
  /// - Throws: `.codeInvalid`, `.dataEnds`, `.restartMissing`.
  @inline(__always) mutating func walk<Sink: UnitSink>(
    to end: Int, _ bytes: Span<UInt8>, from base: Int = 0, _ tables: UnitTables, into sink: inout Sink
  ) throws(ScanFault) {
    let (differences, runs, slots) = (tables.differences.span, tables.runs.span, tables.slots.span)
    while unit < end {
      if unit == nextRestart { try restart(bytes, from: base) }
      let taken = sink.units(min(end, nextRestart) &- unit, from: unit, &reader, &packed, bytes, tables)
      unit &+= taken
      if taken > 0, unit == end || unit == nextRestart { continue }
      sink.unit(unit, mark, bytes)
      guard walkUnit(bytes, differences, runs, slots, tables, into: &sink) else { throw fault(bytes, from: base) }
      unit &+= 1
    }
  }

  /// Goes on at a unit of which `reader` holds the first bit, and before which no extraneous bytes were.
  mutating func jump(to unit: Int, _ reader: EntropyReader, _ predictors: SIMD4<Int16>) {
    let isExtraneous = hasExtraneousBytes
    self = UnitWalker(reader, unit: unit, predictors: predictors, restartInterval: restartInterval)
    hasExtraneousBytes = isExtraneous
  }

  /// Walks one unit; false if the bits are not a valid code, or the data ends.
  @inline(__always) private mutating func walkUnit<Sink: UnitSink>(
    _ bytes: Span<UInt8>, _ differences: Span<UInt8>, _ runs: Span<UInt16>, _ slots: Span<UnitTables.Slot>,
    _ long: UnitTables, into sink: inout Sink
  ) -> Bool {
    for index in slots.indices {
      let slot = slots[index]
      guard let difference = difference(bytes, differences, slot, long) else { return false }
      let value = packed[slot.component] &+ difference
      packed[slot.component] = value
      sink.block(value)
      if sink.takesCoefficients {
        guard readCoefficients(bytes, slot, long, into: &sink) else { return false }
      } else {
        guard skipRuns(bytes, runs, slot, long) else { return false }
      }
    }
    return reader.count >= 0
  }

  /// The DC coefficient of a block; nil if the bits are not a valid code.
  mutating func differ(_ bytes: Span<UInt8>, _ slot: UnitTables.Slot, _ tables: UnitTables) -> Int16? {
    guard let difference = difference(bytes, tables.differences.span, slot, tables) else { return nil }
    packed[slot.component] &+= difference
    return packed[slot.component]
  }

  /// The difference that a block begins with; nil if the bits are not a valid code.
  @inline(__always) private mutating func difference(
    _ bytes: Span<UInt8>, _ table: Span<UInt8>, _ slot: UnitTables.Slot, _ long: UnitTables
  ) -> Int16? {
    reader.refill(bytes)
    let entry = table[slot.differences &+ reader.next12]
    if entry != 0 {
      reader.skip(UInt64(entry & 15))
      return reader.difference(UInt64(entry >> 4))
    }
    guard let found = long.longCodes[slot.longDifferences].symbol(reader.next16) else { return nil }
    reader.skip(UInt64(found.length))
    return reader.difference(UInt64(found.symbol & 15))
  }

  /// Skips all other coefficients of a block; false if the bits are not a valid code.
  @inline(__always) mutating func skipRuns(
    _ bytes: Span<UInt8>, _ table: Span<UInt16>, _ slot: UnitTables.Slot, _ long: UnitTables
  ) -> Bool {
    var (reader, place) = (self.reader, 1)
    while place < 64 {
      reader.refill(bytes)
      let entry = table[slot.runs &+ reader.next12]
      let next = place &+ RunEntry.advance(entry)
      if next <= 64 {
        reader.skip(RunEntry.bits(entry))
        place = next &+ RunEntry.ending(entry)
      } else {
        let one = Self.firstSymbol(reader.next16, slot, long)
        guard one.advance > 0 else {
          self.reader = reader
          return false
        }
        reader.skip(one.bits)
        place &+= one.advance
      }
    }
    self.reader = reader
    return true
  }

  /// Reads all other coefficients of a block; false if the bits are not a valid code.
  ///
  /// As in libjpeg, a run beyond the last place ends there.
  private mutating func readCoefficients<Sink: UnitSink>(
    _ bytes: Span<UInt8>, _ slot: UnitTables.Slot, _ tables: UnitTables, into sink: inout Sink
  ) -> Bool {
    var (reader, place, count) = (self.reader, 1, 0)
    var found = InlineArray<128, UInt16>(repeating: 0)
    let table = tables.symbols.span
    while place < 64 {
      reader.refill(bytes)
      var entry = table[slot.symbols &+ reader.next11]
      if entry == 0 {
        guard let long = tables.longCodes[slot.longRuns].symbol(reader.next16) else {
          self.reader = reader
          return false
        }
        entry = SymbolEntry.entry(long.symbol, long.length)
      }
      reader.skip(SymbolEntry.codeBits(entry))
      place &+= SymbolEntry.run(entry)
      let size = SymbolEntry.size(entry)
      if size > 0 { PackedCoefficient.put(min(place, 63), reader.difference(size), to: &found, &count) }
      place &+= 1
    }
    self.reader = reader
    sink.coefficients(found.span.extracting(0..<count))
    return true
  }

  /// The bits of the first symbol alone, and how many coefficients it covers: 64 if the block ends, 0 if these 16 bits
  /// begin with no code.
  @inline(never) private static func firstSymbol(
    _ next: UInt32, _ slot: UnitTables.Slot, _ long: UnitTables
  ) -> (bits: UInt64, advance: Int) {
    guard let found = long.longCodes[slot.longRuns].symbol(next) else { return (0, 0) }
    let (run, size) = (Int(found.symbol >> 4), UInt64(found.symbol & 15))
    return (UInt64(found.length) + size, size == 0 && run != 15 ? 64 : run + 1)
  }

  /// The fault that ended a unit, and its position.
  func fault(_ bytes: Span<UInt8>, from base: Int) -> ScanFault {
    // 17 bits are read before a code is found to be invalid.
    if reader.isAtFillBytes, reader.count < 17 { return ScanFault(.fillBytes, at: base + reader.position) }
    let ends = reader.isAtEnd && reader.count < 17
    if ends { return ScanFault(.dataEnds, at: base + reader.position) }
    return ScanFault(.codeInvalid, at: reader.place(in: bytes, from: base).byte)
  }

  /// Whether the next unit comes after a restart marker that was not read.
  var isBeforeRestart: Bool { unit == nextRestart }

  /// Whether the next unit is also `other` as far as restart markers, numbered modulo 8, can tell.
  func isSameUnit(_ other: Int) -> Bool {
    guard !isBeforeRestart else { return false }
    return restartInterval == 0 || (unit - other) % (8 * restartInterval) == 0
  }

  /// Reads a restart marker, which are numbered modulo 8 (ITU T.81, E.2.4).
  ///
  /// - Throws: `.restartMissing`.
  mutating func restart(_ bytes: Span<UInt8>, from base: Int) throws(ScanFault) {
    let number = unit / restartInterval - 1
    let (skipped, marker) = Self.marker(at: reader.position, bytes)
    if reader.count >= 8 || skipped > 0 { hasExtraneousBytes = true }
    guard let marker, bytes[marker] == 0xD0 + UInt8(number & 7) else {
      throw ScanFault(.restartMissing, at: marker.map { base + $0 - 1 } ?? reader.place(in: bytes, from: base).byte)
    }
    reader = EntropyReader(at: marker + 1)
    packed = PackedPredictors()
    nextRestart += restartInterval
  }

  /// The second byte of the next marker, and how many bytes of data come before it.
  static func marker(at position: Int, _ bytes: Span<UInt8>) -> (skipped: Int, marker: Int?) {
    var (at, skipped) = (position, 0)
    while at < bytes.count {
      guard bytes[at] == 0xFF else {
        (at, skipped) = (at + 1, skipped + 1)
        continue
      }
      while at < bytes.count, bytes[at] == 0xFF { at += 1 }
      guard at < bytes.count else { break }
      if bytes[at] != 0 { return (skipped, at) }
      (at, skipped) = (at + 1, skipped + 2)
    }
    return (skipped, nil)
  }
}
