// The route through pixels: decode the smallest stored region at the largest usable denominator, scale, turn the small picture, encode.

enum TranscodeRoute {
  static func decide(_ request: PlanRequest, _ planner: Planner) -> RouteDecision {
    if let rejection = rejection(request, planner) { return rejection }
    guard let decoded = request.probe.decodedLayout else {
      let reason = "\(request.probe.format.rawValue) with an unknown colour model"
      let broken = request.probe.brokenHeader.map(UprightError.malformed)
      return .declined("the components make no known colour", broken ?? cut(request.probe) ?? .unsupported(reason))
    }
    let fill = request.fill
    guard let room = request.format.limits, let channels = request.delivered(from: decoded.channels, fill, in: room)
    else { return reasonForOpacity(decoded, request.format) }
    let geometry = PassGeometry(
      request, denominators: request.denominators(planner), reduction: request.reduction(planner))
    let depth: SampleLayout.Depth = room.depth == .eight ? .eight : decoded.depth
    let toneMapping = request.toneMapping(depth)
    let layout = SampleLayout(
      decoded.channels == .gray && channels == .rgb ? .rgb : decoded.channels,
      toneMapping == nil ? depth : decoded.depth)
    let attachments: [Plan.Carry.Attachment]
    do throws(UprightError) { attachments = try request.attachments(planner, shown: request.storedRegion) } catch {
      return .declined(error)
    }
    let form = request.form(geometry, planner)
    let transcode = Plan.Transcode(
      form: form,
      pass: DecodePass(
        region: geometry.region, denominator: geometry.denominator, layout: layout,
        imageIndex: request.probe.decodedImage),
      light: request.rendition.light, window: geometry.window, scaled: geometry.scaled,
      orientation: Orientation(carrying: request.total),
      placement: geometry.placement, fill: fill, channels: channels,
      colors: request.convertsColors ? .srgb : .asSource, toneMapping: toneMapping,
      changes: request.changes(from: decoded.channels, to: channels, depth),
      settings: request.settings(channels: channels),
      carry: request.carry(
        planner,
        keepsProfile: request.keepsProfile(in: channels), losesProfile: request.losesProfile(in: channels),
        writeMode: form == .samples ? .samples(SampleLayout(channels, depth)) : .blocks, attachments: attachments),
      keepsTrailer: request.keepsTrailer, frame: request.probe.chosenFrame)
    let made = request.embedding(for: transcode, planner)
    return .feasible(.transcode(made.transcode), remaining: .identity, peakBytes: made.peakBytes)
  }

  /// Why opacity cannot be delivered in a format without it.
  private static func reasonForOpacity(_ decoded: SampleLayout, _ format: ContainerFormat) -> RouteDecision {
    if decoded.channels == .rgba {
      let reason = "\(format.rawValue) has no transparency, and the picture has; png keeps it"
      return .declined(reason, .unsupported(reason))
    }
    return .declined("overflow", "\(format.rawValue) has no transparency to pad with")
  }

  /// Whose fault it is where a picture is closed because its file breaks off; nil where the file is whole.
  private static func cut(_ probe: Probe) -> UprightError? {
    guard probe.isTruncated else { return nil }
    return .malformed(MetadataError(.truncated, at: probe.byteCount, format: probe.format))
  }

