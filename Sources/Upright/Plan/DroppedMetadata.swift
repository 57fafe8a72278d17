// What a plan says of the parts of a file that no new picture takes along, one sentence each.

internal import UprightMetadata

extension PlanRequest {
  /// What stays behind, besides what follows the picture in lists of its own.
  func droppedMetadata(thumbnail: Plan.Carry.Thumbnail, attachments: [Plan.Carry.Attachment]) -> [String] {
    guard rendition.strip != .allButColor else { return droppedPosition + droppedTrailer }
    let list =
      isWhole && format == probe.format && probe.hasMultiPicture && attachments.isEmpty
      ? ["the index of further images (MPF) stays behind: it names none"] : []
    let small = thumbnail == .drop && hasThumbnail ? ["the thumbnail stays behind"] : []
    let others = probe.leftovers(in: format).map { "what stays behind: \($0)" }
    return small + list + others + droppedViews + droppedExtendedXMP + droppedPosition + droppedTrailer
  }

  private var hasThumbnail: Bool {
    rendition.strip != .thumbnails && (probe.thumbnail != nil || probe.hasThumbnailDirectory)
  }

  /// What shows the whole picture as it was besides its thumbnail: no new picture has it in its Exif, and no other one has the rest.
  private var droppedViews: [String] {
    guard rendition.strip != .thumbnails else { return [] }
    let previews = probe.hasExifPreviews ? ["the previews in Exif stay behind"] : []
    guard format == probe.format, !isWhole || rendition.strip != .none else { return previews }
    return previews + probe.wholeImagePreviews.map { "what stays behind: \($0)" }
  }

  /// Bytes after the end that headers tell of; those of a JPEG are found when it is read.
  private var droppedTrailer: [String] {
    guard !keepsTrailer, let count = probe.trailingByteCount, count > 0 else { return [] }
    return ["\(count) bytes after the end of the image stay behind"]
  }

  /// The rest of a packet is not edited.
  private var droppedExtendedXMP: [String] {
    guard probe.hasExtendedXMP, format == probe.format else { return [] }
    if rendition.strip.removesPosition {
      return ["the rest of the XMP packet stays behind: it may say where it was taken (gps)"]
    }
    let keepsView = isWhole && total.isIdentity && rendition.strip == .none
    return keepsView ? [] : ["the rest of the XMP packet stays behind, if it holds thumbnails"]
  }

  /// What cannot be read goes with the position that it may say.
  private var droppedPosition: [String] {
    guard rendition.strip.removesPosition, format == probe.format, isWhole else { return [] }
    return ["bytes behind the picture's end stay behind, if there are any: as asked (\(rendition.strip.rawValue))"]
  }
}
