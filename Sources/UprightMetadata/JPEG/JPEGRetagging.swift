// Rewrites the orientation of a JPEG where it is carried, or inserts a carrier where there is none (EXIF 2.32, 4.6.4.A and 4.7.2.A).

internal import UprightGeometry

extension JPEGHeader {
  /// Where the tag stands as one SHORT, one byte of it changes; another type or count is made one SHORT. Where no tag stands, a directory entry or
  /// a small Exif segment is inserted; setting such a file back to upright takes the insertion out again.
  ///
  /// - Throws: `.carrierNotWritable` where the Exif directory is damaged, the segment is full, or an insertion would move
  ///   pictures that are listed by their place in the file.
  func retag(to value: ExifOrientation, from answer: OrientationAnswer) throws(MetadataError) -> BytePatch {
    var edits = value == answer.orientation.exif ? [] : xmp.map { $0.edit(to: value) }
    if let exifSegment {
      edits += try exifEdits(to: value, in: exifSegment)
    } else if value != .topLeft {
      edits.append(insertedSegment(value))
    }
    return BytePatch(edits.filter { $0.old != $0.new })
  }

  private func exifEdits(to value: ExifOrientation, in segment: ExifSegment) throws(MetadataError) -> [BytePatch.Edit] {
    if value == .topLeft, let removal = InsertedCarrier.removal(from: segment) { return removal }
    let edits = exif?.edits(to: value) ?? []
    guard edits.isEmpty, value != .topLeft else { return edits }
    try requireRoomToGrow(before: segment.segment.offset)
    return try InsertedCarrier.relocation(of: segment, with: value)
  }

  private func insertedSegment(_ value: ExifOrientation) -> BytePatch.Edit {
    let first = applications.first
    let isBehindJFIF = first?.kind == .jfif && first?.segment.offset == 2
    let place = isBehindJFIF ? first?.segment.payload.upperBound ?? 2 : 2
    return BytePatch.Edit(offset: place, old: [], new: InsertedCarrier.segment(value))
  }

  /// MPF offsets count from the MPF segment: what is inserted before it moves with it, what is inserted behind does not.
  private func requireRoomToGrow(before offset: Int) throws(MetadataError) {
    let listed = applications.first { $0.kind == .multiPicture }
    if let listed, listed.segment.offset < offset {
      throw MetadataError(.carrierNotWritable, at: offset)
    }
  }
}
