// Rewrites a JPEG's orientation, or inserts an orientation tag if there is none (EXIF 2.32, 4.6.4.A and 4.7.2.A).

internal import UprightGeometry

extension JPEGHeader {
  /// If the tag is one SHORT, one byte of it changes; another type or count becomes one SHORT. Other Exif blocks,
  /// XMP, the thumbnail and the image's own attachments follow a change of orientation. If `change` normalizes, all
  /// except the attachments agree in any case. If there is no tag, a directory entry or a small Exif segment is
  /// inserted; setting such a file back to upright removes the insertion.
  ///
  /// - Throws: `.fieldNotWritable` if the Exif directory is damaged, the segment is full, or an insertion would move
  ///   images that an index lists by offset.
  func retag(_ change: OrientationChange, from resolved: ResolvedOrientation) throws(MetadataError) -> BytePatch {
    var edits = change.reachesXMP(beside: resolved) ? xmp.map { $0.edit(to: change.value) } : []
    edits += companionEdits(change)
    if let first = exifSegments.first {
      edits += try exifEdits(change, in: first)
    } else if change.value != .topLeft {
      edits.append(insertedSegment(change.value))
    }
    let changes = edits.filter { $0.old != $0.new }
    return BytePatch(changes + trailerEdits(after: changes))
  }

  /// Offsets after the image follow what is inserted or removed before its coded data.
  private func trailerEdits(after changes: [BytePatch.Edit]) -> [BytePatch.Edit] {
    guard changes.allSatisfy({ $0.growth == 0 || $0.offset < scanOffset }) else { return [] }
    let growth = changes.reduce(0) { $0 + $1.growth }
    let moved = concatenatedTrailer?.edits(movingBy: growth, from: scanOffset) ?? []
    return moved.filter { edit in !changes.contains { $0.range.overlaps(edit.range) } }
  }

  /// Other Exif blocks get the orientation of the first; the thumbnail, and the gain map and the video after the image,
  /// are reoriented like it.
  private func companionEdits(_ change: OrientationChange) -> [BytePatch.Edit] {
    let further = change.reachesOthers ? exifSegments.dropFirst().flatMap { $0.locatedBlock.edits(change) } : []
    return further + (change.isNone ? [] : attachmentEdits(change))
  }

  /// Malicious indexes may name one tag twice, or the main image as its own attachment.
  private func attachmentEdits(_ change: OrientationChange) -> [BytePatch.Edit] {
    var edits: [BytePatch.Edit] = []
    for attachment in attachments where attachment.range.lowerBound >= scanOffset {
      let own = attachment.kind.belongs ? attachment.tags?.edits(reorienting: change) : attachment.videoEdits(change)
      for edit in own ?? []
      where !edits.contains(where: { $0.range.overlaps(edit.range) }) { edits.append(edit) }
    }
    return edits
  }

  private func exifEdits(_ change: OrientationChange, in segment: ExifSegment) throws(MetadataError) -> [BytePatch.Edit]
  {
    let carrier = segment.locatedBlock
    let isAlone = !findings.contains { $0.code == .duplicateExif }
    guard case .edits(let edits) = try carrier.change(change, mayGo: isAlone) else {
      let whole = carrier.statement?.value.map(InsertedExifBlock.segment) ?? []
      return [BytePatch.Edit(offset: segment.segment.offset, old: whole, new: [])]
    }
    let growth = edits.reduce(0) { $0 + $1.growth }
    let shifted = edits.map { $0.shifted(by: carrier.offset) }
    return growth == 0 ? shifted : [try lengthEdit(segment.segment, growth: growth)] + shifted
  }

  private func lengthEdit(_ segment: JPEGSegment, growth: Int) throws(MetadataError) -> BytePatch.Edit {
    let length = segment.payload.count + 2
    guard length + growth <= 65_535 else { throw MetadataError(.fieldNotWritable, at: segment.offset) }
    try requireRoomToMove(before: segment.offset)
    return BytePatch.Edit(
      offset: segment.payload.lowerBound - 2, old: BigEndian.bytes(length, size: 2),
      new: BigEndian.bytes(length + growth, size: 2))
  }

  private func insertedSegment(_ value: ExifOrientation) -> BytePatch.Edit {
    let first = applications.first
    let isBehindJFIF = first?.kind == .jfif && first?.segment.offset == 2
    let place = isBehindJFIF ? first?.segment.payload.upperBound ?? 2 : 2
    return BytePatch.Edit(offset: place, old: [], new: InsertedExifBlock.segment(value))
  }

  /// MPF offsets are relative to the MPF segment: an insertion before it shifts both, an insertion after it does not.
  private func requireRoomToMove(before offset: Int) throws(MetadataError) {
    let listed = applications.first { $0.kind == .multiPicture }
    if let listed, listed.segment.offset < offset {
      throw MetadataError(.fieldNotWritable, at: offset)
    }
  }
}
