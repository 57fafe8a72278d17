// Verifies the checksums of the chunks that are required to show a PNG (ISO 15948, 5.3, 5.4 and 13.2).

extension Probe {
  /// Verifies the checksum of every critical chunk of a PNG up to `IEND`. A decoder may stop before the last chunk
  /// and need not check the first.
  ///
  /// Other formats have no checksums; nothing is read of them.
  ///
  /// - Throws: `MetadataError` `.corruptData` at a chunk whose checksum is wrong; `.truncated`, `.boxInvalid`,
  ///   `.tooManyStructures`, `.unreadable`.
  package func checkChecksums(in source: some ByteSource) throws(MetadataError) {
    guard header.png != nil else { return }
    var reader = RangeReader(source, structures: PNGHeader.chunkLimit)
    var offset = 8
    while true {
      let chunk = try reader.chunk(at: offset)
      // A lowercase first letter marks ancillary chunks, which readers may ignore.
      if let letter = chunk.kind.bytes.first, letter & 0x20 == 0 { try Self.check(chunk, in: source) }
      if chunk.kind == "IEND" { return }
      offset = chunk.end
    }
  }

  private static func check(_ chunk: PNGChunk, in source: some ByteSource) throws(MetadataError) {
    var value = CRC32.updated(~0, by: chunk.kind.bytes)
    var from = chunk.payload.lowerBound
    while from < chunk.payload.upperBound {
      let part = from..<min(chunk.payload.upperBound, from + 1 << 16)
      let bytes = try source.read(part)
      guard bytes.count == part.count else { throw MetadataError(.truncated, at: from + bytes.count) }
      value = CRC32.updated(value, by: bytes)
      from = part.upperBound
    }
    guard try source.read(chunk.payload.upperBound..<chunk.end) == BigEndian.bytes(~value) else {
      throw MetadataError(.corruptData, at: chunk.offset)
    }
  }
}
