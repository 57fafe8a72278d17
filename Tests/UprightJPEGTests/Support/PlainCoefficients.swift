// Coefficients read and written by plain Swift, element by element: what the kernels must equal (ITU T.81, F.1.2 and
// F.2.2).

@testable import UprightJPEG

/// Keeps what a walk finds unit by unit, as `BlockStore` keeps it of whole units.
struct PlainStore: UnitSink {
  private(set) var levels: [Int16] = []
  private(set) var ends: [UInt32] = []
  private(set) var entries: [UInt16] = []
  private(set) var marks: [Checkpoint] = []
  var isBeyond: Bool { Self.values(entries).contains { $0.value.magnitude > 1023 } }

  mutating func unit(_ index: Int, _ mark: UnitMark, _ bytes: Span<UInt8>) {
    marks.append(mark.checkpoint(in: bytes, from: 0))
  }

  mutating func block(_ level: Int16) { levels.append(level) }

  var takesCoefficients: Bool { true }

  mutating func coefficients(_ found: Span<UInt16>) {
    for index in found.indices { entries.append(found[index]) }
    ends.append(UInt32(entries.count))
  }

  /// The coefficients that are packed: places in zigzag order, and values.
  static func values(_ entries: [UInt16]) -> [(place: Int, value: Int16)] {
    var (at, result): (Int, [(place: Int, value: Int16)]) = (0, [])
    while at < entries.count { result.append(PackedCoefficient.next(entries.span, &at)) }
    return result
  }
}

/// Codes the units of a result one after another.
struct PlainCoding {
  let coding: BlockCoding

  /// One block: its component, the difference that it begins with, and the others in zigzag order, 0 for none.
  private struct Block {
    let component: Int
    let difference: Int16
    let values: [Int16]
  }

  /// The entropy-coded data of `units`, as they follow those before.
  func bytes(_ units: Range<Int>, _ codes: [(dc: HuffmanCodes, ac: HuffmanCodes)]) -> [UInt8] {
    var writer = EntropyWriter()
    for (marker, blocks) in blocks(units) {
      if let marker { writer.restart(marker) }
      for block in blocks {
        let (dc, ac) = codes[block.component]
        Self.put(Self.category(block.difference), block.difference, dc, &writer)
        for (symbol, value) in Self.symbols(block.values) { Self.put(symbol, value, ac, &writer) }
      }
    }
    return writer.finish()
  }

  /// How often `units` use each symbol.
  func counts(_ units: Range<Int>, _ tables: [Int]) -> (differences: [Int64], symbols: [Int64]) {
    var result = (differences: [Int64](repeating: 0, count: 64), symbols: [Int64](repeating: 0, count: 1_024))
    for block in blocks(units).flatMap(\.1) {
      let table = tables[block.component]
      result.differences[16 * table + Self.category(block.difference)] += 1
      for (symbol, _) in Self.symbols(block.values) { result.symbols[256 * table + symbol] += 1 }
    }
    return result
  }

  private func blocks(_ units: Range<Int>) -> [(Int?, [Block])] {
    var (result, predictors): ([(Int?, [Block])], [Int16]) = ([], [0, 0, 0, 0])
    let order = coding.order
    for unit in 0..<units.upperBound {
      var (marker, blocks): (Int?, [Block]) = (nil, [])
      if coding.restartInterval > 0, unit > 0, unit % coding.restartInterval == 0 {
        marker = (unit / coding.restartInterval - 1) % 8
        predictors = [0, 0, 0, 0]
      }
      for (index, component) in order.components.enumerated() {
        for y in 0..<component.down {
          for x in 0..<component.across {
            let column = unit % order.unitsAcross * component.across + x
            let row = unit / order.unitsAcross * component.down + y
            guard column < component.width, row < component.height else {
              blocks.append(Block(component: index, difference: 0, values: [Int16](repeating: 0, count: 64)))
              continue
            }
            let block = Int(order.numbers[component.columns + column] + order.numbers[component.rows + row])
            let level = coding.blocks.level(block)
            blocks.append(Block(component: index, difference: level &- predictors[index], values: values(block)))
            predictors[index] = level
          }
        }
      }
      if units.contains(unit) { result.append((marker, blocks)) }
    }
    return result
  }

  private func values(_ block: Int) -> [Int16] {
    var values = [Int16](repeating: 0, count: 64)
    for (old, value) in PlainStore.values(Array(coding.blocks.entries(block))) {
      let place = Int(coding.order.places[old])
      values[place] = value &* coding.order.signs[place]
    }
    return values
  }

  private static func category(_ value: Int16) -> Int { 16 - value.magnitude.leadingZeroBitCount }

  /// The symbols of a block's other coefficients, with the values whose bits follow.
  private static func symbols(_ values: [Int16]) -> [(Int, Int16)] {
    var (result, run): ([(Int, Int16)], Int) = ([], 0)
    for value in values.dropFirst() {
      guard value != 0 else {
        run += 1
        continue
      }
      for _ in 0..<run / 16 { result.append((0xF0, 0)) }
      result.append(((run % 16) << 4 | category(value), value))
      run = 0
    }
    return run > 0 ? result + [(0, 0)] : result
  }

  private static func put(_ symbol: Int, _ value: Int16, _ codes: HuffmanCodes, _ writer: inout EntropyWriter) {
    guard let code = codes.codes.first(where: { $0.symbol == symbol })?.code else { return }
    writer.put(UInt64(code.bits), code.length)
    let size = symbol & 15
    let bits = value < 0 ? Int(value) + (1 << size) - 1 : Int(value)
    writer.put(UInt64(bits), size)
  }
}
