// The route through pixels: decode the smallest stored region at the largest usable denominator, scale, turn the small picture, encode.

enum TranscodeRoute {
  static func answer(_ question: Question, _ planner: Planner) -> Answer {
    if let refusal = refusal(question, planner) { return refusal }
    guard let decoded = question.probe.decodedLayout else {
      let reason = "\(question.probe.format.rawValue) with an unknown colour model"
      return .declined("the components make no known colour", .unsupported(reason))
    }
    let fill = question.fill
    if question.format == .jpeg, let refusal = reasonForOpacity(decoded, fill) { return refusal }
    let channels = question.delivered(from: decoded.channels, fill: fill)
    let geometry = PassGeometry(
      question, denominators: planner.capabilities[question.probe.format]?.denominators ?? [1])
    let layout = SampleLayout(
      decoded.channels == .gray && channels == .rgb ? .rgb : decoded.channels,
      question.format == .jpeg ? .eight : decoded.depth)
    let transcode = Plan.Transcode(
      form: question.form(geometry, planner),
      pass: DecodePass(region: geometry.region, denominator: geometry.denominator, layout: layout),
      window: geometry.window, scaled: geometry.scaled, orientation: Orientation(carrying: question.total),
      placement: geometry.placement, fill: fill, channels: channels,
      changes: SampleChange.all(of: question.probe, to: layout.depth),
      settings: question.settings(channels: channels),
      carry: question.carry(
        planner, keepsProfile: channels == decoded.channels && !question.colors(with: fill)),
      keepsTrailer: question.isWhole && question.format == question.probe.format)
    return .feasible(
      .transcode(transcode), remaining: .identity, peakBytes: transcode.peakBytes(question.probe))
  }

  /// Why opacity cannot be delivered in a format without it; nil where there is none.
  private static func reasonForOpacity(_ decoded: SampleLayout, _ fill: Rendition.Color) -> Answer? {
    if decoded.channels == .rgba {
      let reason = "jpeg has no transparency, and the picture has; png keeps it"
      return .declined(reason, .unsupported(reason))
    }
    return fill.alpha == 255 ? nil : .declined("overflow", "jpeg has no transparency to pad with")
  }

  private static func refusal(_ question: Question, _ planner: Planner) -> Answer? {
    if let refusal = question.refusalOfPixels { return refusal }
    let (source, target) = (question.probe.format, question.format)
    guard planner.capabilities[source]?.decodes == true else {
      let reason = "\(source.rawValue) is not decoded yet, so its pixels cannot be changed"
      return .declined(reason, .unsupported(reason))
    }
    guard planner.capabilities[target]?.encodes == true else {
      let reason = "\(target.rawValue) is not encoded yet"
      return .declined(reason, .unsupported(reason))
    }
    if let coding = question.probe.reasonPixelsAreClosed { return .declined(coding, .unsupported(coding)) }
    if target == .jpeg, question.rendition.loss != .recode {
      return .declined("loss", "encoding anew loses a generation, which is not allowed here")
    }
    if target == .jpeg, question.outputSize.width > 65_500 || question.outputSize.height > 65_500 {
      return .declined("size", "\(question.outputSize) is larger than a JPEG can be")
    }
    if question.isWhole, target == source, question.probe.hasMultiPicture {
      return .declined("format", MultiPicture.reason)
    }
    return planner.pixelRefusal(question)
  }
}

extension JPEGFrame {
  /// The channels its colours decode to; nil where the components make no known colour.
  var decodedChannels: SampleLayout.Channels? {
    switch colorModel {
    case .gray: .gray
    case .ycbcr, .rgb: .rgb
    case .cmyk, .ycck: .cmyk
    case .unknown: nil
    }
  }
}

extension Question {
  /// The colour beyond the picture's edge.
  var fill: Rendition.Color {
    if isPadded, case .pad(let color) = rendition.overflow { return color }
    return .black
  }

  /// The channels of the result: the source's, unless the format or the fill needs others.
  func delivered(from decoded: SampleLayout.Channels, fill: Rendition.Color) -> SampleLayout.Channels {
    if fill.alpha < 255 { return .rgba }
    if decoded == .cmyk, format != .jpeg { return .rgb }
    if decoded == .gray, !fill.isGray { return .rgb }
    return decoded
  }

  /// Whether a picture of gray gets colour from what fills the rest.
  func colors(with fill: Rendition.Color) -> Bool { probe.png?.isGray == true && !fill.isGray }

  /// How the result is encoded: as the source was, unless asked otherwise.
  func settings(channels: SampleLayout.Channels) -> EncodeSettings {
    guard let frame = probe.jpeg else { return settingsAnew(channels) }
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
    let level = if case .level(let asked) = rendition.quality { min(100, max(1, asked)) } else { 92 }
    return EncodeSettings(
      format: format, fidelity: .level(level), sampling: .none,
      codes: coefficients <= Self.coefficientsForFittedCodes ? .fitted : .standard)
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
  fileprivate var isGray: Bool { red == green && green == blue }
}
