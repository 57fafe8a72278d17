// What happens to an image's colors if pixels are re-encoded: its profile (ICC.1:2010, 7.2.6: a profile is for one kind
// of data) and its dynamic range.

extension PlanRequest {
  /// Whether a profile still applies to the result's channels: not between CMYK and RGB, but between gray and RGB.
  func keepsProfile(in channels: SampleLayout.Channels) -> Bool {
    !becomesSRGB && (probe.samples?.color == .cmyk) == (channels == .cmyk)
  }

  /// Whether a profile, if there is one, is lost because of the channels.
  func losesProfile(in channels: SampleLayout.Channels) -> Bool {
    !keepsProfile(in: channels) && !becomesSRGB && probe.mayHaveColorProfile
  }

  /// Whether a gray profile becomes an RGB profile.
  func spreadsProfile(in channels: SampleLayout.Channels, _ fill: Rendition.Color) -> Bool {
    guard probe.samples?.color == .gray, channels != .gray, !becomesSRGB, probe.mayHaveColorProfile else {
      return false
    }
    return !format.writesGray(channels, of: probe, fill)
  }

  /// Color information of the source that the result's format cannot state without a profile.
  func droppedColors() -> [CarryNote] {
    guard format != probe.format, !becomesSRGB, let unsupportedReason = probe.unsupportedColorsReason else { return [] }
    return [.colorsDropped(unsupportedReason)]
  }
}

extension ContainerFormat {
  /// Whether gray with alpha is written as it is, with its profile.
  fileprivate func writesGray(_ channels: SampleLayout.Channels, of probe: Probe, _ fill: Rendition.Color) -> Bool {
    self == .png && channels == .rgba && probe.samples?.color == .gray && fill.isGray
  }
}

extension Plan.Transcode {
  /// Whether the result can have a profile of the source, as it is or for the result's channels.
  func canHold(_ profile: ColorProfile, of probe: Probe) -> Bool {
    let space = ColorProfile.Space(channels)
    let writesGray = settings.format.writesGray(channels, of: probe, fill)
    if !writesGray, let own = profile.space, own != space { return profile.fitted(to: space) != nil }
    switch settings.format {
    case .png: return profile.isAcceptedInPNG(for: writesGray ? .gray : space)
    case .jpegXL: return profile.isReadable
    default: return true
    }
  }

  /// Drops a profile that the format cannot hold: libpng refuses it, and libjxl 0.7 may end the process. Returns
  /// whether there was one.
  func dropsRefusedProfile(_ carried: inout CarriedMetadata, of probe: Probe) -> Bool {
    let isChecked = settings.format == .jpegXL || settings.format == .png && !carried.hasColorChunks
    guard isChecked, let profile = carried.icc.map(ColorProfile.init), !canHold(profile, of: probe) else {
      return false
    }
    carried.icc = nil
    return true
  }

  /// Adapts a new image's metadata to its channels.
  func fit(_ carried: inout CarriedMetadata, of probe: Probe, to channels: SampleLayout.Channels) {
    if let decoded = probe.decodedLayout, decoded.channels != channels || !fill.isGray { carried.dropSampleChunks() }
    let isWrittenByItsChunks = settings.format == .png && carried.hasColorChunks && !carried.hasProfileChunk
    guard !settings.format.writesGray(channels, of: probe, fill), !isWrittenByItsChunks else { return }
    carried.fitColors(to: ColorProfile.Space(channels))
  }
}

extension ColorProfile.Space {
  /// The kind of profile for such pixels.
  fileprivate init(_ channels: SampleLayout.Channels) {
    switch channels {
    case .gray: self = .gray
    case .rgb, .rgba: self = .rgb
    case .cmyk: self = .cmyk
    }
  }
}

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
