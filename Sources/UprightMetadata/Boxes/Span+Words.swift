// Bytes eight at a time, and the search for 0xFF, with which every marker of a JPEG begins (ITU T.81, B.1.1.3).

extension Span<UInt8> {
  /// Eight bytes, the first one highest; all of them must exist.
  @inlinable @inline(__always) package func word(at position: Int) -> UInt64 {
    let part = extracting(position..<position &+ 8)
    let high = UInt32(part[0]) << 24 | UInt32(part[1]) << 16 | UInt32(part[2]) << 8 | UInt32(part[3])
    let low = UInt32(part[4]) << 24 | UInt32(part[5]) << 16 | UInt32(part[6]) << 8 | UInt32(part[7])
    return UInt64(high) << 32 | UInt64(low)
  }

  /// The offset of the first 0xFF at or after `start`, or the end.
  package func firstFF(from start: Int) -> Int {
    var at = start
    while at &+ 8 <= count, !word(at: at).hasFF { at &+= 8 }
    while at < count, self[at] != 0xFF { at += 1 }
    return at
  }
}

extension UInt64 {
  /// Whether one of its bytes is 0xFF: a byte of its complement is 0.
  @inlinable @inline(__always) package var hasFF: Bool {
    (~self &- 0x0101_0101_0101_0101) & self & 0x8080_8080_8080_8080 != 0
  }
}
