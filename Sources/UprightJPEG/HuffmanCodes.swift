// A Huffman table as DHT lists it, and the codes that follow from it (ITU T.81, B.2.4.2 and C.2).

/// How many codes there are of each length, and their symbols in order.
package struct HuffmanCodes: Hashable, Sendable {
  /// Codes of 1…16 bits: 16 numbers.
  package let counts: [UInt8]
  /// Symbols, shortest code first.
  package let symbols: [UInt8]

  /// One code: its bits, right-aligned, and how many.
  struct Code: Hashable {
    var bits: UInt32
    var length: Int
  }

  /// A table; nil if lengths and symbols do not match, or a code would consist only of ones.
  init?(counts: [UInt8], symbols: [UInt8]) {
    guard counts.count == 16, counts.reduce(0, { $0 + Int($1) }) == symbols.count, symbols.count <= 256 else {
      return nil
    }
    var next = 0
    for (index, count) in counts.enumerated() {
      next += Int(count)
      guard count == 0 || next < 1 << (index + 1) else { return nil }
      next <<= 1
    }
    self.counts = counts
    self.symbols = symbols
  }

  /// Each symbol with its code, shortest first.
  var codes: [(symbol: UInt8, code: Code)] {
    var result: [(symbol: UInt8, code: Code)] = []
    result.reserveCapacity(symbols.count)
    var next: UInt32 = 0
    for (index, count) in counts.enumerated() {
      for _ in 0..<count {
        result.append((symbols[result.count], Code(bits: next, length: index + 1)))
        next += 1
      }
      next <<= 1
    }
    return result
  }

  /// How many more codes of 16 bits there could be: all but the one of ones only.
  var freeLongCodes: Int {
    let used = counts.enumerated().reduce(0) { $0 + Int($1.element) << (15 - $1.offset) }
    return max(0, (1 << 16) - 1 - used)
  }

  /// The same codes, and codes of 16 bits for `more`; nil if there is no room.
  func adding(_ more: [UInt8]) -> HuffmanCodes? {
    guard more.count <= freeLongCodes, Int(counts[15]) + more.count <= 255 else { return nil }
    var longer = counts
    longer[15] += UInt8(more.count)
    return HuffmanCodes(counts: longer, symbols: symbols + more)
  }

  /// Codes of five bits for the 16 categories of differences.
  static let differences = HuffmanCodes(
    counts: [0, 0, 0, 0, 16] + [UInt8](repeating: 0, count: 11), symbols: Array(0...15))
}
