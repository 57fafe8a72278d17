// The example Huffman tables of ITU T.81 (K.3 to K.6).

/// The tables that every baseline encoder may use.
enum JPEGTables {
  /// A symbol's code, most significant bit first, by symbol.
  typealias Codes = [(bits: Int, count: Int)]

  /// The number of codes of each length, and their symbols in order.
  struct Huffman {
    let counts: [UInt8]
    let values: [UInt8]

    /// The codes derived from the counts (ITU T.81, C.2).
    var codes: Codes {
      var result: Codes = Array(repeating: (bits: 0, count: 0), count: 256)
      var (code, next) = (0, 0)
      for (index, count) in counts.enumerated() {
        for _ in 0..<count {
          result[Int(values[next])] = (bits: code, count: index + 1)
          code += 1
          next += 1
        }
        code <<= 1
      }
      return result
    }

    /// Table K.3.
    static let lumaDC = Huffman(counts: [0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0], values: Array(0...11))
    /// Table K.4.
    static let chromaDC = Huffman(counts: [0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0], values: Array(0...11))

    /// Table K.5: the short codes one by one, the 16-bit codes in order.
    static let lumaAC = Huffman(
      counts: [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 0x7D],
      values: [
        0x01, 0x02, 0x03, 0x00, 0x04, 0x11, 0x05, 0x12, 0x21, 0x31, 0x41, 0x06, 0x13, 0x51, 0x61, 0x07,
        0x22, 0x71, 0x14, 0x32, 0x81, 0x91, 0xA1, 0x08, 0x23, 0x42, 0xB1, 0xC1, 0x15, 0x52, 0xD1, 0xF0,
        0x24, 0x33, 0x62, 0x72, 0x82,
      ] + rest([0x09, 0x16, 0x25, 0x34, 0x43, 0x53, 0x63, 0x73, 0x83, 0x92, 0xA2, 0xB2, 0xC2, 0xD2, 0xE1, 0xF1]))

    /// Table K.6: the short codes one by one, the 16-bit codes in order.
    static let chromaAC = Huffman(
      counts: [0, 2, 1, 2, 4, 4, 3, 4, 7, 5, 4, 4, 0, 1, 2, 0x77],
      values: [
        0x00, 0x01, 0x02, 0x03, 0x11, 0x04, 0x05, 0x21, 0x31, 0x06, 0x12, 0x41, 0x51, 0x07, 0x61, 0x71,
        0x13, 0x22, 0x32, 0x81, 0x08, 0x14, 0x42, 0x91, 0xA1, 0xB1, 0xC1, 0x09, 0x23, 0x33, 0x52, 0xF0,
        0x15, 0x62, 0x72, 0xD1, 0x0A, 0x16, 0x24, 0x34, 0xE1, 0x25, 0xF1,
      ] + rest([0x17, 0x26, 0x35, 0x43, 0x53, 0x63, 0x73, 0x82, 0x92, 0xA2, 0xB2, 0xC2, 0xD2, 0xE2, 0xF2]))

    /// For each run length, the symbols from the given one up to size 10.
    private static func rest(_ firsts: [UInt8]) -> [UInt8] {
      firsts.flatMap { first in (0...(0x0A - (first & 0x0F))).map { first + $0 } }
    }
  }
}
