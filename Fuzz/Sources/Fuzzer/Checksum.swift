// CRC-32 as PNG's chunks have it (ISO 15948, annex D).

/// Checksums.
enum Checksum {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
  }

  /// The checksum of bytes.
  static func crc32(_ bytes: some Sequence<UInt8>) -> UInt32 {
    ~bytes.reduce(~0) { sum, byte in table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ (sum >> 8) }
  }
}