  private static func rejection(_ request: PlanRequest, _ planner: Planner) -> RouteDecision? {
    if let rejection = request.pixelsRejection { return rejection }
    let (source, target) = (request.probe.format, request.format)
    for format in [source, target] {
      guard let trait = planner.capabilities[format]?.missingTrait else { continue }
      let reason = UnavailableCodec.reason(format, trait: trait)
      return .declined(reason, .unsupported(reason))
    }
    if source.isMovie {
      let reason = "the pixels of a video are not rotated; its orientation is: rotate without --bake, fix --to tag"
      return .declined(reason, .unsupported(reason))
    }
    guard planner.capabilities[source]?.decodes == true else {
      let reason = "\(source.rawValue) is not decoded yet, so its pixels cannot be changed"
      return .declined(reason, .unsupported(reason))
    }
    guard planner.capabilities[target]?.encodes == true else {
      let reason = "\(target.rawValue) is not written here; ask for another format"
      return .declined(reason, .unsupported(reason))
    }
    if request.rendition.light == .linear, request.probe.samples?.color == .cmyk,
      request.outputSize != request.natural
    {
      return .declined(
        "light", "inks are not amounts of light; leave linear light away, and they are scaled as they are")
    }
    if let rejection = colorsRejection(request) { return rejection }
    if let coding = request.probe.reasonPixelsAreClosed {
      return .declined(coding, cut(request.probe) ?? .unsupported(coding))
    }
    if let rejection = request.samplesRejection() { return rejection }
    if request.rendition.loss != .recode, request.losesGeneration {
      return .declined("loss", "encoding anew loses a generation, which is not allowed here")
    }
    if let longest = target.limits?.longestSide, max(request.outputSize.width, request.outputSize.height) > longest {
      return .declined("size", "\(request.outputSize) is larger than \(target.rawValue) can be")
    }
    if request.isWhole, request.probe.animation?.showsStillFirst == true, request.probe.shownFrame == nil {
      let reason = request.probe.reasonSequenceStays
      return .declined(reason, .unsupported(reason))
    }
    if request.isWhole, target == source, request.probe.hasAdditionalPages, !request.leavesPages {
      return .declined("format", "the \(source.rawValue) has further pages, which would not turn with the first")
    }
    return planner.pixelLimitRejection(request)
  }

  /// Why colours cannot become those of sRGB, where the headers tell.
  private static func colorsRejection(_ request: PlanRequest) -> RouteDecision? {
    guard request.rendition.colors == .srgb, request.toneMapping(.eight) == nil else { return nil }
    if let unsupportedReason = request.probe.unsupportedColorsReason {
      return .declined(unsupportedReason, .unsupported(unsupportedReason))
    }
    guard request.probe.samples?.color == .cmyk, !request.probe.mayHaveColorProfile else { return nil }
    let reason = "the inks come without a profile that says what they look like"
    return .declined(reason, .unanswerable(field: "colors", reason: reason))
  }
}

extension PlanRequest {
  /// The fractions at which decoding helps: a decoder that gives one has added up values, not light, and perhaps without
  /// regard to opacity.
  func denominators(_ planner: Planner) -> [Int] {
    if probe.composesFrames { return [1] }
    let mixes = reduction(planner) == .even && probe.samples?.hasTransparency != false
    return mixes || rendition.light == .linear ? [1] : planner.capabilities[probe.format]?.denominators ?? [1]
  }

  /// What a pixel of a fraction stands for.
  func reduction(_ planner: Planner) -> Capabilities.Reduction {
    planner.capabilities[probe.format]?.reduction ?? .blocks
  }

  /// The colour beyond the picture's edge.
  var fill: Rendition.Color {
    if isPadded, case .pad(let color) = rendition.overflow { return color }
    return .black
  }

  /// The channels of the result: the source's, unless the format or the fill needs others; nil where opacity would be lost.
  func delivered(
    from decoded: SampleLayout.Channels, _ fill: Rendition.Color, in room: FormatLimits
  ) -> SampleLayout.Channels? {
    if fill.alpha < 255 { return room.delivered(.rgba) }
    if decoded == .cmyk, convertsColors { return .rgb }
    if decoded == .gray, !fill.isGray { return room.delivered(.rgb) }
    return room.delivered(decoded)
  }

  /// Whether a new coding of the result is less than what was decoded.
  var losesGeneration: Bool {
    switch format.limits?.loss {
    case .never: false
    case .byChoice: fidelityAnew != .exact
    case .always, nil: true
    }
  }

  /// Whether colours are converted by a profile.
  var convertsColors: Bool {
    rendition.colors == .srgb && probe.mayHaveColorProfile && probe.samples?.conversion != .lab
      && toneMapping(.eight) == nil
  }

