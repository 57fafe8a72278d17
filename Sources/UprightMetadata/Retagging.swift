// Rewrites the stored orientation, or inserts a field if there is none.

public import UprightGeometry

extension Probe {
  /// The bytes to change so that the main image is displayed with `orientation`; pixels and further pages do not
  /// change.
  ///
  /// As few bytes as possible change: one of a SHORT in Exif, one of `irot`, 36 of a movie's track. Duplicate tags and
  /// the digit in XMP change too, so that readers agree afterwards. A thumbnail, preview or gain map with its own tag
  /// is reoriented like the image. `BytePatch.inverse` undoes all changes, bit for bit.
  ///
  /// If the displayed image does not change, fields that contradict the orientation in use stay unchanged. With
  /// `normalizing`, all fields agree afterwards, and the Exif block of a PNG or WebP is in the place and form that
  /// readers expect. Uncontradicted XMP stays unchanged, because it may be right; so does the tag of a thumbnail that
  /// is oriented differently from the image.
  ///
  /// - Throws: `MetadataError` `.fieldNotWritable` if the field is damaged or full, or could grow only by moving data
  ///   that others point to; `.notExpressible` if the container cannot express it.
  public func retag(
    to orientation: Orientation<Stored, Displayed>, normalizing: Bool = false
  ) throws(MetadataError) -> BytePatch {
    try header.container.retag(change(to: orientation, normalizing: normalizing, notingSize: false), from: resolved)
  }

  /// The same for every page of a TIFF: the first is displayed with `orientation`, and `pages` states what happens to
  /// the others.
  ///
  /// With `notingSize`, PixelXDimension and PixelYDimension become the stored size if both are present, as they would
  /// be in an image that was never rotated.
  ///
  /// - Throws: as `retag(to:normalizing:)`, with the page's number if there are several; `.tooManyStructures` if there
  ///   are more pages than are read.
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
      normalizesThumbnail: normalizing && !thumbnailLies, normalizesPackets: normalizing && !resolved.isXMPOnly,
      notedSize: notingSize ? storedSize : nil)
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

extension JPEGAttachment {
  /// The edits that reorient a video along with its image, at file offsets; empty if it is no video, and if its header
  /// cannot express that, for example because it is damaged.
  func videoEdits(_ change: OrientationChange) -> [BytePatch.Edit] {
    guard kind == .video, !change.isNone, let probe,
      let patch = try? probe.retag(to: probe.orientation.then(change.reorientation)), patch.growth == 0
    else { return [] }
    return patch.edits.map { $0.shifted(by: range.lowerBound) }
  }
}
