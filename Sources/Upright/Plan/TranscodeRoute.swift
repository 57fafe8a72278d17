// The route through pixels: decode the smallest stored region at the largest usable denominator, scale, reorient the
// scaled image, encode.

enum TranscodeRoute {
  static func decide(_ request: PlanRequest, _ planner: Planner) -> RouteDecision {
    request.rotatesPages ? decidePages(request, planner) : decideOne(request, planner)
  }

  static func decideOne(_ request: PlanRequest, _ planner: Planner) -> RouteDecision {
    if let rejection = rejection(request, planner) { return rejection }
    guard let decoded = request.probe.decodedLayout else {
      let reason = RouteReason.unknownColors(request.probe.format)
      let broken = request.probe.brokenHeader.map(UprightError.malformed)
      return .declined(reason, broken ?? cut(request.probe) ?? reason.error)
    }
    guard let room = request.format.limits,
      let channels = request.delivered(from: decoded.channels, request.fill, in: room)
    else { return reasonForOpacity(decoded, request.format) }
    do throws(RouteReason) {
      let depth: SampleLayout.Depth = room.depth == .eight ? .eight : decoded.depth
      return feasible(try request.transcode(from: decoded, to: channels, depth, planner), request, planner)
    } catch {
      return .declined(error)
    }
  }

  /// The cheapest form of a transcode: with an embedded image if there is one, in strips if the memory limit leaves no
  /// room for more.
  private static func feasible(
    _ whole: Plan.Transcode, _ request: PlanRequest, _ planner: Planner
  ) -> RouteDecision {
    var made = request.embedding(for: whole, planner)
    let limit = planner.limits.memoryBytes
    if made.transcode.strips != nil, made.peakBytes > limit { made = request.embedding(for: whole.inOne, planner) }
    if let strips = whole.onlyInStrips, made.peakBytes > limit { made = request.embedding(for: strips, planner) }
    return .feasible(.transcode(made.transcode), remaining: .identity, peakBytes: made.peakBytes)
  }

  /// Why alpha cannot be written to a format without it.
  private static func reasonForOpacity(_ decoded: SampleLayout, _ format: ContainerFormat) -> RouteDecision {
    .declined(decoded.channels == .rgba ? .opacityLost(format) : .paddingNeedsOpacity(format))
  }

  /// The error for an undecodable image whose file is truncated; nil if the file is complete.
  private static func cut(_ probe: Probe) -> UprightError? {
    guard probe.isTruncated else { return nil }
    return .malformed(MetadataError(.truncated, at: probe.byteCount, format: probe.format))
  }

  private static func rejection(_ request: PlanRequest, _ planner: Planner) -> RouteDecision? {
    if let rejection = request.pixelsRejection { return rejection }
    let (source, target) = (request.probe.format, request.format)
    for format in [source, target] {
      guard let trait = planner.capabilities[format]?.missingTrait else { continue }
      return .declined(.formatNotBuilt(format, trait: trait))
    }
    if source.isMovie { return .declined(request.reasonImageChanges == nil ? .videoPixels : .videoNotDecoded) }
    guard planner.capabilities[source]?.decodes == true else {
      return .declined(.formatNotDecoded(source))
    }
    guard planner.capabilities[target]?.encodes == true else {
      return .declined(.formatNotWritten(target))
    }
    if request.rendition.light == .linear, request.probe.samples?.color == .cmyk,
      request.outputSize != request.natural
    {
      return .declined(.linearInks)
    }
    if let rejection = colorsRejection(request) { return rejection }
    if let coding = request.reasonPixelsAreClosed {
      return .declined(.samplesUnsupported(coding), cut(request.probe) ?? .unsupported(coding.phrase))
    }
    if let rejection = request.samplesRejection() { return rejection }
    if request.rendition.loss != .recode, request.losesGeneration {
      return .declined(.qualityLost(isCrop: request.rendition.blockSnapping != nil))
    }
    if let longest = target.limits?.longestSide, max(request.outputSize.width, request.outputSize.height) > longest {
      return .declined(.sizeTooLarge(request.outputSize, target))
    }
    if request.isWhole, request.probe.animation?.showsStillFirst == true, request.probe.shownFrame == nil {
      return .declined(.sequenceStays(source))
    }
    if request.isWhole, target == source, request.probe.hasAdditionalPages, !request.leavesPages {
      return .declined(.furtherPages(source))
    }
    return planner.pixelLimitRejection(request)
  }

