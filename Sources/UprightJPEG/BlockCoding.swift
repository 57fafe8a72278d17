// Codes the blocks of a reoriented scan, unit by unit (ITU T.81, F.1.2), with the blocks that fill the last units as
// libjpeg has them (jctrans.c, compress_output).

internal import UprightGeometry

/// A scan's blocks in the order of a result, or those of a band of it.
struct BlockCoding: Sendable {
  let order: BlockOrder
  let blocks: PackedBlocks
  /// Units between restart markers, 0 for none.
  let restartInterval: Int
  /// The number in the result of the first unit.
  var firstUnit = 0
  /// The first coefficient of each component's last block before the first unit.
  var before = SIMD4<Int16>.zero

  var unitCount: Int { order.unitCount }

  /// The first coefficient of each component's last block.
  var last: SIMD4<Int16> { levels(before: unitCount) }

  /// The blocks of a unit.
  var blocksPerUnit: Int { order.components.reduce(0) { $0 + $1.across * $1.down } }

  /// Writes `units`; before the first one, what came before it is looked up.
  func write(_ units: Range<Int>, _ codes: BlockCodes, to writer: inout EntropyWriter) {
    var predictors = predictors(before: units.lowerBound)
    for part in parts(units) {
      if let marker = part.marker {
        writer.restart(marker)
        predictors = .zero
      }
      write(part.units, codes, &predictors, to: &writer)
    }
  }

  /// Counts the symbols of `units`.
  func count(_ units: Range<Int>, into counts: inout SymbolCounts) {
    var predictors = predictors(before: units.lowerBound)
    for part in parts(units) {
      if part.marker != nil { predictors = .zero }
      count(part.units, &predictors, into: &counts)
    }
  }

  /// Units between restart markers, with the number of the marker before them.
  private func parts(_ units: Range<Int>) -> [(marker: Int?, units: Range<Int>)] {
    var (parts, at): ([(marker: Int?, units: Range<Int>)], Int) = ([], units.lowerBound)
    while at < units.upperBound {
      let number = firstUnit + at
      let isMarked = restartInterval > 0 && number > 0 && number % restartInterval == 0
      let end = restartInterval > 0 ? (number / restartInterval + 1) * restartInterval - firstUnit : units.upperBound
      parts.append((isMarked ? (number / restartInterval - 1) & 7 : nil, at..<min(end, units.upperBound)))
      at = min(end, units.upperBound)
    }
    return parts
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
        blocks.level(Int(order.numbers[component.columns + x] &+ order.numbers[component.rows + y]))
    }
    return predictors
  }
}

/// Counts how often each symbol is used.
struct SymbolCounts {
  /// The table of each component.
  let tables: [Int32]
  /// For each of four tables, 16 categories of differences.
  var differences = [Int64](repeating: 0, count: 4 * 16)
  /// For each table, 256 symbols.
  var symbols = [Int64](repeating: 0, count: 4 * 256)

  init(tables: [Int]) { self.tables = tables.map { Int32($0) } }

  /// Adds what was counted elsewhere.
  mutating func add(_ other: SymbolCounts) {
    for index in differences.indices { differences[index] += other.differences[index] }
    for index in symbols.indices { symbols[index] += other.symbols[index] }
  }

  /// The counts of a table.
  func counts(_ table: Int) -> (differences: [Int], symbols: [Int]) {
    (
      differences[16 * table..<16 * (table + 1)].map { Int($0) },
      symbols[256 * table..<256 * (table + 1)].map { Int($0) }
    )
  }
}

/// The codes of each component.
struct BlockCodes: Sendable {
  /// For each component, the codes of 16 categories, and of 256 symbols: the bits above 8 bits for how many.
  let differences, symbols: [UInt32]

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
}
