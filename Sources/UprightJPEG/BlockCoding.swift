// Codes the blocks of a reoriented scan, unit by unit (ITU T.81, F.1.2), with the blocks that fill the last units as
// libjpeg has them (jctrans.c, compress_output).

internal import UprightGeometry

/// Receives what is to be coded.
protocol BlockSink: Sendable {
  /// The next block of a component, 0…3.
  ///
  /// - Parameters:
  ///   - difference: What it begins with.
  ///   - values: Other coefficients in zigzag order, where `mask` has a bit.
  mutating func block(_ component: Int, _ difference: Int16, _ values: Span<Int16>, _ mask: UInt64)
  /// A restart marker comes before the next unit.
  mutating func restart(_ number: Int)
}

/// A scan's blocks in the order of a result, or those of a band of it.
struct BlockCoding: Sendable {
  let order: BlockOrder
  let blocks: BlockStore
  /// Units between restart markers, 0 for none.
  let restartInterval: Int
  /// The number in the result of the first unit.
  var firstUnit = 0
  /// The first coefficient of each component's last block before the first unit.
  var before = SIMD4<Int16>.zero

  var unitCount: Int { order.unitCount }

  /// The first coefficient of each component's last block.
  var last: SIMD4<Int16> { levels(before: unitCount) }

  /// Codes `units` into a sink; before the first one, what came before it is looked up.
  func code<Sink: BlockSink>(_ units: Range<Int>, into sink: inout Sink) {
    var predictors = predictors(before: units.lowerBound)
    var values = InlineArray<64, Int16>(repeating: 0)
    let (components, numbers) = (order.components.span, order.numbers.span)
    for unit in units {
      let number = firstUnit + unit
      if restartInterval > 0, number > 0, number % restartInterval == 0 {
        sink.restart((number / restartInterval - 1) & 7)
        predictors = .zero
      }
      let (column, row) = (unit % order.unitsAcross, unit / order.unitsAcross)
      for index in components.indices {
        let component = components[index]
        for y in row &* component.down..<(row &+ 1) &* component.down {
          for x in column &* component.across..<(column &+ 1) &* component.across {
            if x < component.width, y < component.height {
              let block = numbers[component.columns &+ x] &+ numbers[component.rows &+ y]
              let (level, mask) = read(Int(block), &values)
              sink.block(index, level &- predictors[index], values.span, mask)
              predictors[index] = level
            } else {
              sink.block(index, 0, values.span, 0)
            }
          }
        }
      }
    }
  }

  /// What the differences of a unit are added to.
  private func predictors(before unit: Int) -> SIMD4<Int16> {
    restartInterval == 0 || (firstUnit + unit) % restartInterval != 0 ? levels(before: unit) : .zero
  }

  /// The first coefficient of each component's last block before a unit.
  private func levels(before unit: Int) -> SIMD4<Int16> {
    guard unit > 0 else { return before }
    var predictors = SIMD4<Int16>.zero
    let (column, row) = ((unit - 1) % order.unitsAcross, (unit - 1) / order.unitsAcross)
    for (index, component) in order.components.enumerated() {
      let x = min((column + 1) * component.across, component.width) - 1
      let y = min((row + 1) * component.down, component.height) - 1
      predictors[index] =
        blocks.levels[
          Int(order.numbers[component.columns + x] &+ order.numbers[component.rows + y])]
    }
    return predictors
  }

  /// A block's first coefficient; the others at their new places in `values`, where the result has a bit.
  @inline(__always) private func read(
    _ block: Int, _ values: inout InlineArray<64, Int16>
  ) -> (level: Int16, mask: UInt64) {
    let (ends, entries) = (blocks.ends.span, blocks.entries.span)
    let (places, signs) = (order.places.span, order.signs.span)
    var (at, mask) = (block == 0 ? 0 : Int(ends[block &- 1]), UInt64(0))
    let end = Int(ends[block])
    while at < end {
      let (old, value) = PackedCoefficient.next(entries, &at)
      let place = Int(places[old & 63]) & 63
      values[place] = value &* signs[place]
      mask |= 1 &<< UInt64(truncatingIfNeeded: place)
    }
    return (blocks.levels[block], mask)
  }
}