  /// Why colors cannot be converted to sRGB, as far as headers tell.
  private static func colorsRejection(_ request: PlanRequest) -> RouteDecision? {
    guard request.wantsSRGB, request.toneMapping(.eight) == nil else { return nil }
    if let unsupportedReason = request.probe.unsupportedColorsReason {
      return .declined(.colorsUnsupported(unsupportedReason))
    }
    guard request.rendition.colors == .srgb, request.probe.samples?.color == .cmyk, !request.probe.mayHaveColorProfile
    else { return nil }
    return .declined(.inksWithoutProfile)
  }
}

extension PlanRequest {
  /// The transcode that makes a result of these channels and this depth, whatever memory it takes.
  fileprivate func transcode(
    from decoded: SampleLayout, to channels: SampleLayout.Channels, _ depth: SampleLayout.Depth, _ planner: Planner
  ) throws(RouteReason) -> Plan.Transcode {
    let geometry = PassGeometry(self, denominators: denominators(planner), reduction: reduction(planner))
    let coding = keptCoding
    let attachments = try attachments(planner, shown: storedRegion)
    let xmpImages = try xmpImages(planner, shown: storedRegion)
    let form = form(geometry, planner)
    let pass = pass(geometry, layout: layout(decoded, channels, depth), form, planner)
    var transcode = Plan.Transcode(
      form: form, samplesReason: samplesReason(geometry, planner), pass: pass,
      access: access(to: geometry.region, planner),
      light: rendition.scaling == .nearest ? .encoded : rendition.light, window: geometry.window,
      scaled: geometry.scaled, orientation: Orientation(carrying: total), placement: geometry.placement, fill: fill,
      channels: coding == nil ? channels : .gray, colors: convertsColors ? .srgb : .asSource,
      tones: reducesTones ? rendition.tones : .full,
      background: decoded.channels == .rgba && channels != .rgba ? rendition.background : nil,
      toneMapping: toneMapping(depth),
      changes: coding == nil
        ? changes(
          from: decoded.channels, to: channels, depth,
          roundsByAlpha: planner.capabilities[probe.format]?.roundsColorsByAlpha == true) : [],
      settings: settings(channels: channels, planner),
      carry: carry(
        planner, keepsProfile: keepsProfile(in: channels), losesProfile: losesProfile(in: channels),
        writeMode: form == .samples ? .samples(SampleLayout(channels, depth)) : .blocks, attachments: attachments,
        xmpImages: xmpImages),
      keepsTrailer: keepsTrailer, frame: probe.chosenFrame)
    if pass.isOfMeans { transcode.filter = .lanczos3OfMeans }
    if rendition.scaling == .nearest { transcode.filter = .nearest }
    transcode.page = probe.shownPage
    transcode.strips = strips(of: pass, as: form)
    if transcode.peakBytes(probe) > transcode.peakBytesInOne(probe) { transcode.strips = nil }
    return transcode
  }

  /// The layout that is decoded: that of the source, with gray as the colors that it becomes, at a depth that its tones
  /// are mapped from. Samples that stay coded are decoded as they are.
  private func layout(
    _ decoded: SampleLayout, _ channels: SampleLayout.Channels, _ depth: SampleLayout.Depth
  ) -> SampleLayout {
    if keptCoding != nil { return SampleLayout(.gray, .eight) }
    return SampleLayout(
      decoded.channels == .gray && channels == .rgb ? .rgb : decoded.channels,
      toneMapping(depth) == nil ? depth : decoded.depth)
  }

  /// The decoder's pass.
  private func pass(
    _ geometry: PassGeometry, layout: SampleLayout, _ form: Plan.Transcode.Form, _ planner: Planner
  ) -> DecodePass {
    var pass = DecodePass(
      region: geometry.region, denominator: geometry.denominator, layout: layout, imageIndex: probe.decodedImage,
      cutLimit: access(to: geometry.region, planner)?.limit)
    pass.keepsCoding = keptCoding != nil
    pass.checksRest = checksRest(of: pass, planner)
    pass.isOfMeans = PassGeometry.isOfMeans(geometry.denominator, reduction(planner))
    return pass
  }

