// Rewrites the orientation of a page where it is carried, or moves the page's directory behind everything else to make room for it (TIFF 6.0, section 2).

internal import UprightGeometry

extension TIFFHeader {
  func retag(_ change: OrientationChange, from resolved: ResolvedOrientation) throws(MetadataError) -> BytePatch {
    try retag(first, change, from: resolved)
  }

  func retag(
    to value: ExifOrientation, ofPage page: Int, _ rules: OrientationRules
  ) throws(MetadataError) -> BytePatch {
    guard page >= 0, page <= further.count else { throw MetadataError(.imageMissing, at: byteCount) }
    let page = page == 0 ? first : further[page - 1]
    let resolved = page.resolvedOrientation(rules)
    return try retag(page, OrientationChange(from: resolved.orientation, to: value), from: resolved)
  }

  /// Where the tag stands as one SHORT, one byte of it changes; another type or count is made one SHORT. XMP, and the tags of the page's previews,
  /// follow when the orientation changes or `change` settles them. Where no tag stands, a copy of the
  /// directory with one entry more is appended; setting such a file back to upright takes it out again, as long as it ends the file.
  ///
  /// - Throws: `.fieldNotWritable` where the file is damaged, so that something might lead into what is appended, where a value lies in a directory, or
  ///   where the file would outgrow its offsets.
  private func retag(
    _ page: TIFFPage, _ change: OrientationChange, from resolved: ResolvedOrientation
  ) throws(MetadataError) -> BytePatch {
    guard !hasOverlaps else { throw MetadataError(.fieldNotWritable, at: page.table.directory.offset) }
    let xmp = change.reachesXMP(beside: resolved) ? page.xmp.map { $0.edit(to: change.value) } : []
    let edits = try xmp + previewEdits(of: page, change) + tagEdits(of: page, to: change.value)
    return BytePatch(edits.filter { $0.old != $0.new })
  }

  /// A preview that clearly lies otherwise than what the page shows was turned before it was stored: it keeps lying so.
  private func previewEdits(of page: TIFFPage, _ change: OrientationChange) -> [BytePatch.Edit] {
    page.inside.flatMap { picture in
      let liesDifferently = Shape(clearly: picture.size).opposes(Shape(clearly: page.main.size))
      if change.normalizes, !liesDifferently { return picture.tags.edits(to: change.value) }
      return change.isNone ? [] : picture.tags.edits(reorienting: change)
    }
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
      throw MetadataError(.fieldNotWritable, at: directory.offset)
    }
    let tail = MovedDirectory.tail(
      of: directory, in: page.table.bytes, startingAt: directory.offset, behind: byteCount, with: value)
    guard layout.isBigTIFF || byteCount + tail.count <= UInt32.max else {
      throw MetadataError(.fieldNotWritable, at: byteCount)
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
