// Numbers with the most significant byte first, as in JPEG segments, PNG chunks, boxes and ICC profiles.

/// Reads and writes big-endian numbers.
enum BigEndian {
  /// The last `size` bytes of a number.
  static func bytes(_ number: some FixedWidthInteger, size: Int = 4) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// The number that consists of these bytes.
  static func number(_ bytes: some Sequence<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
}
