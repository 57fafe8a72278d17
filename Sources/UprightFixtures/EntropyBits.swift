// Bits of entropy-coded data, packed into bytes (ITU T.81, F.1.2.1 and F.1.2.2 the magnitudes; F.1.2.3 the stuffing; E.1.4 the restarts).

/// Bits one after another, most significant first, with a zero byte behind every 0xFF.
package struct EntropyBits: Sendable {
  /// What is complete so far.
  package private(set) var bytes: [UInt8] = []
  private var pending = 0
  private var pendingCount = 0

  /// No bits.
  package init() {}

  /// How many bits the magnitude of a value takes: its category.
  package static func category(_ value: Int) -> Int { Int.bitWidth - value.magnitude.leadingZeroBitCount }

  /// The lowest `count` bits of `bits`.
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

  /// The bits behind the code of a value's category: negative ones are one less, so that they begin with 0.
  package mutating func put(magnitude value: Int) {
    let size = Self.category(value)
    put(value < 0 ? value + (1 << size) - 1 : value, count: size)
  }

  /// Fills the last byte with ones.
  package mutating func flush() {
    if pendingCount > 0 { put((1 << (8 - pendingCount)) - 1, count: 8 - pendingCount) }
  }

  /// Fills the last byte and writes the restart marker of this number, counted modulo 8.
  package mutating func restart(number: Int) {
    flush()
    bytes += [0xFF, 0xD0 + UInt8(number % 8)]
  }
}
