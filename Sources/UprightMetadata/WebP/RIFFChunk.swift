// A chunk of a RIFF file (RFC 9649, 2.3 and 2.4): type, little-endian length, data, and a padding byte if the length is
// odd. An Exif chunk of a WebP (RFC 9649, 2.7.1.5), with or without the six bytes that belong to JPEG.

internal import UprightGeometry

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
    kind.bytes + LittleEndian.bytes(data.count) + data + Array(repeating: 0, count: data.count % 2)
  }
}

extension RangeReader {
  /// The chunk at `offset`; reads only its type and length.
  ///
  /// - Throws: `.truncated`, `.tooManyStructures`, `.tooMuchMetadata`, `.unreadable`.
  mutating func riffChunk(at offset: Int) throws(MetadataError) -> RIFFChunk {
    try count(at: offset)
    let head = try head(at: offset, count: 8)
    let length = LittleEndian.number(head[4...])
    guard length <= byteCount - offset - 8 else { throw MetadataError(.truncated, at: byteCount) }
    let payload = offset + 8..<offset + 8 + length
    return RIFFChunk(
      kind: FourCC(head), offset: offset, payload: payload, end: min(byteCount, payload.upperBound + length % 2))
  }
}

/// An Exif block and its chunk.
struct WebPExif: Hashable, Sendable {
  /// The block.
  let locatedBlock: LocatedExifBlock
  /// The chunk.
  let chunk: RIFFChunk
  /// The padding byte, if the length is odd and the byte is present.
  let filler: [UInt8]

  /// Whether the six bytes precede it.
  var isPrefixed: Bool { locatedBlock.offset > chunk.payload.lowerBound }

  /// A chunk with these bytes, including padding; nil if they do not begin with a TIFF header.
  init?(_ chunk: RIFFChunk, _ bytes: [UInt8]) {
    let prefix = JPEGSegment.Identifier.exif
    let count = bytes.starts(with: prefix) ? prefix.count : 0
    guard let block = TIFFBlock(Array(bytes[..<chunk.payload.count].dropFirst(count))) else { return nil }
    self.chunk = chunk
    filler = Array(bytes[chunk.payload.count...])
    locatedBlock = LocatedExifBlock(block: block, offset: chunk.payload.lowerBound + count)
  }

  /// Removes the chunk.
  var removal: BytePatch.Edit {
    let prefix = isPrefixed ? JPEGSegment.Identifier.exif : []
    let data = prefix + locatedBlock.block.bytes
    return BytePatch.Edit(
      offset: chunk.offset, old: chunk.kind.bytes + LittleEndian.bytes(data.count) + data + filler, new: [])
  }

  /// Replacements at offsets in the block, with the resulting changes of length and padding; `baring` removes the six
  /// bytes before it.
  func edits(_ changes: [BytePatch.Edit], baring: Bool) -> [BytePatch.Edit] {
    let (prefix, count) = (JPEGSegment.Identifier.exif, chunk.payload.count)
    let bared =
      baring && isPrefixed ? [BytePatch.Edit(offset: chunk.payload.lowerBound, old: prefix, new: [])] : []
    let growth = changes.reduce(0) { $0 + $1.growth }
    let newCount = bared.reduce(count + growth) { $0 + $1.growth }
    let shifted = changes.map { $0.shifted(by: locatedBlock.offset) }
    let length = BytePatch.Edit(
      offset: chunk.offset + 4, old: LittleEndian.bytes(count), new: LittleEndian.bytes(newCount))
    guard growth != 0 else { return [length] + bared + shifted }
    return [length] + bared + shifted.dropLast()
      + shifted.suffix(1).map { tail in
        let filled = [UInt8](repeating: 0, count: newCount % 2)
        return BytePatch.Edit(offset: tail.offset, old: tail.old + filler, new: tail.new + filled)
      }
  }
}