  /// What of the source's coding is not kept.
  fileprivate func changes(
    from decoded: SampleLayout.Channels, to channels: SampleLayout.Channels, _ depth: SampleLayout.Depth
  ) -> [SampleChange] {
    let inks: [SampleChange] = decoded == .cmyk && channels != .cmyk && !convertsColors ? [.inkBecomesLight] : []
    let profile: [SampleChange] = spreadsProfile(in: channels, fill) ? [.profileBecomesColors] : []
    return SampleChange.all(of: probe, to: depth) + inks + profile
  }

  /// How the result is encoded: as the source was, unless asked otherwise.
  func settings(channels: SampleLayout.Channels) -> EncodeSettings {
    guard let frame = probe.jpeg, format == .jpeg || format == .png else { return settingsAnew(channels) }
    let sampling = frame.chromaSampling(swapped: total.swapsAxes)
    let coefficients = EncodeSettings.coefficientBytes(of: outputSize, channels, format: format, sampling: sampling)
    let isCheap = frame.isProgressive || coefficients <= Self.coefficientsForFittedCodes
    return EncodeSettings(
      format: format, fidelity: fidelity(frame: frame, channels: channels), sampling: sampling,
      progressive: frame.isProgressive, codes: isCheap ? .fitted : .standard)
  }

  /// The same for a source that is no JPEG: chroma as fine as luma, because drawings and letters are what suffers first.
  private func settingsAnew(_ channels: SampleLayout.Channels) -> EncodeSettings {
    let coefficients = EncodeSettings.coefficientBytes(of: outputSize, channels, format: format, sampling: .none)
    return EncodeSettings(
      format: format, fidelity: fidelityAnew, sampling: .none,
      codes: coefficients <= Self.coefficientsForFittedCodes ? .fitted : .standard)
  }

  /// What may be lost where the source's own coding says nothing of it: nothing where that is possible, what was decoded
  /// had lost nothing, and no level was asked for.
  private var fidelityAnew: EncodeSettings.Fidelity {
    if case .level(let asked) = rendition.quality { return .level(min(100, max(1, asked))) }
    return format.limits?.loss == .byChoice && probe.samples?.isLossless == true ? .exact : .level(92)
  }

  /// Fitted codes are worth keeping so many bytes of coefficients for; several scans keep them in any case.
  private static let coefficientsForFittedCodes = 16 << 20

  private func fidelity(frame: JPEGFrame, channels: SampleLayout.Channels) -> EncodeSettings.Fidelity {
    if case .level(let level) = rendition.quality { return .level(min(100, max(1, level))) }
    let tables = frame.components.compactMap { frame.quantization[$0.table] }
    let stays = frame.colorModel == .gray && channels == .gray || frame.colorModel == .ycbcr && channels == .rgb
    guard stays, tables.count == frame.components.count else { return .level(92) }
    return .tables(total.swapsAxes ? tables.map(Self.transposed) : tables)
  }

  private static func transposed(_ table: [UInt16]) -> [UInt16] {
    (0..<64).map { table[$0 % 8 * 8 + $0 / 8] }
  }
}

extension JPEGFrame {
  /// Luma samples per chroma sample, in the axes of a result whose axes are swapped or not; 1 × 1 where there is no chroma.
  func chromaSampling(swapped: Bool) -> EncodeSettings.Sampling {
    guard colorModel == .ycbcr, components.count == 3 else {
      return EncodeSettings.Sampling(horizontal: 1, vertical: 1)
    }
    let across = max(1, components[0].horizontal / max(1, components[1].horizontal))
    let down = max(1, components[0].vertical / max(1, components[1].vertical))
    let usual = (across == 3 ? 2 : across, down == 3 || across * down > 8 ? 2 : down)
    return swapped
      ? EncodeSettings.Sampling(horizontal: usual.1, vertical: usual.0)
      : EncodeSettings.Sampling(horizontal: usual.0, vertical: usual.1)
  }
}

extension Rendition.Color {
  /// Whether it has no colour of its own.
  var isGray: Bool { red == green && green == blue }
}
