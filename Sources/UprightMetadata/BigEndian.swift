// Numbers with the most significant byte first, as in JPEG segments, PNG chunks, boxes and ICC profiles.

/// Reads and writes big-endian numbers.
enum BigEndian {
  /// The last `size` bytes of a number.
  static func bytes(_ number: Int, size: Int = 4) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    for place in (0..<size).reversed() { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
    return bytes
  }

  /// Its four bytes.
  static func bytes(_ number: UInt32) -> [UInt8] { bytes(Int(number)) }

  /// The number that consists of these bytes.
  static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    var number = 0
    for byte in bytes { number = number << 8 | Int(byte) }
    return number
  }

  /// The number that consists of these bytes.
  static func number(_ bytes: [UInt8]) -> Int { number(bytes[...]) }
}
