// A chunk of a RIFF file (RFC 9649, 2.3 and 2.4): type, little-endian length, data, and a padding byte if the length
// is odd.

/// A chunk's position in its file.
package struct RIFFChunk: Hashable, Sendable {
  /// Its type.
  let kind: FourCC
  /// Offset of its type.
  let offset: Int
  /// The range of its data.
  let payload: Range<Int>
  /// One past its last byte, including the padding byte if present.
  let end: Int

  /// A complete chunk.
  package static func bytes(_ kind: FourCC, _ data: [UInt8]) -> [UInt8] {
    kind.bytes + field(data.count) + data + Array(repeating: 0, count: data.count % 2)
  }

  /// A little-endian number of four bytes.
  package static func field(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }

  /// A little-endian number.
  package static func number(_ bytes: some BidirectionalCollection<UInt8>) -> Int {
    bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}

extension RangeReader {
  /// The chunk at `offset`; reads only its type and length.
  ///
  /// - Throws: `.truncated`, `.tooManyStructures`, `.tooMuchMetadata`, `.unreadable`.
  mutating func riffChunk(at offset: Int) throws(MetadataError) -> RIFFChunk {
    try count(at: offset)
    let head = try head(at: offset, count: 8)
    let length = RIFFChunk.number(head[4...])
    guard length <= byteCount - offset - 8 else { throw MetadataError(.truncated, at: byteCount) }
    let payload = offset + 8..<offset + 8 + length
    return RIFFChunk(
      kind: FourCC(head), offset: offset, payload: payload, end: min(byteCount, payload.upperBound + length % 2))
  }
}
