// An Exif chunk of a WebP (RFC 9649, 2.7.1.5), with or without the six bytes that belong to JPEG.

internal import UprightGeometry

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
      offset: chunk.offset, old: chunk.kind.bytes + RIFFChunk.field(data.count) + data + filler, new: [])
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
      offset: chunk.offset + 4, old: RIFFChunk.field(count), new: RIFFChunk.field(newCount))
    guard growth != 0 else { return [length] + bared + shifted }
    return [length] + bared + shifted.dropLast()
      + shifted.suffix(1).map { tail in
        let filled = [UInt8](repeating: 0, count: newCount % 2)
        return BytePatch.Edit(offset: tail.offset, old: tail.old + filler, new: tail.new + filled)
      }
  }
}
