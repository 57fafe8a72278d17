// The zlib format around deflated data in PNG text (RFC 1950).

/// Deflated data with a two-byte header and a four-byte checksum.
enum ZlibStream {
  /// The decompressed data and their cost, as `Inflate.cost`; nil if they are invalid, the checksum is wrong, or they
  /// exceed `limit` bytes.
  static func unpacked(_ stream: [UInt8], limit: Int) -> (bytes: [UInt8], cost: Int)? {
    guard stream.count >= 6, stream[0] & 15 == 8, stream[0] >> 4 <= 7, stream[1] & 0x20 == 0,
      (Int(stream[0]) << 8 | Int(stream[1])) % 31 == 0
    else { return nil }
    var inflate = Inflate(stream, from: 2, limit: limit)
    guard inflate.run(), inflate.position <= stream.count - 4,
      stream[inflate.position..<inflate.position + 4].elementsEqual(checksum(of: inflate.output))
    else { return nil }
    return (inflate.output, inflate.cost)
  }

  /// `bytes` as stored blocks (RFC 1951, 3.2.4), which need no compressor.
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var start = 0
    repeat {
      let end = min(bytes.count, start + 0xFFFF)
      let length = [UInt8(truncatingIfNeeded: end - start), UInt8(truncatingIfNeeded: (end - start) >> 8)]
      stream += [end == bytes.count ? 1 : 0] + length + length.map { ~$0 } + bytes[start..<end]
      start = end
    } while start < bytes.count
    return stream + checksum(of: bytes)
  }

  /// Adler-32 (RFC 1950, 8.2), big-endian.
  static func checksum(of bytes: [UInt8]) -> [UInt8] {
    var (sum, sums): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      sum = (sum + UInt32(byte)) % 65_521
      sums = (sums + sum) % 65_521
    }
    return [sums >> 8, sums, sum >> 8, sum].map { UInt8(truncatingIfNeeded: $0) }
  }
}
