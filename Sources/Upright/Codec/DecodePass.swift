// One pass of a decoder: which stored region, at which fraction of its size.

/// What a decoder is asked for: a region of the stored picture at 1/`denominator` of its size.
public struct DecodePass: Hashable, Sendable {
  /// The region, in stored pixels; its left and top are multiples of `denominator`, its right and bottom too or the picture's edge.
  public let region: PixelRect<Stored>
  /// 1, 2, 4 or 8.
  public let denominator: Int
  /// Channels and depth of what is delivered.
  public let layout: SampleLayout

  /// Which picture of the file, as its container counts them: of a TIFF the offset of its directory; nil for the first.
  public let imageIndex: Int?

  /// A region at a fraction of its size.
  public init(region: PixelRect<Stored>, denominator: Int, layout: SampleLayout, imageIndex: Int? = nil) {
    self.region = region
    self.denominator = denominator
    self.layout = layout
    self.imageIndex = imageIndex
  }

  /// Rows that a codec hands over at once, at most: what a plan counts as one band's memory.
  public static let bandRows = 64

  /// Columns and rows that are delivered.
  public var size: PixelSize<Decoded> {
    PixelSize(
      width: (region.width + denominator - 1) / denominator, height: (region.height + denominator - 1) / denominator)
  }
}
