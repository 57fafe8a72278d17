// Whether a small picture inside the file may be decoded in place of the picture: it lies as the picture does, is large enough, and is whole.

internal import UprightMetadata

extension PlanRequest {
  /// `whole`, made of a small picture inside the file where that is allowed and one will do, and the most memory that takes.
  ///
  /// Of several the smallest one that is large enough is taken, because it costs least.
  func embedding(
    for whole: Plan.Transcode, _ planner: Planner
  ) -> (transcode: Plan.Transcode, peakBytes: Int) {
    var result = whole
    if rendition.allowsEmbedded {
      if let reason = reasonNotEmbedded(whole) {
        result.embedded = .declined(reason)
      } else {
        var reasons: [String] = []
        for (picture, own) in smallImages {
          switch fit(picture, own, for: whole, planner) {
          case .fits(let made):
            return (made, made.peakBytes(probe, decoding: own).addingSaturating(picture.byteCount))
          case .mismatch(let reason): reasons.append("the \(picture.name), \(picture.storedSize), \(reason)")
          }
        }
        let none = "the file has no thumbnail or preview whose headers can be read"
        result.embedded = .declined(reasons.isEmpty ? none : reasons.joined(separator: "; "))
      }
    }
    return (result, result.peakBytes(probe))
  }

  /// Why no small picture will do, whichever there is; nil where one may.
  private func reasonNotEmbedded(_ whole: Plan.Transcode) -> String? {
    if probe.shownFrame != nil { return "a frame of an animation is wanted, and it may show another" }
    if region != probe.displayedSize.bounds { return "only a part of the picture is wanted" }
    return isWhole || whole.form != .samples ? "the picture is wanted in its own size" : nil
  }

  /// The small pictures inside the file, the smallest first.
  private var smallImages: [(picture: EmbeddedPreview, own: Probe)] {
    var found: [(picture: EmbeddedPreview, own: Probe)] = []
    if let thumbnail = probe.thumbnail, let own = try? Probe(thumbnail.bytes) {
      found.append((EmbeddedPreview(location: .thumbnail, storedSize: own.storedSize), own))
    }
    for attachment in probe.attachments where attachment.kind == .preview {
      guard let own = attachment.probe else { continue }
      found.append((EmbeddedPreview(location: .preview(attachment.range), storedSize: own.storedSize), own))
    }
    return found.sorted { ($0.picture.storedSize.pixelCount ?? .max) < ($1.picture.storedSize.pixelCount ?? .max) }
  }

  private enum Fit {
    case fits(Plan.Transcode)
    /// Why not, as the end of a sentence.
    case mismatch(String)
  }

  private func fit(
    _ picture: EmbeddedPreview, _ own: Probe, for whole: Plan.Transcode, _ planner: Planner
  ) -> Fit {
    if let reason = reasonOrientationDiffers(picture, own) { return .mismatch(reason) }
    let wish = Rendition(
      size: .exactly(outputSize), rotation: own.orientation.inverse.then(total), upright: .pixels,
      light: rendition.light, colors: rendition.colors)
    guard let request = try? PlanRequest(wish, own) else { return .mismatch("holds no pixel") }
    guard request.natural.width >= outputSize.width, request.natural.height >= outputSize.height else {
      return .mismatch("is smaller than the result, \(outputSize)")
    }
    if let reason = reasonNotDecodable(picture, own, planner) { return .mismatch(reason) }
    let layout = whole.pass.layout
    guard let coded = own.decodedLayout, let main = probe.decodedLayout, coded.channels == main.channels,
      coded.depth == .sixteen || layout.depth == .eight, !own.mayHaveColorProfile || probe.mayHaveColorProfile
    else { return .mismatch("has samples or colours of another kind than the picture") }
    return .fits(request.made(like: whole, of: picture, planner))
  }

  /// What is displayed must lie as the picture does: of its shape, save for rounding, so that no bars are part of it, and turned as it is.
  private func reasonOrientationDiffers(_ picture: EmbeddedPreview, _ own: Probe) -> String? {
    guard picture.storedSize.isRounded(from: probe.storedSize) else {
      return "has another shape than the picture, \(probe.storedSize)"
    }
    let states: ExifOrientation? =
      switch picture.location {
      case .thumbnail: probe.thumbnailStatement
      case .preview: own.source == .none ? nil : own.orientation.exif
      }
    guard let states, states != probe.orientation.exif else { return nil }
    return "states another orientation, \(states.rawValue), than the picture's, \(probe.orientation.exif.rawValue)"
  }

  private func reasonNotDecodable(_ picture: EmbeddedPreview, _ own: Probe, _ planner: Planner) -> String? {
    guard planner.capabilities[own.format]?.decodes == true else {
      return "is a picture of \(own.format.rawValue), which is not decoded here"
    }
    if let reason = own.reasonPixelsAreClosed { return "cannot be decoded: \(reason)" }
    if case .thumbnail = picture.location, probe.thumbnail?.isWhole != true { return "breaks off" }
    return nil
  }

  /// `whole`, decoding this question's picture.
  private func made(like whole: Plan.Transcode, of picture: EmbeddedPreview, _ planner: Planner) -> Plan.Transcode {
    let geometry = PassGeometry(self, denominators: denominators(planner), reduction: reduction(planner))
    return Plan.Transcode(
      form: .samples,
      pass: DecodePass(region: geometry.region, denominator: geometry.denominator, layout: whole.pass.layout),
      light: whole.light, window: geometry.window, scaled: geometry.scaled, orientation: Orientation(carrying: total),
      placement: geometry.placement, fill: whole.fill, channels: whole.channels, colors: whole.colors,
      changes: whole.changes.filter { $0 == .inkBecomesLight }, settings: whole.settings, carry: whole.carry,
      keepsTrailer: false, embedded: .used(picture))
  }
}

extension PixelSize {
  /// Whether it is a size that scaling the other one can give, where one side is rounded.
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
