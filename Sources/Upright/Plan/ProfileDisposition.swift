// What becomes of a picture's colour profile where pixels are made anew (ICC.1:2010, 7.2.6: a profile is for one kind of data).

extension PlanRequest {
  /// Whether a profile says the same of the channels that are delivered: inks are other colours, gray is a colour as well.
  func keepsProfile(in channels: SampleLayout.Channels) -> Bool {
    !becomesSRGB && (probe.samples?.color == .cmyk) == (channels == .cmyk)
  }

  /// Whether a profile there may be is lost because of the channels.
  func losesProfile(in channels: SampleLayout.Channels) -> Bool {
    !keepsProfile(in: channels) && !becomesSRGB && probe.mayHaveColorProfile
  }

  /// Whether a profile of gray becomes one of red, green and blue.
  func spreadsProfile(in channels: SampleLayout.Channels, _ fill: Rendition.Color) -> Bool {
    guard probe.samples?.color == .gray, channels != .gray, !becomesSRGB, probe.mayHaveColorProfile else {
      return false
    }
    return !format.writesGray(channels, of: probe, fill)
  }

  /// What of the source's colours has no profile that would say it elsewhere, one sentence each.
  func droppedColors() -> [String] {
    guard format != probe.format, !becomesSRGB, let unsupportedReason = probe.unsupportedColorsReason else { return [] }
    return ["the colours that the source names stay behind: \(unsupportedReason)"]
  }
}

extension ContainerFormat {
  /// Whether gray with opacity is written as it is, with its profile.
  fileprivate func writesGray(_ channels: SampleLayout.Channels, of probe: Probe, _ fill: Rendition.Color) -> Bool {
    self == .png && channels == .rgba && probe.samples?.color == .gray && fill.isGray
  }
}

extension Plan.Transcode {
  /// Makes what a new picture takes along fit its channels.
  func fit(_ carried: inout CarriedMetadata, of probe: Probe, to channels: SampleLayout.Channels) {
    if let decoded = probe.decodedLayout, decoded.channels != channels || !fill.isGray { carried.dropSampleChunks() }
    let isWrittenByItsChunks = settings.format == .png && carried.hasColorChunks && !carried.hasProfileChunk
    guard !settings.format.writesGray(channels, of: probe, fill), !isWrittenByItsChunks else { return }
    carried.fitColors(to: ColorProfile.Space(channels))
  }
}

extension ColorProfile.Space {
  /// What a profile of such pixels is for.
  fileprivate init(_ channels: SampleLayout.Channels) {
    switch channels {
    case .gray: self = .gray
    case .rgb, .rgba: self = .rgb
    case .cmyk: self = .cmyk
    }
  }
}
