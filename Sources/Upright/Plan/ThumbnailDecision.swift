// The source of a new image's Exif thumbnail (EXIF 2.32, 4.5.8; DCF 2.0, 4.3.3: 160 × 120).

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
    (wish.size, wish.format, wish.quality, wish.loss) = (.within(box), .jpeg, Self.thumbnailQuality, .recode)
    wish.strip = .allButColor
    guard let transcode = try? planner.transcode(wish, for: probe), [.gray, .rgb].contains(transcode.channels) else {
      return .drop(.notRemade)
    }
    return .decode(transcode)
  }

  private static let thumbnailQuality = Rendition.Quality.level(75)

  /// 160 × 120, or 120 × 160 for a portrait image.
  private static func box(_ size: PixelSize<Output>) -> PixelSize<Output> {
    size.width >= size.height ? PixelSize(width: 160, height: 120) : PixelSize(width: 120, height: 160)
  }
}

extension EncodeSettings {
  /// How a thumbnail is encoded.
  static let thumbnail = EncodeSettings(
    format: .jpeg, fidelity: .level(75), sampling: Subsampling(horizontal: 2, vertical: 2))
}
