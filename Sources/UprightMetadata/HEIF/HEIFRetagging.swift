// Rewrites the orientation of a HEIF or AVIF file's primary item and its attachments, and of no other item (ISO
// 23008-12, 6.5.10 and 6.5.12).

internal import UprightGeometry

extension HEIFHeader {
  /// Changes the bytes of the image's own `irot` and `imir` if that suffices. Otherwise its property list changes,
  /// and missing properties are appended in MIAF's order. Exif and XMP follow if they agreed before or if `change`
  /// normalizes them, so that readers which ignore properties agree with the others. So does a motion photo's video, and
  /// thumbnails that lack the image's transforms get them.
  ///
  /// - Throws: `.fieldNotWritable` if the tables are damaged, are shared in a way that cannot be split, or could only
  ///   grow by moving data that others point to.
  func retag(_ change: OrientationChange, from resolved: ResolvedOrientation) throws(MetadataError) -> BytePatch {
    var edits: [BytePatch.Edit] = []
    let mends = change.normalizes && !images.misorientedThumbnails(of: tables.primary).isEmpty
    if transforms?.orientation.exif != change.value || mends {
      edits = try ItemRetagging(self, item: tables.primary, to: change.value, mendingThumbnails: mends).edits()
    }
    if transforms?.orientation.exif != change.value {
      let former = transforms?.orientation ?? .identity
      edits += try frames?.edits(reorienting: former.inverse.then(Orientation(exif: change.value))) ?? []
    }
    edits += try followingEdits(change, from: resolved) + (video?.videoEdits(change) ?? [])
    return BytePatch(edits.filter { $0.old != $0.new })
  }

  /// Whether the animation's frames can rotate with the image: they are displayed like it, and their movie contains
  /// nothing else.
  var canRotateFrames: Bool {
    guard let frames, !frames.hasOtherTracks else { return false }
    return frames.orientation == transforms?.orientation ?? .identity
  }

  private func followingEdits(
    _ change: OrientationChange, from resolved: ResolvedOrientation
  ) throws(MetadataError) -> [BytePatch.Edit] {
    func packetEdits(_ packet: [XMPOrientation]) -> [BytePatch.Edit] {
      packet.filter { change.followsChange($0.value, from: resolved) || change.normalizesXMP(beside: resolved) }
        .map { $0.edit(to: change.value) }
    }
    var edits = packetEdits(xmp)
    if let exif {
      let inExif = packetEdits(exif.packetOrientations).map { $0.shifted(by: exif.offset) }
      edits += inExif.filter { !edits.contains($0) }
      if change.followsChange(exif.statement?.value, from: resolved) || change.normalizes {
        edits += exif.edits(to: change.value)
      }
    }
    edits.removeAll { $0.old == $0.new }
    for edit in edits where !isItemData(edit.range) { throw MetadataError(.fieldNotWritable, at: edit.offset) }
    return edits
  }

  /// Whether bytes belong to items and not to a structure.
  private func isItemData(_ range: Range<Int>) -> Bool {
    let rooms = file.boxes.filter { $0.kind == "mdat" } + (tables.itemData.map { [$0] } ?? [])
    return rooms.contains { $0.payload.lowerBound <= range.lowerBound && range.upperBound <= $0.payload.upperBound }
  }
}

extension HEIFHeader {
  /// Retags an additional image like the main image; only its own properties describe it.
  ///
  /// - Throws: as `retag(_:from:)`, and `.imageMissing` if there is no such page.
  func retag(
    to value: ExifOrientation, ofPage page: Int, _ rules: OrientationRules
  ) throws(MetadataError) -> BytePatch {
    guard page != 0 else { return try retag(to: value, rules) }
    let others = images.independentImages.filter { $0.id != tables.primary }
    guard page > 0, page <= others.count else { throw MetadataError(.imageMissing, at: tables.box.offset) }
    let item = others[page - 1]
    guard item.orientation.exif != value else { return BytePatch([]) }
    return BytePatch(try ItemRetagging(self, item: item.id, to: value).edits().filter { $0.old != $0.new })
  }
}
