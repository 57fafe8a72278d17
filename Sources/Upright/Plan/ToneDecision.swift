// Whether high dynamic range becomes standard dynamic range, and whether samples fit into the result.

extension PlanRequest {
  /// The tone map that the result needs at `depth`; nil if none is needed or allowed.
  func toneMapping(_ depth: SampleLayout.Depth) -> ToneMapping? {
    guard let range = probe.samples?.highRange, rendition.toneMap != Rendition.ToneMap.none, !keepsHighRange else {
      return nil
    }
    return ToneMapping(range: range, method: rendition.toneMap ?? .bt2390, depth: depth)
  }

  /// The tone map that was requested by name; nil if none was, or if there is no high dynamic range to map.
  var askedToneMapping: ToneMapping? { isToneMapAsked ? toneMapping(.eight) : nil }

  private var isToneMapAsked: Bool { rendition.toneMap == .bt2390 || rendition.toneMap == .clip }

  /// Whether high dynamic range stays: a PNG states it by code points, and its samples keep their depth.
  private var keepsHighRange: Bool {
    format == .png && probe.format == .png && !wantsSRGB && !isToneMapAsked
  }

  /// Whether the result is in sRGB although the source is not: converted by its profile, from CIELab, or by a tone map.
  var becomesSRGB: Bool { convertsColors || probe.samples?.conversion == .lab || toneMapping(.eight) != nil }

  /// Why high dynamic range cannot be reduced here, or why samples cannot be stored in the result's format.
  func samplesRejection() -> RouteDecision? {
    guard let samples = probe.samples else { return nil }
    if let reason = probe.unsupportedRangeReason, format != .png || wantsSRGB || isToneMapAsked {
      return .declined(.colorsUnsupported(reason))
    }
    if let range = samples.highRange, !keepsHighRange {
      if rendition.toneMap == Rendition.ToneMap.none {
        return .declined(.highRangeNotHeld(range.curve, format))
      }
      if rendition.toneMap == nil, isWhole, format == probe.format {
        return .declined(.highRangeLost(range.curve, format))
      }
    }
    guard let conversion = samples.conversion, format == probe.format, outputSize == natural else { return nil }
    switch conversion {
    case .luma: return nil
    case .others: return .declined(.otherSamplesLost(format))
    case .fractions, .signedNumbers, .longNumbers, .lab: return .declined(.samplesRounded(conversion, format))
    }
  }
}
