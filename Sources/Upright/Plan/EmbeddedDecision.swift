// Whether an embedded preview may be decoded in place of the image: it is oriented like the image, large enough and
// complete.

internal import UprightMetadata

extension PlanRequest {
  /// `whole`, from an embedded preview if allowed and one is suitable, and its peak memory.
  ///
  /// The smallest suitable preview is used, because it costs least.
  func embedding(
    for whole: Plan.Transcode, _ planner: Planner
  ) -> (transcode: Plan.Transcode, peakBytes: Int) {
    var result = whole
    if rendition.allowsEmbedded {
      if let reason = reasonNotEmbedded(whole) {
        result.embedded = .declined([reason])
      } else {
        var reasons: [PreviewReason] = []
        for (preview, own) in smallImages {
          switch fit(preview, own, for: whole, planner) {
          case .fits(let made):
            return (made, made.peakBytes(probe, decoding: own).addingSaturating(preview.byteCount))
          case .mismatch(let reason): reasons.append(.mismatch(preview, reason))
          }
        }
        result.embedded = .declined(reasons.isEmpty ? [reasonNoneFound] : reasons)
      }
    }
    return (result, result.peakBytes(probe))
  }

  /// Why no preview of any kind is suitable; nil if one may be.
  private func reasonNotEmbedded(_ whole: Plan.Transcode) -> PreviewReason? {
    if probe.shownFrame != nil { return .frameRequested }
    if region != probe.displayedSize.bounds { return .regionIsPartial }
    return isWhole || whole.form != .samples ? .fullSizeRequested : nil
  }

  /// Why no usable preview was found: there is none, or only those of the container itself, which are not used.
  private var reasonNoneFound: PreviewReason {
    probe.attachments.isEmpty && probe.parts.contains { $0.kind == .preview }
      ? .formatNotUsed(probe.format) : .missing
  }

  /// The embedded previews, the smallest first.
  private var smallImages: [(preview: EmbeddedPreview, own: Probe)] {
    var found: [(preview: EmbeddedPreview, own: Probe)] = []
    if let thumbnail = probe.thumbnail, let own = try? Probe(thumbnail.bytes) {
      found.append((EmbeddedPreview(location: .thumbnail, storedSize: own.storedSize), own))
    }
    for attachment in probe.attachments where attachment.kind == .preview {
      guard let own = attachment.probe else { continue }
      found.append((EmbeddedPreview(location: .preview(attachment.range), storedSize: own.storedSize), own))
    }
    return found.sorted { ($0.preview.storedSize.pixelCount ?? .max) < ($1.preview.storedSize.pixelCount ?? .max) }
  }

  private enum Fit {
    case fits(Plan.Transcode)
    case mismatch(PreviewReason.Mismatch)
  }

  private func fit(
    _ preview: EmbeddedPreview, _ own: Probe, for whole: Plan.Transcode, _ planner: Planner
  ) -> Fit {
    if let reason = reasonOrientationDiffers(preview, own) { return .mismatch(reason) }
    let wish = Rendition(
      size: .exactly(outputSize), rotation: own.orientation.inverse.then(total), upright: .pixels,
      light: rendition.light, colors: rendition.colors)
    guard let request = try? PlanRequest(wish, own) else { return .mismatch(.empty) }
    guard request.natural.width >= outputSize.width, request.natural.height >= outputSize.height else {
      return .mismatch(.smaller(outputSize))
    }
    if let reason = reasonNotDecodable(preview, own, planner) { return .mismatch(reason) }
    let layout = whole.pass.layout
    guard let coded = own.decodedLayout, let main = probe.decodedLayout, coded.channels == main.channels,
      coded.depth == .sixteen || layout.depth == .eight, !own.mayHaveColorProfile || probe.mayHaveColorProfile
    else { return .mismatch(.samples) }
    return .fits(request.made(like: whole, of: preview, planner))
  }

  /// Why the preview is oriented differently from the image. It must have the image's shape, except for rounding, so
  /// that it has no bars, and the same orientation.
  private func reasonOrientationDiffers(_ preview: EmbeddedPreview, _ own: Probe) -> PreviewReason.Mismatch? {
    guard preview.storedSize.isRounded(from: probe.storedSize) else {
      return .shape(probe.storedSize)
    }
    let states: ExifOrientation? =
      switch preview.location {
      case .thumbnail: probe.thumbnailStatement
      case .preview: own.source == .none ? nil : own.orientation.exif
      }
    guard let states, states != probe.orientation.exif else { return nil }
    return .orientation(states, image: probe.orientation.exif)
  }

  private func reasonNotDecodable(_ preview: EmbeddedPreview, _ own: Probe, _ planner: Planner) -> PreviewReason
    .Mismatch?
  {
    guard planner.capabilities[own.format]?.decodes == true else {
      return .notDecoded(own.format)
    }
    if let reason = own.reasonPixelsAreClosed { return .unsupported(reason) }
    if case .thumbnail = preview.location, probe.thumbnail?.isWhole != true { return .truncated }
    return nil
  }

  /// `whole`, decoding this request's image.
  private func made(like whole: Plan.Transcode, of preview: EmbeddedPreview, _ planner: Planner) -> Plan.Transcode {
    let geometry = PassGeometry(self, denominators: denominators(planner), reduction: reduction(planner))
    var pass = DecodePass(region: geometry.region, denominator: geometry.denominator, layout: whole.pass.layout)
    pass.checksRest = checksRest(of: pass, planner)
    return Plan.Transcode(
      form: .samples, pass: pass,
      light: whole.light, window: geometry.window, scaled: geometry.scaled, orientation: Orientation(carrying: total),
      placement: geometry.placement, fill: whole.fill, channels: whole.channels, colors: whole.colors,
      tones: whole.tones, background: whole.background, changes: whole.changes.filter { $0 == .inkBecomesLight },
      settings: whole.settings, carry: whole.carry,
      keepsTrailer: false, embedded: .used(preview))
  }
}

extension PixelSize {
  /// Whether scaling the other size can give this one, with one side rounded.
  fileprivate func isRounded(from other: Self) -> Bool {
    guard !isEmpty, !other.isEmpty, let across = Self.product(width, other.height),
      let down = Self.product(height, other.width)
    else { return false }
    return abs(across - down) <= max(other.width, other.height)
  }

  private static func product(_ one: Int, _ other: Int) -> Int? {
    let (product, overflow) = one.multipliedReportingOverflow(by: other)
    return overflow ? nil : product
  }
}

extension Plan.Transcode {
  /// The preview that is decoded in place of the image; nil if the image itself is.
  public var embeddedPreview: EmbeddedPreview? {
    guard case .used(let image) = embedded else { return nil }
    return image
  }
}
