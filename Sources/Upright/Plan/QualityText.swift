// A plan's sentences about the loss of re-encoding a JPEG (ITU T.81, K.1: the table of a quality).

extension Plan.Transcode {
  /// The maximum loss, why pixels do not stay in planes, and where chroma is resampled. Empty unless a JPEG becomes a
  /// JPEG without scaling.
  var qualitySentences: [String] {
    switch form {
    case .planes(_, let overhang):
      let chroma = overhang.sentence(settings.sampling).map { [$0] } ?? []
      return ["quality: quantized once more \(tablesAndNoise)"] + chroma
    case .samples:
      guard let samplesReason else { return [] }
      let cause = samplesReason.clause.map { "decoded to \(channels.name) because \($0), then " } ?? ""
      return ["quality: \(cause)quantized once more \(tablesAndNoise)"]
    }
  }

  private var tablesAndNoise: String {
    if settings.isQualityAlone, let quality = settings.fidelity.nearestQuality {
      return "\(quality), by the codec's own tables"
    }
    let tables: String
    let luma: [UInt16]
    switch settings.fidelity {
    case .tables(let own): (tables, luma) = ("with the source's own tables", own.first ?? [])
    case .level(let level):
      let steps = JPEGQuantization.scaled(JPEGQuantization.luma, quality: level)
      (tables, luma) = ("at quality \(level)", steps.map(UInt16.init))
    case .exact: return "without loss"
    }
    let rounding = form == .samples && channels == .rgb ? Self.colorRounding : 0
    guard let decibels = EncodeSettings.Fidelity.decibels(luma, rounding: rounding) else { return tables }
    return "\(tables), at least \(decibels) dB in \(channels == .cmyk ? "each CMYK channel" : "brightness")"
  }

  /// The noise in brightness of rounding red, green and blue to integers, and then brightness itself.
  private static var colorRounding: Double { (0.299 * 0.299 + 0.587 * 0.587 + 0.114 * 0.114 + 1) / 12 }
}

extension SamplesReason {
  /// Why, as a clause; nil if samples are the image's only plane.
  fileprivate var clause: String? {
    switch self {
    case .gray: nil
    case .otherComponents: "its components are not luma and two planes of chroma"
    case .chromaCut: "both edges of the region are inside chroma samples"
    case .padded: "it is padded"
    case .colorsConverted: "its colors are converted"
    case .planesUnsupported: "this codec has no planes"
    }
  }
}

extension SampleLayout.Channels {
  fileprivate var name: String {
    switch self {
    case .gray: "gray"
    case .rgb, .rgba: "RGB"
    case .cmyk: "CMYK"
    }
  }
}

extension ChromaOverhang {
  /// By which part of a sample chroma is moved; nil if it is not.
  fileprivate func sentence(_ sampling: Subsampling) -> String? {
    let moves = [
      left > 0 ? "\(left)/\(sampling.horizontal) sample across" : nil,
      top > 0 ? "\(top)/\(sampling.vertical) sample down" : nil,
    ].compactMap(\.self)
    guard !moves.isEmpty else { return nil }
    let edges =
      moves.count == 2
      ? "the edges that become left and top are inside samples"
      : "the edge that becomes \(left > 0 ? "left" : "top") is inside a sample"
    return "chroma: moved by \(moves.joined(separator: " and ")), because \(edges)"
  }
}

extension EncodeSettings.Fidelity {
  /// The quality that an encoder takes which takes nothing else, in words; nil without loss.
  var nearestQuality: String? {
    switch self {
    case .exact: nil
    case .level(let level): "at quality \(level)"
    case .tables: "at the quality nearest to the source's tables"
    }
  }

  /// The signal-to-noise ratio in decibels after quantization by a table that rounds every coefficient: noise of Σq²/12
  /// over its 64 steps, and of `rounding` before.
  fileprivate static func decibels(_ table: [UInt16], rounding: Double) -> Int? {
    guard !table.isEmpty else { return nil }
    let noise = table.reduce(0.0) { $0 + Double($1) * Double($1) } / 12 / 64 + rounding
    guard noise > 0 else { return nil }
    // One decibel is a factor of the tenth root of ten.
    var (ratio, decibels) = (255 * 255 / noise, 0)
    while ratio >= 1.258_925_411_794_167_2 { (ratio, decibels) = (ratio / 1.258_925_411_794_167_2, decibels + 1) }
    return decibels
  }
}
