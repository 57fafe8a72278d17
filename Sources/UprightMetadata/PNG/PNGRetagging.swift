// Rewrites the orientation of a PNG where it is carried, or inserts a carrier where there is none (PNG 3rd edition, 11.3.4.5).

internal import UprightGeometry

extension PNGHeader {
  /// Where the tag stands as one SHORT, one byte of it changes, and the four of the chunk's checksum; further Exif blocks and XMP follow when the
  /// orientation changes or `change` settles them, and then a block that some readers do not find is put where all do. Where there is no Exif block, a chunk with a small one is inserted behind the header chunk, so that readers have it before the
  /// pixels; setting such a file back to upright takes the chunk out again. Text chunks are written anew.
  ///
  /// - Throws: `.fieldNotWritable` where an Exif block is damaged, or there may be one that could not be read.
  func retag(_ change: OrientationChange, from resolved: ResolvedOrientation) throws(MetadataError) -> BytePatch {
    var edits: [BytePatch.Edit] = []
    for (index, block) in blocks.enumerated() where index == 0 || change.reachesOthers {
      guard index == 0 || !block.locatedBlock.tags.entries.isEmpty else { continue }
      let place = index == 0 ? betterPlace(for: block, change) : nil
      edits += try block.edits(change, mayGo: blocks.count == 1, movingTo: place)
    }
    if change.reachesXMP(beside: resolved) {
      for packet in packets { edits += try packet.edits(to: change.value) }
    }
    if blocks.isEmpty, change.value != .topLeft { edits.append(try insertion(change.value)) }
    return BytePatch(edits.filter { $0.old != $0.new })
  }

  /// Where the deciding block goes that stands where some readers do not look; nil where it stays.
  private func betterPlace(for block: PNGExif, _ change: OrientationChange) -> Int? {
    let isHidden = findings.contains { $0.code == .exifInText || $0.code == .exifAfterImage }
    return change.normalizes && isHidden && block.locatedBlock.statement != nil ? insertionOffset : nil
  }

  private func insertion(_ value: ExifOrientation) throws(MetadataError) -> BytePatch.Edit {
    guard let insertionOffset else { throw MetadataError(.fieldNotWritable, at: 8) }
    let chunk = PNGChunk.bytes("eXIf", InsertedExifBlock.block(value))
    return BytePatch.Edit(offset: insertionOffset, old: [], new: chunk)
  }
}
