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
