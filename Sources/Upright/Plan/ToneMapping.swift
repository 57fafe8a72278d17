// How light of a high dynamic range becomes that of an image of the usual kind (ITU-R BT.2100, BT.2390, BT.2408).

/// A tone map that a plan carries out.
public struct ToneMapping: Hashable, Sendable {
  /// Which light.
  public let range: HighRange
  /// How: by BT.2390 or by clipping.
  public let method: Rendition.ToneMap
  /// Bits of the result.
  public let depth: SampleLayout.Depth

  /// `tone-mapped from PQ by BT.2390`.
  public var sentence: String {
    "tone-mapped from \(range.curve.rawValue) by \(method == .clip ? "clipping at 203 nits" : "BT.2390")"
  }

  /// What carries it out.
  func mapper() throws(UprightError) -> ToneMapper {
    let curve: ToneMapper.Curve = range.curve == .pq ? .pq : .hlg
    guard let mapper = ToneMapper(curve, method == .clip ? .clip : .knee, matrix: range.toSRGB) else {
      throw .unsupported("a tone map of these colors")
    }
    return mapper
  }
}

extension Plan {
  /// The tone map that is carried out; nil where there is none.
  public var toneMapping: ToneMapping? {
    if case .transcode(let transcode) = route { transcode.toneMapping } else { nil }
  }
}

extension PlanRequest {
  /// The tone map that the result needs, at a depth; nil where it needs none, or none is allowed.
  func toneMapping(_ depth: SampleLayout.Depth) -> ToneMapping? {
    guard let range = probe.samples?.highRange, rendition.toneMap != Rendition.ToneMap.none, !keepsHighRange else {
      return nil
    }
    return ToneMapping(range: range, method: rendition.toneMap ?? .bt2390, depth: depth)
  }

  /// The tone map that was asked for by name; nil where none was, and where there is no light to map.
  var askedToneMapping: ToneMapping? { isToneMapAsked ? toneMapping(.eight) : nil }

  private var isToneMapAsked: Bool { rendition.toneMap == .bt2390 || rendition.toneMap == .clip }

  /// Whether light of a high dynamic range stays: a PNG names it by numbers, and its samples keep their depth.
  private var keepsHighRange: Bool {
    format == .png && probe.format == .png && rendition.colors == .asSource && !isToneMapAsked
  }

  /// Whether the result is in sRGB although the source is not: by its profile, out of CIELab, or by a tone map.
  var becomesSRGB: Bool { convertsColors || probe.samples?.conversion == .lab || toneMapping(.eight) != nil }

  /// Why light of a high dynamic range cannot become less here, or samples not what a file of their own format holds.
  func samplesRejection() -> RouteDecision? {
    guard let samples = probe.samples else { return nil }
    if let reason = probe.unsupportedRangeReason, format != .png || rendition.colors == .srgb || isToneMapAsked {
      return .declined(reason, .unsupported(reason))
    }
    if let range = samples.highRange, !keepsHighRange {
      let light = "its light is of a high dynamic range (\(range.curve.rawValue))"
      if rendition.toneMap == Rendition.ToneMap.none {
        let reason = "\(light), and without a tone map \(format.rawValue) does not hold it here"
        return .declined(reason, .unsupported(reason))
      }
      if rendition.toneMap == nil, isWhole, format == probe.format {
        let reason =
          "\(light), which is lost where \(format.rawValue) is written here: change its tag (fix --to tag), ask for "
          + "another format, or say how to convert it (--tone-map bt2390)"
        return .declined(reason, .unsupported(reason))
      }
    }
    guard let kind = samples.conversion?.name, format == probe.format, outputSize == natural else { return nil }
    if samples.conversion == .others {
      let reason =
        "it has \(kind), which a \(format.rawValue) written here leaves out: change its tag (fix --to tag), or ask for "
        + "another format"
      return .declined(reason, .unsupported(reason))
    }
    let reason =
      "its samples are \(kind), and a \(format.rawValue) written here has whole numbers from 0 on of at most 16 bits: "
      + "change its tag (fix --to tag), or ask for another format (png keeps 16 bits)"
    return .declined(reason, .unsupported(reason))
  }
}

extension SampleCoding.Conversion {
  /// What of the samples would be lost where they are written anew; nil where they are only rounded.
  fileprivate var name: String? {
    switch self {
    case .fractions: "numbers with fractions"
    case .signedNumbers: "signed numbers"
    case .longNumbers: "numbers of more than 16 bits"
    case .lab: "CIELab"
    case .others: "samples that are neither colour nor opacity"
    case .luma: nil
    }
  }
}
