// Rewrites the orientation of a page where it is carried, or moves the page's directory behind everything else to make room for it (TIFF 6.0, section 2).

internal import UprightGeometry

extension TIFFHeader {
  func retag(to value: ExifOrientation, from answer: OrientationAnswer) throws(MetadataError) -> BytePatch {
    try retag(first, to: value, from: answer)
  }

  func retag(
    to value: ExifOrientation, ofPage page: Int, _ rules: OrientationRules
  ) throws(MetadataError) -> BytePatch {
    guard page >= 0, page <= further.count else { throw MetadataError(.pictureMissing, at: byteCount) }
    let page = page == 0 ? first : further[page - 1]
    return try retag(page, to: value, from: page.answer(rules))
  }

  /// Where the tag stands as one SHORT, one byte of it changes; another type or count is made one SHORT. XMP, and the tags of the page's previews,
  /// follow when the orientation changes. Where no tag stands, a copy of the
  /// directory with one entry more is appended; setting such a file back to upright takes it out again, as long as it ends the file.
  ///
  /// - Throws: `.carrierNotWritable` where the file is damaged, so that something might lead into what is appended, or would outgrow its offsets.
  private func retag(
    _ page: TIFFPage, to value: ExifOrientation, from answer: OrientationAnswer
  ) throws(MetadataError) -> BytePatch {
    let change = OrientationChange(from: answer.orientation, to: value)
    let along =
      change.isNone
      ? [] : page.xmp.map { $0.edit(to: value) } + page.inside.flatMap { $0.tags.edits(turning: change) }
    let edits = try along + tagEdits(of: page, to: value)
    return BytePatch(edits.filter { $0.old != $0.new })
  }

  private func tagEdits(of page: TIFFPage, to value: ExifOrientation) throws(MetadataError) -> [BytePatch.Edit] {
    if value == .topLeft, let note = page.note { return removal(of: page, note) }
    let edits = page.own.tags.edits(to: value)
    guard edits.isEmpty, value != .topLeft else { return edits }
    return try insertion(of: value, into: page)
  }

  private func insertion(
    of value: ExifOrientation, into page: TIFFPage
  ) throws(MetadataError) -> [BytePatch.Edit] {
    let directory = page.table.directory
    guard directory.isComplete, !findings.contains(where: { $0.code == .metadataDamaged }) else {
      throw MetadataError(.carrierNotWritable, at: directory.offset)
    }
    let tail = MovedDirectory.tail(
      of: directory, in: page.table.bytes, startingAt: directory.offset, behind: byteCount, with: value)
    guard layout.isBigTIFF || byteCount + tail.count <= UInt32.max else {
      throw MetadataError(.carrierNotWritable, at: byteCount)
    }
    return [
      pointer(to: page, from: directory.offset, to: MovedDirectory.offset(behind: byteCount)),
      BytePatch.Edit(offset: byteCount, old: [], new: tail),
    ]
  }

  private func removal(of page: TIFFPage, _ note: MovedDirectory.Note) -> [BytePatch.Edit] {
    let offset = page.table.directory.offset
    let padding = [UInt8](repeating: 0, count: offset - note.formerCount)
    return [
      pointer(to: page, from: offset, to: note.formerOffset),
      BytePatch.Edit(offset: note.formerCount, old: padding + page.table.bytes + note.bytes(layout), new: []),
    ]
  }

  private func pointer(to page: TIFFPage, from old: Int, to new: Int) -> BytePatch.Edit {
    BytePatch.Edit(offset: page.pointerOffset, old: layout.encode(offset: old), new: layout.encode(offset: new))
  }
}
