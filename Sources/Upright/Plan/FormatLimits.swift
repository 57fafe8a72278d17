// What a format has room for when a picture is written: channels, depth, sides, and whether it can be written without loss.

/// What of a picture a format can hold, as this project writes it.
struct FormatLimits: Hashable, Sendable {
  /// Whether writing loses something.
  enum Loss: Hashable, Sendable {
    /// Never: what is decoded again is what was written.
    case never
    /// Where it is not asked to keep everything.
    case byChoice
    /// Always.
    case always
  }

  /// Channels that are written as they are.
  let channels: [SampleLayout.Channels]
  /// Bits per sample, at most.
  let depth: SampleLayout.Depth
  /// Columns and rows, at most.
  let longestSide: Int
  /// Whether something is lost.
  let loss: Loss

  /// The channels in which a picture of `channels` is delivered; nil where that would lose opacity.
  func delivered(_ channels: SampleLayout.Channels) -> SampleLayout.Channels? {
    if self.channels.contains(channels) { return channels }
    return channels == .rgba ? nil : .rgb
  }
}

extension ContainerFormat {
  /// What it has room for; nil for what nothing here writes.
  var limits: FormatLimits? {
    switch self {
    // ITU T.81, B.2.2: sides of 16 bits, of which libjpeg takes 65,500.
    case .jpeg: FormatLimits(channels: [.gray, .rgb, .cmyk], depth: .eight, longestSide: 65_500, loss: .always)
    // ISO 15948, 11.2.2: sides of 31 bits.
    case .png: FormatLimits(channels: [.gray, .rgb, .rgba], depth: .sixteen, longestSide: Int(Int32.max), loss: .never)
    // RFC 6386, 9.1, and RFC 9649, 3.4: sides of 14 bits.
    case .webp: FormatLimits(channels: [.rgb, .rgba], depth: .eight, longestSide: 16_383, loss: .byChoice)
    // TIFF 6.0, section 8: sides of 32 bits, of which libtiff takes 31.
    case .tiff:
      FormatLimits(
        channels: [.gray, .rgb, .rgba, .cmyk], depth: .sixteen, longestSide: Int(Int32.max), loss: .never)
    // AV1, 5.5.1: sides of 16 bits.
    case .avif: FormatLimits(channels: [.gray, .rgb, .rgba], depth: .eight, longestSide: 65_536, loss: .always)
    // ISO 18181-1, table D.1: sides of 30 bits.
    case .jpegXL:
      FormatLimits(channels: [.gray, .rgb, .rgba], depth: .sixteen, longestSide: 1 << 30, loss: .byChoice)
    case .heif, .gif, .bmp, .mp4, .quickTime: nil
    }
  }
}
