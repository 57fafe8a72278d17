// One decoder pass: a stored region at a fraction of its size.

/// What a decoder is asked for: a region of the stored image at 1/`denominator` of its size.
public struct DecodePass: Hashable, Sendable {
  /// The region, in stored pixels. Its left and top are multiples of `denominator`; so are its right and bottom, unless
  /// they are the image's edges.
  public let region: PixelRect<Stored>
  /// 1, 2, 4 or 8.
  public let denominator: Int
  /// Channels and depth of the decoded samples.
  public let layout: SampleLayout

  /// The image in the file, as its container identifies it (in a TIFF, the offset of its directory); nil for the first.
  public let imageIndex: Int?

  /// The maximum bytes of coded data that a decoder may cut out of the file, to decode the region without what is above
  /// it; nil to decode from the first row on. The pixels are the same.
  public let cutLimit: Int?

  /// A pass over a region at 1/`denominator`.
  public init(
    region: PixelRect<Stored>, denominator: Int, layout: SampleLayout, imageIndex: Int? = nil, cutLimit: Int? = nil
  ) {
    self.region = region
    self.denominator = denominator
    self.layout = layout
    self.imageIndex = imageIndex
    self.cutLimit = cutLimit
  }

  /// The maximum rows that a codec delivers at once; a plan counts them as one band's memory.
  public static let bandRows = 64

  /// Columns and rows of the decoded pass.
  public var size: PixelSize<Decoded> {
    PixelSize(
      width: (region.width + denominator - 1) / denominator, height: (region.height + denominator - 1) / denominator)
  }
}
