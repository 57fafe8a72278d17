// What happens to the metadata on routes that make a new image.

internal import UprightMetadata

extension PlanRequest {
  /// The metadata's disposition; `trimmedTo` is set if a lossless route keeps less than requested.
  func carry(
    _ planner: Planner, keepsProfile: Bool, losesProfile: Bool = false, trimmedTo kept: PixelRect<Stored>? = nil,
    writeMode: WriteMode = .blocks,
    attachments: [Plan.Carry.Attachment] = [], xmpImages: [Plan.Carry.XMPImage] = []
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
      keepsColors && probe.decodedLayout?.channels == layout.channels
      && probe.keepsNumbers(bits: bits)
    return SharedSamples(isTIFF: format == .tiff, keepsColors: keepsColors, keepsNumbers: keepsNumbers)
  }

  /// The result's columns and rows that are lost if only `kept` is moved.
  func trimmed(to kept: PixelRect<Stored>) -> PixelSize<Displayed> {
    total.applied(
      to: PixelSize(width: storedRegion.width - kept.width, height: storedRegion.height - kept.height))
  }
}
