// The parts of a WebP: its chunks, and what follows the end that its header states (RFC 9649, 2.3 to 2.7).

extension PartLayout {
  /// Claims the parts of a WebP.
  ///
  /// - Throws: as `RangeReader.riffChunk`, after what was found before the damage.
  mutating func takeWebP(_ source: some ByteSource) throws(MetadataError) {
    claim(.structure, "RIFF", [0..<12])
    let image = claim(.image, "", [])
    var reader = RangeReader(source, budget: 64 << 20)
    let length = LittleEndian.number(try reader.bytes(at: 4, count: 4))
    let stated = min(byteCount, 8 + length + length % 2)
    var (offset, frames, hasImage) = (12, 0, false)
    // A header that was never completed states no end after the image.
    while offset < byteCount, offset < stated || !hasImage {
      let chunk = try chunk(at: offset, &reader)
      offset = chunk.end
      switch chunk.kind {
      case "VP8 ", "VP8L", "ALPH":
        extend(image, by: chunk.offset..<chunk.end)
        hasImage = hasImage || chunk.kind != "ALPH"
      case "ANMF":
        frames += 1
        hasImage = true
        if frames == 1 {
          extend(image, by: chunk.offset..<chunk.end)
        } else {
          claim(.frame, "\(frames)", [chunk.offset..<chunk.end])
        }
      default:
        claimHeader(chunk.offset..<chunk.payload.lowerBound)
        try take(chunk, source)
        claimHeader(chunk.payload.upperBound..<chunk.end)
      }
    }
    if hasImage { end = offset }
  }

  /// A chunk, ending with the file if that is cut off.
  private func chunk(
    at offset: Int, _ reader: inout RangeReader<some ByteSource>
  ) throws(MetadataError) -> RIFFChunk {
    do throws(MetadataError) { return try reader.riffChunk(at: offset) } catch {
      guard error.code == .truncated, byteCount - offset >= 8 else { throw error }
      let kind = FourCC(try reader.bytes(at: offset, count: 4))
      return RIFFChunk(kind: kind, offset: offset, payload: offset + 8..<byteCount, end: byteCount)
    }
  }

  private mutating func take(_ chunk: RIFFChunk, _ source: some ByteSource) throws(MetadataError) {
    switch chunk.kind {
    case "VP8X", "ANIM": claim(.structure, "\(chunk.kind)", [chunk.payload])
    case "ICCP": claim(.profile, "", [chunk.payload])
    case "EXIF": try takeExif(chunk.payload, source)
    case "XMP ", "XMP\0": try takeXMP(chunk.payload, source)
    case WebPCollector.credentials: claim(.credentials, "", [chunk.payload])
    default: claim(.unknown, "\(chunk.kind)", [chunk.payload])
    }
  }
}
