// Bits of entropy-coded data, packed into bytes (ITU T.81, F.1.2.1 and F.1.2.2 for magnitudes; F.1.2.3 for stuffing;
// E.1.4 for restarts).

/// Consecutive bits, most significant first, with a zero byte after every 0xFF.
package struct EntropyBits: Sendable {
  /// The complete bytes so far.
  package private(set) var bytes: [UInt8] = []
  private var pending = 0
  private var pendingCount = 0

  /// No bits.
  package init() {}

  /// The category of a value: the number of bits of its magnitude.
  package static func category(_ value: Int) -> Int { Int.bitWidth - value.magnitude.leadingZeroBitCount }

  /// Appends the lowest `count` bits of `bits`.
  package mutating func put(_ bits: Int, count: Int) {
    pending = pending << count | bits
    pendingCount += count
    while pendingCount >= 8 {
      pendingCount -= 8
      let byte = UInt8(truncatingIfNeeded: pending >> pendingCount)
      bytes.append(byte)
      if byte == 0xFF { bytes.append(0) }
    }
    pending &= (1 << pendingCount) - 1
  }

  /// Appends the bits after the code of a value's category: negative values are one less, so that they begin with 0.
  package mutating func put(magnitude value: Int) {
    let size = Self.category(value)
    put(value < 0 ? value + (1 << size) - 1 : value, count: size)
  }

  /// Pads the last byte with ones.
  package mutating func flush() {
    if pendingCount > 0 { put((1 << (8 - pendingCount)) - 1, count: 8 - pendingCount) }
  }

  /// Pads the last byte and writes the restart marker with this number, modulo 8.
  package mutating func restart(number: Int) {
    flush()
    bytes += [0xFF, 0xD0 + UInt8(number % 8)]
  }
}
