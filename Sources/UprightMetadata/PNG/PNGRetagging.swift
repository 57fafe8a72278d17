// Rewrites the orientation of a PNG where it is carried, or inserts a carrier where there is none (PNG 3rd edition, 11.3.4.5).

internal import UprightGeometry

extension PNGHeader {
  /// Where the tag stands as one SHORT, one byte of it changes, and the four of the chunk's checksum; further Exif blocks and XMP follow when the
  /// orientation changes. Where there is no Exif block, a chunk with a small one is inserted behind the header chunk, so that readers have it before the
  /// pixels; setting such a file back to upright takes the chunk out again. Text chunks are written anew.
  ///
  /// - Throws: `.carrierNotWritable` where an Exif block is damaged, or there may be one that could not be read.
  func retag(to value: ExifOrientation, from answer: OrientationAnswer) throws(MetadataError) -> BytePatch {
    let change = OrientationChange(from: answer.orientation, to: value)
    var edits: [BytePatch.Edit] = []
    for (index, block) in blocks.enumerated() where index == 0 || !change.isNone {
      guard index == 0 || !block.carrier.tags.entries.isEmpty else { continue }
      edits += try block.edits(change, mayGo: blocks.count == 1)
    }
    if !change.isNone {
      for packet in packets { edits += try packet.edits(to: value) }
    }
    if blocks.isEmpty, value != .topLeft { edits.append(try insertion(value)) }
    return BytePatch(edits.filter { $0.old != $0.new })
  }

  private func insertion(_ value: ExifOrientation) throws(MetadataError) -> BytePatch.Edit {
    guard let insertionOffset else { throw MetadataError(.carrierNotWritable, at: 8) }
    let chunk = PNGChunk.bytes("eXIf", InsertedCarrier.block(value))
    return BytePatch.Edit(offset: insertionOffset, old: [], new: chunk)
  }
}
