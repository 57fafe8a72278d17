// The example Huffman tables of ITU T.81 (K.3 to K.6).

internal import UprightJPEG

/// The tables that every baseline encoder may use.
package enum JPEGTables {
  /// A symbol's code, most significant bit first, by symbol.
  package typealias Codes = [(bits: Int, count: Int)]

  /// The number of codes of each length, and their symbols in order.
  package struct Huffman {
    package let counts: [UInt8]
    package let values: [UInt8]

    /// As listed in DHT.
    package init(counts: [UInt8], values: [UInt8]) { (self.counts, self.values) = (counts, values) }

    /// The codes derived from the counts (ITU T.81, C.2).
    package var codes: Codes {
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
    package static let lumaDC = Huffman(StandardCodes.differences[0])
    /// Table K.4.
    package static let chromaDC = Huffman(StandardCodes.differences[1])
    /// Table K.5.
    package static let lumaAC = Huffman(StandardCodes.runs[0])
    /// Table K.6.
    package static let chromaAC = Huffman(StandardCodes.runs[1])
  }
}

extension JPEGTables.Huffman {
  private init(_ codes: HuffmanCodes) { self.init(counts: codes.counts, values: codes.symbols) }
}
