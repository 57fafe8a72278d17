// A new image's metadata: what is kept, and its thumbnail (EXIF 2.32, 4.5.8).

internal import UprightMetadata

extension Execution {
  func metadata(
    _ image: NewImage, _ carry: Plan.Carry, _ attachments: [CarriedAttachment], _ xmpImages: [XMPImageChange],
    of probe: Probe,
    showing raster: Raster<Output>?
  ) throws(UprightError) -> (CarriedMetadata, losses: [CarryNote]) {
    let small = try thumbnail(carry.thumbnail, of: probe, raster)
    var edit = MetadataEdit(
      size: carry.size, map: carry.map, thumbnail: small,
      keepsProfile: carry.keepsProfile, keepsCoding: image.keepsCoding)
    (edit.attachments, edit.strip, edit.becomesSRGB) = (attachments, carry.strip, carry.becomesSRGB)
    (edit.showsLess, edit.shared) = (carry.showsLess, carry.shared)
    (edit.xmpImages, edit.fitsSegment) = (xmpImages, ![.png, .webp, .tiff, .jpegXL].contains(image.format(probe)))
    if case .transcode(let transcode) = image { edit.keepsSamples = transcode.pass.keepsCoding }
    var carried = try reading { () throws(MetadataError) in try probe.carry(edit, from: source) }
    var losses = try reading { () throws(MetadataError) in
      try probe.unreadablePackets(without: carry.strip, in: source).map(CarryNote.loss)
    }
    if edit.removesViews, try reading({ () throws(MetadataError) in try probe.removesMakerNote(in: source) }) {
      losses.append(.makerNoteDropped)
    }
    losses += try reading { () throws(MetadataError) in try unreadableLosses(edit, of: probe) }
    if small == nil, case .make = carry.thumbnail { losses.append(.thumbnailDropped(.damaged)) }
    if let small, !carried.hasThumbnail, probe.thumbnail != nil, carried.exif != nil {
      for level in Self.levelsOfSmallerThumbnails where edit.fitsSegment && !carried.hasThumbnail {
        guard let smaller = try? recoded(small, at: level) else { break }
        edit.thumbnail = smaller
        carried = try reading { () throws(MetadataError) in try probe.carry(edit, from: source) }
      }
      if carried.hasThumbnail {
        losses.append(.thumbnailRecoded)
      } else {
        losses.append(edit.fitsSegment ? .thumbnailTooLarge : .thumbnailDropped(.damaged))
      }
    }
    if [.webp, .jpegXL, .heif, .avif].contains(image.format(probe)) { carried.stateDensityInExif() }
    if image.format(probe) == .jpeg { losses += carried.lostInSegments.map(CarryNote.contentDropped) }
    if carry.keepsProfile, probe.hasProfileOfDecoder, let profile = try pipeline.profile(of: probe, in: source) {
      carried.take(profile: profile)
    }
    if case .transcode(let transcode) = image, !transcode.pass.keepsCoding, let raster {
      let hadProfile = carried.icc != nil
      transcode.fit(&carried, of: probe, to: raster.layout.channels)
      let isRefused = transcode.dropsRefusedProfile(&carried, of: probe)
      if hadProfile, carried.icc == nil || isRefused { losses.append(.profileDamaged) }
    }
    if carry.strip == .allButColor, let raster { losses += Self.largeProfile(carried, beside: raster) }
    return (carried, losses)
  }

  /// The notes on metadata that are removed because they cannot be read.
  func unreadableLosses(_ edit: MetadataEdit, of probe: Probe) throws(MetadataError) -> [CarryNote] {
    (try probe.dropsDamagedResources(edit, from: source) ? [.loss(.damagedResources)] : [])
      + (try probe.losesExtendedXMP(edit, from: source) ? [.contentDropped(.extendedXMP)] : [])
  }

  /// The full-size images in XMP, made as planned; a damaged one is dropped with a note.
  func xmpImages(
    _ carry: Plan.Carry, of probe: Probe
  ) throws(UprightError) -> (changes: [XMPImageChange], losses: [CarryNote]) {
    guard !carry.xmpImages.isEmpty else { return ([], []) }
    var (changes, losses): ([XMPImageChange], [CarryNote]) = ([], [])
    for (planned, image) in zip(carry.xmpImages, probe.xmpImages) {
      guard case .make(let plan) = planned.disposition, let bytes = image.bytes else { continue }
      do throws(UprightError) {
        changes.append(XMPImageChange(image, to: try pipeline.run(plan, on: bytes)))
      } catch {
        guard case .malformed = error else { throw error }
        losses.append(.attachmentDropped(planned.name, .unreadable))
      }
    }
    return (changes, losses)
  }

  /// The note on a profile that is larger than a small image's uncompressed pixels.
  static func largeProfile(_ carried: CarriedMetadata, beside raster: Raster<Output>) -> [CarryNote] {
    let pixels = raster.size.width.multipliedSaturating(raster.size.height)
      .multipliedSaturating(raster.layout.bytesPerPixel)
    guard let count = carried.profileByteCount, count > pixels else { return [] }
    return [.profileLarge(count, pixelBytes: pixels)]
  }

  /// Qualities to try for a thumbnail that no longer fits into its segment.
  static var levelsOfSmallerThumbnails: [Int] { [90, 80, 70, 60, 45, 30] }

  /// A small JPEG re-encoded with optimized codes at `level`.
  func recoded(_ small: [UInt8], at level: Int) throws(UprightError) -> [UInt8] {
    let raster = try pipeline.raster(Rendition(upright: .pixels), of: Probe(checking: small), from: small)
    let settings = EncodeSettings(
      format: .jpeg, fidelity: .level(level), sampling: Subsampling(horizontal: 2, vertical: 2))
    var bytes: [UInt8] = []
    try pipeline.codec(.jpeg).requiredEncoder().encode(
      raster, settings: settings, metadata: CarriedMetadata(), limits: pipeline.limits, into: &bytes)
    return bytes
  }

  /// The thumbnail as planned; a damaged one is dropped, because a wrong thumbnail is worse than none.
  func thumbnail(
    _ disposition: Plan.Carry.Thumbnail, of probe: Probe, _ raster: Raster<Output>?
  ) throws(UprightError) -> [UInt8]? {
    switch disposition {
    case .absent, .drop: return nil
    case .shrink(let size):
      guard let raster else { return nil }
      return try small(raster, size)
    case .decode(let transcode):
      var bytes: [UInt8] = []
      try encode(transcode, self.raster(.transcode(transcode), of: probe), CarriedMetadata(), of: probe, into: &bytes)
      return bytes
    case .make(let plan):
      guard let bytes = probe.thumbnail?.bytes else { return nil }
      do throws(UprightError) {
        return try pipeline.run(plan, on: bytes)
      } catch {
        guard case .malformed = error else { throw error }
        return nil
      }
    }
  }

  func small(_ raster: Raster<Output>, _ size: PixelSize<Output>) throws(UprightError) -> [UInt8]? {
    guard
      var resampler = Resampler<Output>(
        from: raster.size, window: raster.size.bounds.rect, to: size, layout: raster.layout,
        filter: Plan.Transcode.filter)
    else { return nil }
    resampler.push(raster, firstRow: 0)
    guard let small = resampler.finish() else { return nil }
    var bytes: [UInt8] = []
    try pipeline.codec(.jpeg).requiredEncoder().encode(
      small, settings: .thumbnail, metadata: CarriedMetadata(), limits: pipeline.limits, into: &bytes)
    return bytes
  }
}