  /// The useful denominators. A decoder that reduces averages encoded values, not light, and perhaps ignores alpha.
  func denominators(_ planner: Planner) -> [Int] {
    if probe.composesFrames { return [1] }
    if rendition.scaling == .nearest { return [1] }
    let mixes = reduction(planner) == .even && probe.samples?.hasTransparency != false
    return mixes || rendition.light == .linear ? [1] : planner.capabilities[probe.format]?.denominators ?? [1]
  }

  /// What a pixel of a reduced decode represents.
  func reduction(_ planner: Planner) -> Capabilities.Reduction {
    planner.capabilities[probe.format]?.reduction ?? .blocks
  }

  /// How samples stay coded, so that a rotated or cropped PNG keeps its palette and every index, or its gray of fewer
  /// than 8 bits; nil if they become colors.
  var keptCoding: EncodeSettings.CodedSamples? {
    guard format == .png, let png = probe.png, !png.isAnimated, probe.shownFrame == nil, probe.thumbnail == nil,
      !isForPixels, outputSize == natural || rendition.scaling == .nearest, !isPadded, !wantsSRGB,
      rendition.tones == .full
    else { return nil }
    let isPalette = png.colorType == .palette
    guard isPalette || png.colorType == .gray && png.depth < 8 else { return nil }
    return EncodeSettings.CodedSamples(isPalette: isPalette, depth: png.depth)
  }

  /// The padding color.
  var fill: Rendition.Color {
    if isPadded, case .pad(let color) = rendition.overflow { return color }
    return .black
  }

  /// The channels of the result: the source's, unless the tones, the format or the fill need others; nil if alpha would
  /// be lost.
  func delivered(
    from decoded: SampleLayout.Channels, _ fill: Rendition.Color, in room: FormatLimits
  ) -> SampleLayout.Channels? {
    if fill.alpha < 255 { return room.delivered(.rgba) }
    let opaque = room.delivered(reducesTones && fill.isGray && rendition.background?.isGray != false ? .gray : .rgb)
    if decoded == .rgba { return room.delivered(.rgba) ?? (rendition.background == nil ? nil : opaque) }
    if reducesTones { return opaque }
    if decoded == .cmyk, convertsColors { return .rgb }
    if decoded == .gray, !fill.isGray { return room.delivered(.rgb) }
    return room.delivered(decoded)
  }

  /// Whether re-encoding the result loses something.
  var losesGeneration: Bool {
    switch format.limits?.loss {
    case .never: false
    case .byChoice: fidelityAnew != .exact
    case .always, nil: true
    }
  }

  /// Whether the result has fewer shades than the source.
  var reducesTones: Bool {
    switch rendition.tones {
    case .full: false
    case .gray: probe.samples?.color != .gray
    case .bitonal: true
    }
  }

  /// Whether sRGB is requested, or needed to compute gray.
  var wantsSRGB: Bool { rendition.colors == .srgb || reducesTones }

  /// Whether colors are converted by a profile.
  var convertsColors: Bool {
    wantsSRGB && probe.mayHaveColorProfile && probe.samples?.conversion != .lab
      && toneMapping(.eight) == nil
  }

  /// What is not kept of the source's coding.
  private func changes(
    from decoded: SampleLayout.Channels, to channels: SampleLayout.Channels, _ depth: SampleLayout.Depth,
    roundsByAlpha: Bool
  ) -> [SampleChange] {
    let inks: [SampleChange] = decoded == .cmyk && channels != .cmyk && !convertsColors ? [.inkBecomesLight] : []
    let profile: [SampleChange] = spreadsProfile(in: channels, fill) ? [.profileBecomesColors] : []
    let alpha: [SampleChange] = roundsByAlpha && decoded == .rgba ? [.opacityMayRound] : []
    let compression = tiffCompression(channels)
    let isOther = compression.map { !$0.isKept } ?? false
    let own = SampleChange.all(of: probe, to: depth).filter {
      $0 != .fewBitsBecomeEight || compression?.compression.isBilevel != true
    }
    return own + alpha + inks + profile + (isOther ? [.compressionBecomesDeflate] : [])
  }

