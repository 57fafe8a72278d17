// Which bytes a decision was made for: the length and a digest of the header (FNV-1a, 64 bit).

/// The length of a source and a digest of its first 4,096 bytes.
public struct SourceFingerprint: Hashable, Sendable {
  /// How many bytes the source has.
  public let byteCount: Int
  /// FNV-1a over its first 4,096 bytes.
  public let digest: UInt64

  /// Reads the first bytes of `source`.
  ///
  /// - Throws: `MetadataError` `.unreadable` where the disk fails.
  public init(of source: some ByteSource) throws(MetadataError) {
    self.init(head: try source.read(0..<4096), byteCount: source.byteCount)
  }

  /// From the first bytes (at most 4,096 count) and the length.
  public init(head: [UInt8], byteCount: Int) {
    self.byteCount = byteCount
    digest = head.prefix(4096).reduce(0xCBF2_9CE4_8422_2325) { hash, byte in
      (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
  }
}