/// Counts how often each symbol is used.
struct SymbolCounts: BlockSink {
  /// The table of each component.
  private let tables: [Int]
  /// For each table, 16 categories of differences.
  private(set) var differences: [[Int]]
  /// For each table, 256 symbols.
  private(set) var symbols: [[Int]]

  init(tables: [Int]) {
    self.tables = tables
    differences = [[Int]](repeating: [Int](repeating: 0, count: 16), count: 4)
    symbols = [[Int]](repeating: [Int](repeating: 0, count: 256), count: 4)
  }

  mutating func block(_ component: Int, _ difference: Int16, _ values: Span<Int16>, _ mask: UInt64) {
    let table = tables[component]
    differences[table][difference.category] += 1
    var (rest, last) = (mask, 0)
    while rest != 0 {
      let place = rest.trailingZeroBitCount
      rest &= rest &- 1
      let run = place &- last &- 1
      symbols[table][0xF0] += run &>> 4
      symbols[table][(run & 15) &<< 4 | values[place].category] += 1
      last = place
    }
    if last < 63 { symbols[table][0] += 1 }
  }

  mutating func restart(_ number: Int) {}

  /// Adds what was counted elsewhere.
  mutating func add(_ other: SymbolCounts) {
    for table in 0..<4 {
      for index in 0..<16 { differences[table][index] += other.differences[table][index] }
      for index in 0..<256 { symbols[table][index] += other.symbols[table][index] }
    }
  }
}

/// Writes codes.
struct CodeSink: BlockSink {
  var writer = EntropyWriter()
  private let codes: BlockCodes

  init(_ codes: BlockCodes) { self.codes = codes }

  @inline(__always) mutating func block(
    _ component: Int, _ difference: Int16, _ values: Span<Int16>, _ mask: UInt64
  ) {
    codes.write(component, difference, values, mask, to: &writer)
  }

  mutating func restart(_ number: Int) { writer.restart(number) }
}

/// The codes of each component.
struct BlockCodes: Sendable {
  /// For each component, the codes of 16 categories, and of 256 symbols: the bits above 8 bits for how many.
  private let differences, symbols: [UInt32]

  /// - Parameter tables: The tables of each component.
  init(_ tables: [(dc: HuffmanCodes, ac: HuffmanCodes)]) {
    differences = tables.flatMap { Self.table($0.dc, 16) }
    symbols = tables.flatMap { Self.table($0.ac, 256) }
  }

  private static func table(_ codes: HuffmanCodes, _ count: Int) -> [UInt32] {
    var table = [UInt32](repeating: 0, count: count)
    for (symbol, code) in codes.codes where Int(symbol) < count {
      table[Int(symbol)] = code.bits << 8 | UInt32(code.length)
    }
    return table
  }

  /// Writes a block.
  @inline(__always) func write(
    _ component: Int, _ difference: Int16, _ values: Span<Int16>, _ mask: UInt64, to writer: inout EntropyWriter
  ) {
    let (differences, symbols, first) = (differences.span, symbols.span, component &<< 8)
    writer.putBlock { bits, output in
      var bits = bits
      var size = difference.category
      bits.put(differences[component &<< 4 | size & 15], difference, size, &output)
      var (rest, last) = (mask, 0)
      while rest != 0 {
        let place = rest.trailingZeroBitCount
        rest &= rest &- 1
        var run = place &- last &- 1
        while run > 15 {
          bits.put(symbols[first | 0xF0], 0, 0, &output)
          run &-= 16
        }
        let value = values[place & 63]
        size = value.category
        bits.put(symbols[first | (run &<< 4 | size) & 255], value, size, &output)
        last = place
      }
      if last < 63 { bits.put(symbols[first], 0, 0, &output) }
      return bits
    }
  }
}

extension Int16 {
  /// The bits that its magnitude has (ITU T.81, tables F.1 and F.2), 0…15 but for the lowest number.
  @inline(__always) var category: Int { 31 &- (UInt32(magnitude) &<< 1 | 1).leadingZeroBitCount }
}
