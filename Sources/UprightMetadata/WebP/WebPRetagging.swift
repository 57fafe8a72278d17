// Rewrites the orientation of a WebP, or inserts an Exif chunk if there is none (RFC 9649, 2.7.1.5).

internal import UprightGeometry

extension WebPHeader {
  /// If the tag is one SHORT, one byte of it changes. Other Exif blocks and XMP follow if the orientation changes or
  /// `change` normalizes them. A block that the header did not announce becomes announced; normalizing also removes
  /// JPEG's six bytes before it.
  ///
  /// If there is no Exif block, a small one is appended; a simple file also gets the extended header that this
  /// requires. Setting such a file back to upright removes both again.
  ///
  /// - Throws: `.fieldNotWritable` if an Exif block is damaged, or there may be one that could not be read.
  func retag(_ change: OrientationChange, from resolved: ResolvedOrientation) throws(MetadataError) -> BytePatch {
    var edits = change.reachesXMP(beside: resolved) ? xmp.map { $0.edit(to: change.value) } : []
    if blocks.isEmpty, change.value != .topLeft {
      guard !mayHideExif else { throw MetadataError(.fieldNotWritable, at: frame.end) }
      edits += try frame.insertion(change.value)
    } else {
      edits += try blockEdits(change)
    }
    let changes = edits.filter { $0.old != $0.new } + attachments.flatMap { $0.videoEdits(change) }
    return BytePatch(concatenatedTrailer?.following(changes, upTo: frame.end) ?? changes)
  }

  private func blockEdits(_ change: OrientationChange) throws(MetadataError) -> [BytePatch.Edit] {
    var edits: [BytePatch.Edit] = []
    let settles = change.normalizes && exif?.statement != nil
    for (index, block) in blocks.enumerated() where index == 0 || change.reachesOthers {
      guard index == 0 || block.locatedBlock.statesOrientation else { continue }
      let made = try block.locatedBlock.change(change, mayGo: blocks.count == 1, mayGrow: index == 0)
      guard case .edits(let inBlock) = made else {
        return try frame.removal(of: block)
      }
      edits += block.edits(inBlock, baring: settles && index == 0)
    }
    let growth = edits.reduce(0) { $0 + $1.growth }
    if growth != 0 { edits.append(try frame.lengthEdit(growth: growth)) }
    if settles || !change.isNone, let flag = frame.flagEdit(raised: true) { edits.append(flag) }
    return edits
  }
}
