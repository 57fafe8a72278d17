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

// Huffman codes for counted symbols (ITU T.81, K.2), with libjpeg's choice among equals (jchuff.c,
// jpeg_gen_optimal_table).
extension HuffmanCodes {
  /// The codes of up to 16 bits that make data with these symbols shortest; nil if there are too many of a length.
  static func fitted(_ counts: [Int]) -> HuffmanCodes? {
    // libjpeg leaves out what is more frequent.
    guard counts.reduce(0, +) < 1_000_000_000 else { return nil }
    let lengths = codeLengths(counts)
    var perLength = [Int](repeating: 0, count: 33)
    for length in lengths where length > 0 {
      guard length <= 32 else { return nil }
      perLength[length] += 1
    }
    limit(&perLength)
    let symbols = (1...32).flatMap { length in (0..<counts.count).filter { lengths[$0] == length } }
    return HuffmanCodes(
      counts: perLength[1...16].map { UInt8(truncatingIfNeeded: $0) },
      symbols: symbols.map { UInt8(truncatingIfNeeded: $0) })
  }

  /// How long the code of each symbol is, and last that of a symbol that keeps the code of only ones free.
  private static func codeLengths(_ counts: [Int]) -> [Int] {
    var weights = counts + [1]
    var lengths = [Int](repeating: 0, count: weights.count)
    var groups = weights.indices.map { [$0] }
    while let least = least(weights, except: nil), let next = Self.least(weights, except: least) {
      weights[least] += weights[next]
      weights[next] = 0
      groups[least] += groups[next]
      for symbol in groups[least] { lengths[symbol] += 1 }
    }
    return lengths
  }

  /// The symbol with the smallest weight other than 0; among equals, the last one.
  private static func least(_ weights: [Int], except: Int?) -> Int? {
    var found: Int?
    for (index, weight) in weights.enumerated() where weight > 0 && index != except {
      if weight <= found.map({ weights[$0] }) ?? .max { found = index }
    }
    return found
  }

  /// Shortens codes of more than 16 bits, and takes away the longest one, which no symbol has (figure K.3).
  private static func limit(_ perLength: inout [Int]) {
    for length in stride(from: 32, to: 16, by: -1) {
      while perLength[length] > 0 {
        var shorter = length - 2
        while perLength[shorter] == 0 { shorter -= 1 }
        perLength[length] -= 2
        perLength[length - 1] += 1
        perLength[shorter + 1] += 2
        perLength[shorter] -= 1
      }
    }
    if let longest = (1...16).last(where: { perLength[$0] > 0 }) { perLength[longest] -= 1 }
  }
}

// Codes for differences that a file's own table may lack (ITU T.81, F.1.2.1).

/// Codes differences by a table of the file, by one with more codes, or by another one.
struct DifferenceCoder: Sendable {
  /// The table that the result needs.
  private(set) var codes: HuffmanCodes
  /// Whether it has other codes for the differences of the file, so that none can be copied.
  let recodesAll: Bool
  /// Whether `codes` differs from the file's table.
  private(set) var isOwn: Bool
  /// The code of each category.
  private var byCategory = [HuffmanCodes.Code](repeating: HuffmanCodes.Code(bits: 0, length: 0), count: 16)
  /// The file's table with codes for all categories, if there is room for them.
  private let longer: HuffmanCodes?
  private let missing: Set<UInt8>

  init(_ table: HuffmanCodes) {
    missing = Set(0...15).subtracting(table.symbols)
    longer = table.adding(missing.sorted())
    recodesAll = longer == nil
    isOwn = recodesAll
    codes = longer == nil ? HuffmanCodes.differences ?? table : table
    for (symbol, code) in (longer ?? codes).codes where symbol < 16 { byCategory[Int(symbol)] = code }
  }

  /// Writes a difference; false for the one number that has no category.
  mutating func put(_ difference: Int16, to writer: inout EntropyWriter) -> Bool {
    let category = 16 - difference.magnitude.leadingZeroBitCount
    guard category < 16 else { return false }
    if missing.contains(UInt8(category)), let longer {
      codes = longer
      isOwn = true
    }
    let code = byCategory[category]
    writer.put(UInt64(code.bits), code.length)
    let value = difference < 0 ? Int(difference) + (1 << category) - 1 : Int(difference)
    writer.put(UInt64(value), category)
    return true
  }
}