  /// The compression of a TIFF made from a TIFF, and whether it is the source's; nil otherwise. Black and white stays so
  /// unless it is scaled or padded with another color.
  func tiffCompression(
    _ channels: SampleLayout.Channels
  ) -> (compression: TIFFCompression, isKept: Bool)? {
    guard format == .tiff else { return nil }
    let isFillBilevel = !isPadded || fill.isGray && [0, 255].contains(fill.red) && fill.alpha == 255
    let staysBilevel = outputSize == natural && channels == .gray && isFillBilevel && probe.isBilevelTIFF
    return probe.tiffCompression(bilevel: staysBilevel)
  }

  /// How the result is encoded: like the source, unless requested otherwise.
  private func settings(channels: SampleLayout.Channels, _ planner: Planner) -> EncodeSettings {
    var settings = settings(channels: channels)
    settings.tiff = tiffCompression(channels)?.compression
    settings.isQualityAlone = planner.capabilities[format]?.takesQualityAlone == true
    settings.coding = keptCoding
    return settings
  }

  private func settings(channels: SampleLayout.Channels) -> EncodeSettings {
    guard let frame = probe.jpeg, format == .jpeg || format == .png else { return settingsAnew(channels) }
    let sampling = channels == .gray ? .none : frame.chromaSampling(swapped: total.swapsAxes)
    let coefficients = EncodeSettings.coefficientBytes(of: outputSize, channels, format: format, sampling: sampling)
    return EncodeSettings(
      format: format, fidelity: fidelity(frame: frame, channels: channels), sampling: sampling,
      progressive: frame.isProgressive, codes: frame.isProgressive ? .fitted : codes(coefficients))
  }

  /// The settings for a source other than JPEG: chroma at full resolution, because drawings and text suffer first.
  private func settingsAnew(_ channels: SampleLayout.Channels) -> EncodeSettings {
    let coefficients = EncodeSettings.coefficientBytes(of: outputSize, channels, format: format, sampling: .none)
    return EncodeSettings(
      format: format, fidelity: fidelityAnew, sampling: .none,
      codes: codes(coefficients))
  }

  /// The fidelity if the source's coding does not determine it: lossless if the format supports that, the source was
  /// lossless, and no quality was requested.
  private var fidelityAnew: EncodeSettings.Fidelity {
    if case .level(let asked) = rendition.quality { return .level(min(100, max(1, asked))) }
    if format.limits?.loss == .byChoice, probe.samples?.isLossless == true { return .exact }
    return .level(levelAnew)
  }

  /// The quality if none can be kept: the best for black and white, where noise at edges adds shades.
  private var levelAnew: Int { rendition.tones == .bitonal ? 100 : 92 }

  /// The maximum bytes of coefficients kept for optimized Huffman codes; progressive images keep them anyway.
  private static let coefficientsForFittedCodes = 16 << 20

  private func codes(_ coefficients: Int) -> EncodeSettings.Codes {
    rendition.fitsCodes && coefficients <= Self.coefficientsForFittedCodes ? .fitted : .standard
  }

  private func fidelity(frame: JPEGFrame, channels: SampleLayout.Channels) -> EncodeSettings.Fidelity {
    if case .level(let level) = rendition.quality { return .level(min(100, max(1, level))) }
    let tables = frame.components.compactMap { frame.quantization[$0.table] }
    let stays = frame.colorModel == .gray && channels == .gray || frame.colorModel == .ycbcr && channels == .rgb
    guard stays, rendition.tones != .bitonal, tables.count == frame.components.count else { return .level(levelAnew) }
    return .tables(total.swapsAxes ? tables.map(JPEGFrame.transposed) : tables)
  }
}

extension JPEGFrame {
  /// A quantization table of 64 values, row by row, for an image whose axes are swapped.
  static func transposed(_ table: [UInt16]) -> [UInt16] { (0..<64).map { table[$0 % 8 * 8 + $0 / 8] } }

  /// Luma samples per chroma sample, in the result's axes, swapped if requested; 1 × 1 without chroma.
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
  /// Whether it is a shade of gray.
  var isGray: Bool { red == green && green == blue }
}
