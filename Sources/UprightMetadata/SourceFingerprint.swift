// Which bytes a decision was made for: the length and a digest of the header (FNV-1a, 64 bit).

/// The length of a source, and a digest of its first 4,096 bytes and of what its header said wherever that stood.
public struct SourceFingerprint: Hashable, Sendable {
  /// How many bytes the source has.
  public let byteCount: Int
  /// FNV-1a over its first 4,096 bytes and the facts.
  public let digest: UInt64

  /// From the first bytes (at most 4,096 count), the length, and numbers that were read from the header.
  public init(head: [UInt8], byteCount: Int, facts: [Int]) {
    self.byteCount = byteCount
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func take(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    for byte in head.prefix(4096) { take(byte) }
    for fact in facts { for place in 0..<8 { take(UInt8(truncatingIfNeeded: fact >> (8 * place))) } }
    digest = hash
  }
}
