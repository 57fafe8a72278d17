// Bits in the order of JPEG XL's headers: the lowest of each number and of each byte first (ISO 18181-1, B.2).

/// Numbers as bits, and bits as bytes.
enum HeaderBits {
  /// Numbers as bits, each with this many.
  static func bits(_ numbers: (value: Int, count: Int)...) -> [Bool] {
    numbers.flatMap { number in (0..<number.count).map { number.value >> $0 & 1 == 1 } }
  }

  /// Bits as bytes, the last one padded with zeros.
  static func packed(_ bits: [Bool]) -> [UInt8] {
    stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<min(start + 8, bits.count)].enumerated().reduce(0) { $0 | ($1.element ? 1 << UInt8($1.offset) : 0) }
    }
  }
}
