// Rewrites the orientation where it is carried, or inserts a carrier where there is none.

public import UprightGeometry

extension Probe {
  /// The bytes to change so that the file is displayed under `orientation`; no pixel is touched.
  ///
  /// As few bytes as possible change: one of a SHORT in Exif, one of `irot`, 36 of a movie's track. Repetitions and the digit in XMP change along,
  /// so that readers agree afterwards; a thumbnail, preview or gain map with a tag of its own turns as the picture does. `BytePatch.inverse` undoes any of it bit for bit.
  ///
  /// Carriers that contradict what counts stay as they are where the picture stays as it is displayed, unless `normalizing`: then all of them agree
  /// afterwards, and the Exif block of a PNG or WebP stands where, and as, readers look for it. XMP that nobody contradicts is left alone, because it may
  /// be right, and so is the tag of a thumbnail that lies otherwise than the picture.
  ///
  /// - Throws: `MetadataError` `.fieldNotWritable` where the carrier is damaged, is full, or could only grow by moving what others point at;
  ///   `.notExpressible` where the container has no way to say it.
  public func retag(
    to orientation: Orientation<Stored, Displayed>, normalizing: Bool = false
  ) throws(MetadataError) -> BytePatch {
    let thumbnailLies = findings.contains { $0.code == .thumbnailOrientedDifferently }
    let change = OrientationChange(
      from: self.orientation, to: orientation.exif, normalizes: normalizing,
      normalizesThumbnail: normalizing && !thumbnailLies)
    return try header.container.retag(change, from: resolved)
  }

  /// The bytes to change so that one of `pages` is displayed under `orientation` and no other changes; page 0 is the main picture.
  ///
  /// - Throws: as `retag(to:)`, `.imageMissing` where there is no such page, and `.fieldNotWritable` where the container's further pages are
  ///   not rewritten; those of TIFF are.
  public func retag(
    to orientation: Orientation<Stored, Displayed>, ofPage page: Int
  ) throws(MetadataError) -> BytePatch {
    try header.container.retag(to: orientation.exif, ofPage: page, rules)
  }
}
