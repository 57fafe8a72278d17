// Identifies the bytes that a decision was made for: the length and a digest of the header (FNV-1a, 64 bits, in steps
// of eight bytes).

/// The length of a source, and a digest of its first 4,096 bytes and of the facts read from its header.
public struct SourceFingerprint: Hashable, Sendable {
  /// Number of bytes in the source.
  public let byteCount: Int
  /// FNV-1a over the first 4,096 bytes and the facts, in little-endian steps of eight bytes.
  public let digest: UInt64

  /// From the first bytes (at most 4,096 are used), the length, and numbers read from the header.
  public init(head: [UInt8], byteCount: Int, facts: [Int]) {
    self.byteCount = byteCount
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    // A product moves differences only upwards; this folds the high bits back into the low ones.
    func take(_ word: UInt64) {
      let product = (hash ^ word) &* 0x0000_0100_0000_01B3
      hash = product ^ product >> 32
    }
    let head = head.prefix(4_096)
    var offset = head.startIndex
    while offset + 8 <= head.endIndex {
      var word: UInt64 = 0
      for place in 0..<8 { word |= UInt64(head[offset + place]) << (8 * place) }
      take(word)
      offset += 8
    }
    for byte in head[offset...] { take(UInt64(byte)) }
    for fact in facts { take(UInt64(truncatingIfNeeded: fact)) }
    digest = hash
  }
}
