// The end of a JPEG that is embedded in other bytes (ITU T.81, B.1.1).

/// Finds the end of a small JPEG.
enum JPEGExtent {
  /// One past its EOI; nil if its headers are invalid or there is no EOI.
  static func end(of source: some ByteSource) -> Int? {
    guard let header = try? JPEGHeader(part: source), header.scanOffset < source.byteCount else { return nil }
    return ImageEnd.offset(in: source, after: header.scanOffset)
  }
}

/// The ends of the JPEGs in a block. Each JPEG is searched once, and the total time is linear in the block's size.
struct JPEGEnds {
  /// The end of a JPEG.
  enum End: Hashable {
    /// At an offset in the block.
    case at(Int)
    /// There is none: the bytes are not a JPEG, or it has no EOI.
    case missing
    /// Unknown, because the search limit is exhausted; real files stay below it.
    case unknown
  }

  /// Bytes searched so far.
  private(set) var searchedByteCount = 0
  private var known: [Int: End] = [:]

  /// The end of the JPEG that starts at `start`.
  mutating func end(ofJPEGAt start: Int, in block: TIFFBlock) -> End {
    if let end = known[start] { return end }
    let bytes = block.bytes
    guard start >= 8, start < bytes.count, bytes[start...].starts(with: [0xFF, 0xD8]) else { return .missing }
    guard searchedByteCount < Self.limit(of: bytes.count) else { return .unknown }
    let end = JPEGExtent.end(of: PartSource(bytes, start..<bytes.count)).map { start + $0 }
    searchedByteCount += (end ?? bytes.count) - start
    known[start] = end.map { .at($0) } ?? .missing
    return known[start] ?? .missing
  }

  /// Twice the block's size, but enough for the largest block in a JPEG to name 64 thumbnails without an end.
  private static func limit(of byteCount: Int) -> Int { max(2 * byteCount, 64 << 16) }
}
