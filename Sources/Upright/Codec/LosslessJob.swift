// A lossless turn and crop in the DCT domain, decided.

/// A crop of whole blocks and a turn that a codec carries out on coefficients, without decoding pixels.
public struct LosslessJob: Hashable, Sendable {
  /// What is kept, in stored pixels. On an axis that runs backwards in the result its far edge lies on a block, on the other its near edge.
  public let region: PixelRect<Stored>
  /// How the kept part is turned.
  public let orientation: Orientation<Stored, Displayed>

  /// A region and its turn.
  public init(region: PixelRect<Stored>, orientation: Orientation<Stored, Displayed>) {
    self.region = region
    self.orientation = orientation
  }
}
