// What has to become of an Exif block so that it states an orientation, whichever container it lies in (EXIF 2.32, 4.6.4.A).

internal import UprightGeometry

/// A change of an Exif block.
enum ExifChange: Hashable, Sendable {
  /// Replacements at offsets in the block; one at its end makes it longer or shorter.
  case edits([BytePatch.Edit])
  /// The block is one that we inserted, and goes as a whole.
  case removal
}

extension LocatedExifBlock {
  /// What makes the block say what `change` asks for: one byte where the tag is one SHORT, a longer block where there is no tag; what makes it longer
  /// or shorter comes last. What we inserted is taken out again where the picture becomes upright, a whole block only if it `mayGo`, because nothing
  /// else is read in its place. The thumbnail's tag turns along, or agrees where `change` settles it.
  ///
  /// - Throws: `.fieldNotWritable` where the directory is damaged.
  func change(_ change: OrientationChange, mayGo: Bool = true) throws(MetadataError) -> ExifChange {
    let value = change.value
    if value == .topLeft, statement?.value != .topLeft {
      if mayGo, InsertedExifBlock.isWhole(block.bytes) { return .removal }
      if let edits = InsertedExifBlock.relocationRemoval(in: block) {
        return .edits(thumbnailEdits(change, besides: edits) + edits)
      }
    }
    let edits = tags.entries.map { $0.edit(to: value) }
    guard edits.isEmpty, value != .topLeft else { return .edits(thumbnailEdits(change, besides: edits) + edits) }
    guard let edits = InsertedExifBlock.relocation(in: block, with: value) else {
      throw MetadataError(.fieldNotWritable, at: offset)
    }
    return .edits(thumbnailEdits(change, besides: edits) + edits)
  }

  /// The changes inside a block that is none that decides; it stays as long as it is. Offsets are those in the file.
  func edits(_ change: OrientationChange) -> [BytePatch.Edit] {
    let edits = tags.entries.map { $0.edit(to: change.value) }
    return (thumbnailEdits(change, besides: edits) + edits).map { $0.shifted(by: offset) }
  }

  /// What turns the thumbnail's tag along or makes it agree, in a directory that lies over none of what changes otherwise.
  private func thumbnailEdits(_ change: OrientationChange, besides others: [BytePatch.Edit]) -> [BytePatch.Edit] {
    guard change.normalizesThumbnail || !change.isNone, let main = block.ifd0, let second = block.ifd1,
      !(main.offset..<main.endOffset).overlaps(second.offset..<second.endOffset)
    else { return [] }
    let tags = OrientationTags(of: second, in: block, from: 0)
    return (change.normalizesThumbnail ? tags.edits(to: change.value) : tags.edits(reorienting: change))
      .filter { edit in !others.contains { $0.range.overlaps(edit.range) } }
  }
}

extension BytePatch.Edit {
  /// The same replacement, `distance` bytes further on.
  func shifted(by distance: Int) -> BytePatch.Edit { BytePatch.Edit(offset: offset + distance, old: old, new: new) }

  /// Which bytes of the source it replaces.
  var range: Range<Int> { offset..<offset + old.count }

  /// How many bytes longer it makes what it is part of.
  var growth: Int { new.count - old.count }
}
