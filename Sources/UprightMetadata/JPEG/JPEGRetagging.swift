// Rewrites the orientation of a JPEG where it is carried, or inserts a carrier where there is none (EXIF 2.32, 4.6.4.A and 4.7.2.A).

internal import UprightGeometry

extension JPEGHeader {
  /// Where the tag stands as one SHORT, one byte of it changes; another type or count is made one SHORT. Further Exif blocks, XMP, the thumbnail and
  /// what belongs to the picture follow when the orientation changes; where `change` settles them, all but the last agree in any case. Where no tag stands, a directory entry or a small Exif segment is inserted;
  /// setting such a file back to upright takes the insertion out again.
  ///
  /// - Throws: `.fieldNotWritable` where the Exif directory is damaged, the segment is full, or an insertion would move
  ///   pictures that are listed by their place in the file.
  func retag(_ change: OrientationChange, from resolved: ResolvedOrientation) throws(MetadataError) -> BytePatch {
    var edits = change.reachesXMP(beside: resolved) ? xmp.map { $0.edit(to: change.value) } : []
    edits += companionEdits(change)
    if let first = exifSegments.first {
      edits += try exifEdits(change, in: first)
    } else if change.value != .topLeft {
      edits.append(insertedSegment(change.value))
    }
    return BytePatch(edits.filter { $0.old != $0.new })
  }

  /// Further Exif blocks say what the first says; the small picture and the gain map behind the picture turn as it does.
  private func companionEdits(_ change: OrientationChange) -> [BytePatch.Edit] {
    let further = change.reachesOthers ? exifSegments.dropFirst().flatMap { $0.locatedBlock.edits(change) } : []
    return further + (change.isNone ? [] : attachmentEdits(change))
  }

  /// Hostile lists may name one tag twice, or the picture itself as what follows it.
  private func attachmentEdits(_ change: OrientationChange) -> [BytePatch.Edit] {
    var edits: [BytePatch.Edit] = []
    for attachment in attachments where attachment.kind.belongs && attachment.range.lowerBound >= scanOffset {
      for edit in attachment.tags?.edits(reorienting: change) ?? []
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
    func encoded(_ length: Int) -> [UInt8] {
      [UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length)]
    }
    return BytePatch.Edit(
      offset: segment.payload.lowerBound - 2, old: encoded(length), new: encoded(length + growth))
  }

  private func insertedSegment(_ value: ExifOrientation) -> BytePatch.Edit {
    let first = applications.first
    let isBehindJFIF = first?.kind == .jfif && first?.segment.offset == 2
    let place = isBehindJFIF ? first?.segment.payload.upperBound ?? 2 : 2
    return BytePatch.Edit(offset: place, old: [], new: InsertedExifBlock.segment(value))
  }

  /// MPF offsets count from the MPF segment: what is inserted before it moves with it, what is inserted behind does not.
  private func requireRoomToMove(before offset: Int) throws(MetadataError) {
    let listed = applications.first { $0.kind == .multiPicture }
    if let listed, listed.segment.offset < offset {
      throw MetadataError(.fieldNotWritable, at: offset)
    }
  }
}
