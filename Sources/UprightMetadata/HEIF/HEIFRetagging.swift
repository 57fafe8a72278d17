// Rewrites how the primary item of a HEIF or AVIF file lies, what belongs to it with it, and no other item (ISO 23008-12, 6.5.10 and 6.5.12).

internal import UprightGeometry

extension HEIFHeader {
  /// The bytes of the picture's own `irot` and `imir` change where they can say it; else its list of properties changes, and what is missing there is
  /// appended, in the order that MIAF asks for. Exif and XMP follow where they said the same before.
  ///
  /// - Throws: `.carrierNotWritable` where the tables are damaged, are shared in a way that cannot be split, or could only grow by moving what others
  ///   point at.
  func retag(to value: ExifOrientation, from answer: OrientationAnswer) throws(MetadataError) -> BytePatch {
    var edits: [BytePatch.Edit] = []
    if transforms?.orientation.exif != value {
      edits = try ItemRetagging(self, item: tables.primary, to: value).edits()
    }
    let former = answer.orientation.exif
    if former != value { edits += try followingEdits(from: former, to: value) }
    return BytePatch(edits.filter { $0.old != $0.new })
  }

  private func followingEdits(
    from former: ExifOrientation, to value: ExifOrientation
  ) throws(MetadataError) -> [BytePatch.Edit] {
    var edits = xmp.filter { $0.value == former }.map { $0.edit(to: value) }
    if let exif, exif.statement?.value == former { edits += exif.edits(to: value) }
    for edit in edits where !isItemData(edit.offset..<edit.offset + edit.old.count) {
      throw MetadataError(.carrierNotWritable, at: edit.offset)
    }
    return edits
  }

  /// Whether bytes belong to items and to no structure.
  private func isItemData(_ range: Range<Int>) -> Bool {
    let rooms = file.boxes.filter { $0.kind == "mdat" } + (tables.itemData.map { [$0] } ?? [])
    return rooms.contains { $0.payload.lowerBound <= range.lowerBound && range.upperBound <= $0.payload.upperBound }
  }
}
