// What has to become of an Exif block so that it states an orientation, whichever container it lies in (EXIF 2.32, 4.6.4.A).

internal import UprightGeometry

/// A change of an Exif block.
enum ExifChange: Hashable, Sendable {
  /// Replacements at offsets in the block; one at its end makes it longer or shorter.
  case edits([BytePatch.Edit])
  /// The block is one that we inserted, and goes as a whole.
  case removal
}

extension ExifCarrier {
  /// What makes the block say `value`: one byte where the tag is one SHORT, a longer block where there is no tag. What we inserted is taken out again
  /// where the picture becomes upright, a whole block only if it `mayGo`, because nothing else is read in its place.
  ///
  /// - Throws: `.carrierNotWritable` where the directory is damaged.
  func change(to value: ExifOrientation, mayGo: Bool = true) throws(MetadataError) -> ExifChange {
    if value == .topLeft, statement?.value != .topLeft {
      if mayGo, InsertedCarrier.isWhole(block.bytes) { return .removal }
      if let edits = InsertedCarrier.relocationRemoval(in: block) { return .edits(edits) }
    }
    let edits = tags.entries.map { $0.edit(to: value) }
    guard edits.isEmpty, value != .topLeft else { return .edits(edits) }
    guard let edits = InsertedCarrier.relocation(in: block, with: value) else {
      throw MetadataError(.carrierNotWritable, at: offset)
    }
    return .edits(edits)
  }
}

extension BytePatch.Edit {
  /// The same replacement, `distance` bytes further on.
  func shifted(by distance: Int) -> BytePatch.Edit { BytePatch.Edit(offset: offset + distance, old: old, new: new) }

  /// How many bytes longer it makes what it is part of.
  var growth: Int { new.count - old.count }
}
