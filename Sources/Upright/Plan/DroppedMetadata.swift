// Which parts of a file are not copied to a new image, and whether its color profile is (ICC.1:2010, 7.2.6: a profile is
// for one kind of data).

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

extension PlanRequest {
  /// Whether a profile still applies to the result's channels: not between CMYK and RGB, but between gray and RGB.
  func keepsProfile(in channels: SampleLayout.Channels) -> Bool {
    !becomesSRGB && (probe.samples?.color == .cmyk) == (channels == .cmyk)
  }

  /// Whether a profile, if there is one, is lost because of the channels.
  func losesProfile(in channels: SampleLayout.Channels) -> Bool {
    !keepsProfile(in: channels) && !becomesSRGB && probe.mayHaveColorProfile
  }

  /// Whether a gray profile becomes an RGB profile.
  func spreadsProfile(in channels: SampleLayout.Channels, _ fill: Rendition.Color) -> Bool {
    guard probe.samples?.color == .gray, channels != .gray, !becomesSRGB, probe.mayHaveColorProfile else {
      return false
    }
    return !format.writesGray(channels, of: probe, fill)
  }

  /// Color information of the source that the result's format cannot state without a profile.
  func droppedColors() -> [CarryNote] {
    guard format != probe.format, !becomesSRGB, let unsupportedReason = probe.unsupportedColorsReason else { return [] }
    return [.colorsDropped(unsupportedReason)]
  }
}

extension ContainerFormat {
  /// Whether gray with alpha is written as it is, with its profile.
  fileprivate func writesGray(_ channels: SampleLayout.Channels, of probe: Probe, _ fill: Rendition.Color) -> Bool {
    self == .png && channels == .rgba && probe.samples?.color == .gray && fill.isGray
  }
}

extension Plan.Transcode {
  /// Whether the result can have a profile of the source, as it is or for the result's channels.
  func canHold(_ profile: ColorProfile, of probe: Probe) -> Bool {
    let space = ColorProfile.Space(channels)
    let writesGray = settings.format.writesGray(channels, of: probe, fill)
    if !writesGray, let own = profile.space, own != space { return profile.fitted(to: space) != nil }
    switch settings.format {
    case .png: return profile.isAcceptedInPNG(for: writesGray ? .gray : space)
    case .jpegXL: return profile.isReadable
    default: return true
    }
  }

  /// Drops a profile that a PNG cannot hold. Returns whether there was one.
  func dropsRefusedProfile(_ carried: inout CarriedMetadata, of probe: Probe) -> Bool {
    guard settings.format == .png, !carried.hasColorChunks, let profile = carried.icc.map(ColorProfile.init),
      !canHold(profile, of: probe)
    else { return false }
    carried.icc = nil
    return true
  }

  /// Adapts a new image's metadata to its channels.
  func fit(_ carried: inout CarriedMetadata, of probe: Probe, to channels: SampleLayout.Channels) {
    if let decoded = probe.decodedLayout, decoded.channels != channels || !fill.isGray { carried.dropSampleChunks() }
    let isWrittenByItsChunks = settings.format == .png && carried.hasColorChunks && !carried.hasProfileChunk
    guard !settings.format.writesGray(channels, of: probe, fill), !isWrittenByItsChunks else { return }
    carried.fitColors(to: ColorProfile.Space(channels))
  }
}

extension ColorProfile.Space {
  /// The kind of profile for such pixels.
  fileprivate init(_ channels: SampleLayout.Channels) {
    switch channels {
    case .gray: self = .gray
    case .rgb, .rgba: self = .rgb
    case .cmyk: self = .cmyk
    }
  }
}
