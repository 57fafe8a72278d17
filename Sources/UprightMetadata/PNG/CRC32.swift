// The checksum of PNG's chunks (ISO 15948, annex D; ISO 3309).

/// CRC-32 with the reflected polynomial EDB88320.
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { (index: UInt32) in
    (0..<8).reduce(index) { value, _ in value >> 1 ^ (value & 1 == 0 ? 0 : 0xEDB8_8320) }
  }

  /// The checksum of `bytes`.
  static func of(_ bytes: some Sequence<UInt8>) -> UInt32 { ~updated(~0, by: bytes) }

  /// The intermediate value after more bytes. The initial value has all bits set, and the checksum is the complement
  /// of the final value.
  static func updated(_ value: UInt32, by bytes: some Sequence<UInt8>) -> UInt32 {
    bytes.reduce(value) { value, byte in value >> 8 ^ table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] }
  }
}
