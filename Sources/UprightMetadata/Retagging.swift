// Rewrites the stored orientation, or inserts a field if there is none.

public import UprightGeometry

extension Probe {
  /// The bytes to change so that the main image is displayed under `orientation`; no pixel is touched, and no further page changes.
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
    try header.container.retag(change(to: orientation, normalizing: normalizing, notingSize: false), from: resolved)
  }

  /// The same for every page of a TIFF: the first is displayed under `orientation`, and `pages` says how the others are.
  ///
  /// With `notingSize`, PixelXDimension and PixelYDimension become the stored size where both are there, as they would be in an image
  /// that was never rotated.
  ///
  /// - Throws: as `retag(to:normalizing:)`, with the page's number where there are several; `.tooManyStructures` where there are more
  ///   pages than are read.
  package func retag(
    to orientation: Orientation<Stored, Displayed>, normalizing: Bool, notingSize: Bool,
    pages: PageRetagging
  ) throws(MetadataError) -> BytePatch {
    let change = change(to: orientation, normalizing: normalizing, notingSize: notingSize)
    return try header.container.retag(change, from: resolved, pages: pages, rules)
  }

  private func change(
    to orientation: Orientation<Stored, Displayed>, normalizing: Bool, notingSize: Bool
  ) -> OrientationChange {
    let thumbnailLies = findings.contains { $0.code == .thumbnailOrientedDifferently }
    return OrientationChange(
      from: self.orientation, to: orientation.exif, normalizes: normalizing,
      normalizesThumbnail: normalizing && !thumbnailLies, notedSize: notingSize ? storedSize : nil)
  }

  /// The byte changes that make one of `pages` display with `orientation` and leave the others unchanged; page 0 is
  /// the main image.
  ///
  /// - Throws: as `retag(to:)`, `.imageMissing` if there is no such page, and `.fieldNotWritable` if the container's
  ///   additional pages cannot be retagged; those of TIFF can.
  public func retag(
    to orientation: Orientation<Stored, Displayed>, ofPage page: Int
  ) throws(MetadataError) -> BytePatch {
    try header.container.retag(to: orientation.exif, ofPage: page, rules)
  }
}
