// Rewrites the orientation of a WebP where it is carried, or inserts a carrier where there is none (RFC 9649, 2.7.1.5).

internal import UprightGeometry

extension WebPHeader {
  /// Where the tag stands as one SHORT, one byte of it changes; further Exif blocks and XMP follow when the orientation changes or `change` settles
  /// them, and a block that the header did not announce is announced from then on; settling takes away the six bytes of JPEG before it. Where there is no Exif block, a small one is appended, in a simple file along with the extended
  /// header that it needs; setting such a file back to upright takes both out again.
  ///
  /// - Throws: `.fieldNotWritable` where an Exif block is damaged, or there may be one that could not be read.
  func retag(_ change: OrientationChange, from resolved: ResolvedOrientation) throws(MetadataError) -> BytePatch {
    var edits = change.reachesXMP(beside: resolved) ? xmp.map { $0.edit(to: change.value) } : []
    if blocks.isEmpty, change.value != .topLeft {
      guard !mayHideExif else { throw MetadataError(.fieldNotWritable, at: frame.end) }
      edits += try frame.insertion(change.value)
    } else {
      edits += try blockEdits(change)
    }
    return BytePatch(edits.filter { $0.old != $0.new })
  }

  private func blockEdits(_ change: OrientationChange) throws(MetadataError) -> [BytePatch.Edit] {
    var edits: [BytePatch.Edit] = []
    let settles = change.normalizes && exif?.statement != nil
    for (index, block) in blocks.enumerated() where index == 0 || change.reachesOthers {
      guard index == 0 || !block.locatedBlock.tags.entries.isEmpty else { continue }
      guard case .edits(let inBlock) = try block.locatedBlock.change(change, mayGo: blocks.count == 1) else {
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
