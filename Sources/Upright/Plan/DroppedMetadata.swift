// Which parts of a file are not copied to a new image.

internal import UprightMetadata

extension PlanRequest {
  /// What is dropped, besides attachments, which have a list of their own.
  func droppedMetadata(
    thumbnail: Plan.Carry.Thumbnail, attachments: [Plan.Carry.Attachment], after edit: MetadataEdit
  ) -> [CarryNote] {
    guard rendition.strip != .allButColor else { return droppedPages + malformed + droppedPosition + droppedTrailer }
    let stale = probe.staleFields(after: edit)
    let list =
      isWhole && format == probe.format && probe.hasMultiPicture && attachments.isEmpty
      ? [CarryNote.imageIndexDropped] : []
    let small = if case .drop(let reason) = thumbnail { [CarryNote.thumbnailDropped(reason)] } else { [CarryNote]() }
    let others = probe.leftovers(in: format, after: edit).map { content in
      if case .parts(.preview, let count) = content, format != probe.format {
        CarryNote.smallerVersionsDropped(count)
      } else {
        CarryNote.contentDropped(content)
      }
    }
    let chunks = probe.droppedChunks(in: format, after: edit)
    let fields = stale.isEmpty ? [] : [CarryNote.fieldsDropped(stale)]
    let facts = fields + (chunks.isEmpty ? [] : [CarryNote.chunksDropped(chunks)]) + malformed
    let thermal = format == probe.format && probe.losesThermalImage(after: edit)
    let measured = thermal ? [CarryNote.contentDropped(.thermalImage)] : []
    return small + list + others + measured + facts + droppedViews + hiddenViews + droppedExtendedXMP
      + droppedPosition + droppedTrailer
  }

  /// Pages and videos, which are not metadata.
  private var droppedPages: [CarryNote] {
    probe.leftovers(in: format).filter { content in
      switch content {
      case .parts(let kind, _): kind == .page || kind == .video
      case .video: true
      default: false
      }
    }.map(CarryNote.contentDropped)
  }

  /// Views of the whole original image besides the thumbnail: a new image's Exif has none of them, and other formats
  /// lack the rest.
  private var droppedViews: [CarryNote] {
    guard rendition.strip != .thumbnails else { return [] }
    let previews = probe.hasExifPreviews ? [CarryNote.exifPreviewsDropped] : []
    guard format == probe.format, !isWhole || rendition.strip != .none else { return previews }
    return previews + probe.wholeImagePreviews.map(CarryNote.contentDropped)
  }

  /// Data that may show the whole image although no thumbnail is listed: what is dropped, and what stays with unknown
  /// contents.
  private var hiddenViews: [CarryNote] {
    guard !isWhole || [.thumbnails, .gps].contains(rendition.strip) else { return [] }
    let note = probe.makerNoteHoldsView ? [CarryNote.makerNoteDropped] : []
    let views =
      rendition.strip != .thumbnails && !probe.hasExifPreviews && probe.hasHiddenExifViews
      ? [CarryNote.exifPreviewsDropped] : []
    guard format == probe.format, !rendition.strip.removesPosition else { return note + views }
    return note + views + probe.unknownContent(without: rendition.strip).map(CarryNote.loss)
  }

  /// Chunks of a PNG that no file may contain.
  private var malformed: [CarryNote] {
    format == probe.format ? probe.malformedChunks(without: rendition.strip).map(CarryNote.loss) : []
  }

  /// Trailing bytes known from headers; those of a JPEG are found when it is read.
  private var droppedTrailer: [CarryNote] {
    guard !keepsTrailer, let count = probe.trailingByteCount, count > 0 else { return [] }
    return [.trailerDropped(count)]
  }

  /// XMP beyond the first packet.
  private var droppedExtendedXMP: [CarryNote] {
    guard probe.hasExtendedXMP, format == probe.format else { return [] }
    if rendition.strip.removesPosition { return [.extendedXMPMayHoldPosition] }
    return isWhole && rendition.strip == .none ? [] : [.extendedXMPMayHoldThumbnails]
  }

  /// Data that cannot be parsed and may contain a position.
  private var droppedPosition: [CarryNote] {
    guard rendition.strip.removesPosition, format == probe.format, isWhole else { return [] }
    return [.trailerRemoved(rendition.strip)]
  }
}
