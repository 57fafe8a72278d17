// A planned lossless transform and crop in the DCT domain.

/// A crop and reorientation of coefficients, without decoding pixels.
public struct LosslessJob: Hashable, Sendable {
  /// The region to keep, in stored pixels. On an axis that the result reverses, its far edge is on a block boundary; on
  /// any other, its near edge.
  public let region: PixelRect<Stored>
  /// How the region is reoriented.
  public let orientation: Orientation<Stored, Displayed>
  /// Whether reading only the region's coefficients is faster than reading all; the result is the same.
  public let readsOnlyRegion: Bool

  /// A region and its reorientation.
  public init(
    region: PixelRect<Stored>, orientation: Orientation<Stored, Displayed>, readsOnlyRegion: Bool = false
  ) {
    self.region = region
    self.orientation = orientation
    self.readsOnlyRegion = readsOnlyRegion
  }
}
