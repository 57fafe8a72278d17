// What goes of Photoshop's resources, by one rule for everything that carries them: APP13, a TIFF's field, a field in
// Exif, text chunks of a PNG.

/// What a request removes of Photoshop's resources.
struct ResourceRemoval {
  /// The metadata to remove.
  let strip: Strip
  /// Whether no view of the whole image may stay.
  let removesViews: Bool

  /// What a new image leaves behind.
  init(_ edit: MetadataEdit) { (strip, removesViews) = (edit.strip, edit.removesViews) }

  /// What an unchanged image loses.
  init(stripping strip: Strip) { (self.strip, removesViews) = (strip, true) }

  /// What remains of resources without an identifier; nil if they cannot be read to their end.
  func rewritten(_ resources: [UInt8]) -> [UInt8]? {
    strip == .gps
      ? PhotoshopResources.withoutPosition(resources, from: 0)
      : PhotoshopResources.withoutThumbnails(whole: resources, from: 0, orViews: removesViews)
  }

  /// The same for a segment's payload.
  func rewritten(payload: [UInt8]) -> [UInt8]? {
    let head = JPEGSegment.Identifier.photoshop
    return rewritten(Array(payload.dropFirst(head.count))).map { head + $0 }
  }

  /// What remains of resources without an identifier. Those that cannot be read to their end stay only if nothing has to
  /// go: a view of the whole image or the location may be among them.
  func kept(_ resources: [UInt8]) -> [UInt8]? { rewritten(resources) ?? (removesViews ? nil : resources) }

  /// Whether resources without an identifier are removed because they cannot be read to their end.
  func removesDamaged(_ resources: [UInt8]) -> Bool { kept(resources) == nil }
}
