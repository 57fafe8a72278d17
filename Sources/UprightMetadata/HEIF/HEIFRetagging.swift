// Rewrites how the primary item of a HEIF or AVIF file lies, what belongs to it with it, and no other item (ISO 23008-12, 6.5.10 and 6.5.12).

internal import UprightGeometry

extension HEIFHeader {
  /// The bytes of the picture's own `irot` and `imir` change where they can say it; else its list of properties changes, and what is missing there is
  /// appended, in the order that MIAF asks for. Exif and XMP follow where they said the same before, or where `change` settles them: readers that know
  /// nothing of properties see what the others do.
  ///
  /// - Throws: `.fieldNotWritable` where the tables are damaged, are shared in a way that cannot be split, or could only grow by moving what others
  ///   point at.
  func retag(_ change: OrientationChange, from resolved: ResolvedOrientation) throws(MetadataError) -> BytePatch {
    var edits: [BytePatch.Edit] = []
    if transforms?.orientation.exif != change.value {
      edits = try ItemRetagging(self, item: tables.primary, to: change.value).edits()
      let former = transforms?.orientation ?? .identity
      edits += try frames?.edits(reorienting: former.inverse.then(Orientation(exif: change.value))) ?? []
    }
    edits += try followingEdits(change, from: resolved)
    return BytePatch(edits.filter { $0.old != $0.new })
  }

  /// Whether the frames beside the image can rotate with it: they are displayed as it is, and nothing else is in their movie.
  var canRotateFrames: Bool {
    guard let frames, !frames.hasOtherTracks else { return false }
    return frames.orientation == transforms?.orientation ?? .identity
  }

  private func followingEdits(
    _ change: OrientationChange, from resolved: ResolvedOrientation
  ) throws(MetadataError) -> [BytePatch.Edit] {
    let followingXMP = xmp.filter {
      change.followsChange($0.value, from: resolved) || change.normalizesXMP(beside: resolved)
    }
    var edits = followingXMP.map { $0.edit(to: change.value) }
    if let exif, change.followsChange(exif.statement?.value, from: resolved) || change.normalizes {
      edits += exif.edits(to: change.value)
    }
    edits.removeAll { $0.old == $0.new }
    for edit in edits where !isItemData(edit.range) { throw MetadataError(.fieldNotWritable, at: edit.offset) }
    return edits
  }

  /// Whether bytes belong to items and to no structure.
  private func isItemData(_ range: Range<Int>) -> Bool {
    let rooms = file.boxes.filter { $0.kind == "mdat" } + (tables.itemData.map { [$0] } ?? [])
    return rooms.contains { $0.payload.lowerBound <= range.lowerBound && range.upperBound <= $0.payload.upperBound }
  }
}
