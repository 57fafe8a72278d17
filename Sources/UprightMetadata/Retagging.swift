// Rewrites the orientation where it is carried, or inserts a carrier where there is none (EXIF 2.32, 4.6.4.A and 4.7.2.A).

public import UprightGeometry

extension Probe {
  /// The bytes to change so that the file is displayed under `orientation`; no pixel is touched.
  ///
  /// Where the tag stands as one SHORT, one byte of it changes; another type or count is made one SHORT. Repetitions in
  /// IFD0 and the digit in XMP change along, so that readers agree afterwards. Where no tag stands, a directory entry or a small Exif segment is inserted; setting such a file back to upright takes the
  /// insertion out again. `BytePatch.inverse` undoes any of it bit for bit.
  ///
  /// - Throws: `MetadataError` `.carrierNotWritable` where the Exif directory is damaged, the segment is full, or an
  ///   insertion would move pictures that are listed by their place in the file.
  public func retag(to orientation: Orientation<Stored, Displayed>) throws(MetadataError) -> BytePatch {
    let value = orientation.exif
    var edits = xmpEdits(to: value)
    if let exif = header.exif {
      edits += try exifEdits(to: value, in: exif)
    } else if value != .topLeft {
      edits.append(insertedSegment(value))
    }
    return BytePatch(edits.filter { $0.old != $0.new })
  }

  private func xmpEdits(to value: ExifOrientation) -> [BytePatch.Edit] {
    guard value != orientation.exif else { return [] }
    return header.xmp.map { BytePatch.Edit(offset: $0.offset, old: [$0.digit], new: [0x30 + value.rawValue]) }
  }

  private func exifEdits(
    to value: ExifOrientation, in exif: JPEGHeader.ExifSegment
  ) throws(MetadataError) -> [BytePatch.Edit] {
    let entries = Self.orientationEntries(exif)
    if value == .topLeft, let removal = InsertedCarrier.removal(from: exif) { return removal }
    guard entries.isEmpty else {
      return entries.map { entry in
        let edit = entry.edit(to: value, in: exif.block)
        return BytePatch.Edit(offset: exif.blockOffset + edit.offset, old: edit.old, new: edit.new)
      }
    }
    guard value != .topLeft else { return [] }
    try requireRoomToGrow(before: exif.segment.offset)
    return try InsertedCarrier.relocation(of: exif, with: value)
  }

  private func insertedSegment(_ value: ExifOrientation) -> BytePatch.Edit {
    let first = header.applications.first
    let isBehindJFIF = first?.kind == .jfif && first?.segment.offset == 2
    let place = isBehindJFIF ? first?.segment.payload.upperBound ?? 2 : 2
    return BytePatch.Edit(offset: place, old: [], new: InsertedCarrier.segment(value))
  }

  /// MPF offsets count from the MPF segment: what is inserted before it moves with it, what is inserted behind does not.
  private func requireRoomToGrow(before offset: Int) throws(MetadataError) {
    let listed = header.applications.first { $0.kind == .multiPicture }
    if let listed, listed.segment.offset < offset {
      throw MetadataError(.carrierNotWritable, at: offset)
    }
  }
}
