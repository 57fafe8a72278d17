// What a format can store when an image is written: channels, depth, sides, and whether it can be lossless.

/// What a format can store as this project writes it.
struct FormatLimits: Hashable, Sendable {
  /// Whether writing loses something.
  enum Loss: Hashable, Sendable {
    /// Never: decoding gives back what was written.
    case never
    /// Unless lossless coding is requested.
    case byChoice
    /// Always.
    case always
  }

  /// Channels that are written unchanged.
  let channels: [SampleLayout.Channels]
  /// The maximum bits per sample.
  let depth: SampleLayout.Depth
  /// The maximum columns and rows.
  let longestSide: Int
  /// Whether writing loses something.
  let loss: Loss

  /// The channels in which an image of `channels` is written; nil if that would lose alpha.
  func delivered(_ channels: SampleLayout.Channels) -> SampleLayout.Channels? {
    if self.channels.contains(channels) { return channels }
    return channels == .rgba ? nil : .rgb
  }
}
