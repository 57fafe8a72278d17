// Rewrites the orientation of a PNG, or inserts an Exif chunk if there is none (PNG 3rd edition, 11.3.4.5).

internal import UprightGeometry

extension PNGHeader {
  /// If the tag is one SHORT, one byte of it changes, and the four bytes of the chunk's checksum. Other Exif blocks
  /// and XMP follow if the orientation changes or `change` normalizes them. A block that some readers miss is then
  /// moved to where all find it.
  ///
  /// If there is no Exif block, a small chunk is inserted after the header chunk, so that readers find it before the
  /// pixels. Setting such a file back to upright removes the chunk again. Text chunks are rewritten.
  ///
  /// - Throws: `.fieldNotWritable` if an Exif block is damaged, or there may be one that could not be read.
  func retag(_ change: OrientationChange, from resolved: ResolvedOrientation) throws(MetadataError) -> BytePatch {
    var edits: [BytePatch.Edit] = []
    for (index, block) in blocks.enumerated() where index == 0 || change.reachesOthers {
      guard index == 0 || block.locatedBlock.statesOrientation else { continue }
      let place = index == 0 ? betterPlace(for: block, change) : nil
      edits += try block.edits(change, mayGo: blocks.count == 1, mayGrow: index == 0, movingTo: place)
    }
    if change.reachesXMP(beside: resolved) {
      for packet in packets { edits += try packet.edits(to: change.value) }
      for packet in profilePackets { edits += try packet.edits(to: change.value) }
    }
    if blocks.isEmpty, change.value != .topLeft { edits.append(try insertion(change.value)) }
    let changes = edits.filter { $0.old != $0.new }
    guard let end else { return BytePatch(changes) }
    let all = changes + attachments.flatMap { $0.videoEdits(change) }
    return BytePatch(concatenatedTrailer?.following(all, upTo: end) ?? all)
  }

  /// The new position of a deciding block that some readers miss; nil if it stays.
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
