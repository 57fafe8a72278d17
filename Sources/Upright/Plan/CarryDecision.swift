// What happens to the metadata on routes that make a new image, and what its Exif thumbnail is made from (EXIF 2.32,
// 4.5.8; DCF 2.0, 4.3.3: 160 × 120).

internal import UprightMetadata

extension PlanRequest {
  /// The metadata's disposition; `trimmedTo` is set if a lossless route keeps less than requested.
  func carry(
    _ planner: Planner, keepsProfile: Bool, losesProfile: Bool = false, trimmedTo kept: PixelRect<Stored>? = nil,
    writeMode: WriteMode = .blocks, attachments: [Plan.Carry.Attachment] = [],
    xmpImages: [Plan.Carry.XMPImage] = []
  ) -> Plan.Carry {
    guard let kept, kept != storedRegion else {
      var whole = carry(
        size: outputSize, map: map, planner, writeMode, keepsProfile: keepsProfile, losesProfile, attachments)
      whole.xmpImages = xmpImages
      return whole
    }
    let size = trimmed(to: kept)
    let corner = kept.applying(total, in: probe.storedSize)
    let whole = storedRegion.applying(total, in: probe.storedSize)
    let shifted = map.then(
      Transform2D<Output, Output>(
        scaleX: 1, scaleY: 1, tx: Double(whole.x - corner.x), ty: Double(whole.y - corner.y)))
    return carry(
      size: PixelSize(width: outputSize.width - size.width, height: outputSize.height - size.height), map: shifted,
      planner, writeMode, keepsProfile: keepsProfile, losesProfile, attachments)
  }

  private func carry(
    size: PixelSize<Output>, map: Transform2D<Stored, Output>, _ planner: Planner, _ writeMode: WriteMode,
    keepsProfile: Bool, _ losesProfile: Bool, _ attachments: [Plan.Carry.Attachment]
  ) -> Plan.Carry {
    var edit = MetadataEdit(size: size, map: map, thumbnail: nil, keepsProfile: keepsProfile, keepsCoding: false)
    (edit.strip, edit.becomesSRGB, edit.shared) = (rendition.strip, becomesSRGB, sharedSamples(writeMode))
    edit.showsLess = !isWhole
    if case .samples = writeMode { edit.keepsSamples = keptCoding != nil }
    let small = thumbnailDisposition(planner, writeMode, size: size)
    var carry = Plan.Carry(
      size: size, map: map, thumbnail: small, keepsProfile: keepsProfile, losesProfile: losesProfile,
      attachments: attachments, becomesSRGB: becomesSRGB, strip: rendition.strip, showsLess: !isWhole,
      marks: probe.marks(after: edit).map(CarryNote.mark) + droppedColors(),
      dropped: droppedMetadata(thumbnail: small, attachments: attachments, after: edit))
    carry.shared = edit.shared
    return carry
  }

  /// What samples written in this way have in common with the source's.
  private func sharedSamples(_ mode: WriteMode) -> SharedSamples {
    guard case .samples(let layout) = mode else { return .none }
    let keepsColors = !becomesSRGB && !reducesTones && (probe.samples?.color == .cmyk) == (layout.channels == .cmyk)
    let bits = tiffCompression(layout.channels)?.compression.isBilevel == true ? 1 : layout.depth.rawValue
    let keepsNumbers =
      keepsColors && probe.decodedLayout?.channels == layout.channels && probe.keepsNumbers(bits: bits)
    return SharedSamples(isTIFF: format == .tiff, keepsColors: keepsColors, keepsNumbers: keepsNumbers)
  }

  /// The result's columns and rows that are lost if only `kept` is moved.
  func trimmed(to kept: PixelRect<Stored>) -> PixelSize<Displayed> {
    total.applied(
      to: PixelSize(width: storedRegion.width - kept.width, height: storedRegion.height - kept.height))
  }
}

extension PlanRequest {
  /// How the new image is made, as far as it affects the thumbnail.
  enum WriteMode {
    /// Its blocks are moved or its planes passed on: no samples are available.
    case blocks
    /// Its samples are available.
    case samples(SampleLayout)
  }

  /// A thumbnail is reoriented with the whole image if both have the same orientation. For a crop or a smaller image,
  /// it is remade if the source had one and the result is large enough. It shows nothing that the result does not.
  /// In a TIFF it would become a page of the result, so it is dropped.
  func thumbnailDisposition(_ planner: Planner, _ writeMode: WriteMode, size: PixelSize<Output>) -> Plan.Carry.Thumbnail
  {
    guard probe.listsThumbnail, [.none, .gps].contains(rendition.strip) else { return .absent }
    if format == .tiff { return .drop(.format(format)) }
    guard let thumbnail = probe.thumbnail else { return .drop(.unreadable) }
    if isWhole { return reoriented(thumbnail, planner) }
    let box = Self.box(size)
    guard size.width > 2 * box.width || size.height > 2 * box.height else { return .drop(.small) }
    guard planner.capabilities[.jpeg]?.encodes == true else { return .drop(.notRemade) }
    switch writeMode {
    case .samples(let layout):
      guard layout.depth == .eight, [.gray, .rgb].contains(layout.channels) else { return .drop(.notRemade) }
      return .shrink(size.fitted(in: box))
    case .blocks: return decoded(planner, box)
    }
  }

  private func reoriented(_ thumbnail: Thumbnail, _ planner: Planner) -> Plan.Carry.Thumbnail {
    guard thumbnail.hasShape(probe.storedSize) else { return .drop(.shape) }
    var wish = Rendition(rotation: Orientation(asDisplayed: total), upright: .pixels)
    wish.tones = rendition.tones
    if rendition.strip.removesPosition { wish.strip = .allButColor }
    guard let probe = try? Probe(thumbnail.bytes) else { return .drop(.unreadable) }
    guard planner.followsInnerImages, let plan = try? planner.inner.plan(wish, for: probe) else {
      return .drop(.notReoriented)
    }
    return .make(plan)
  }

  /// Decoded at the largest denominator that leaves twice its pixels; attachments are left out.
  private func decoded(_ planner: Planner, _ box: PixelSize<Output>) -> Plan.Carry.Thumbnail {
    var wish = rendition
    (wish.size, wish.format, wish.loss, wish.strip) = (.within(box), .jpeg, .recode, .allButColor)
    wish.quality = .level(EncodeSettings.thumbnailLevel)
    guard let transcode = try? planner.transcode(wish, for: probe), [.gray, .rgb].contains(transcode.channels) else {
      return .drop(.notRemade)
    }
    return .decode(transcode)
  }

  /// 160 × 120, or 120 × 160 for a portrait image.
  private static func box(_ size: PixelSize<Output>) -> PixelSize<Output> {
    size.width >= size.height ? PixelSize(width: 160, height: 120) : PixelSize(width: 120, height: 160)
  }
}

extension EncodeSettings {
  /// The JPEG quality of a thumbnail.
  fileprivate static let thumbnailLevel = 75

  /// How a thumbnail is encoded.
  static let thumbnail = EncodeSettings(
    format: .jpeg, fidelity: .level(thumbnailLevel), sampling: Subsampling(horizontal: 2, vertical: 2))
}

// Which parts of a file are not copied to a new image.
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
