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

  /// The last rows, if a second thread may decode them while the first one decodes the others; nil if not. The pixels
  /// are the same.
  public internal(set) var secondPart: SecondPart?

  /// Whether samples are delivered as coded, one per byte: a PNG's palette indices, or gray of fewer than 8 bits. The
  /// layout is then gray of 8 bits.
  package var keepsCoding = false

  /// Whether the coded data below the region is read too, where no damage is allowed: what is misread inside the region
  /// may show only there.
  package var checksRest = false

  /// The last rows of a pass, as work for a second thread.
  public struct SecondPart: Hashable, Sendable {
    /// Its first row in the decoded pass, a multiple of `DecodePass.bandRows` above 0.
    public let firstRow: Int
    /// The maximum bytes of coded data that may be cut out of the file to decode it without the rows above.
    public let cutLimit: Int

    /// The rows from `firstRow` on.
    public init(firstRow: Int, cutLimit: Int) {
      self.firstRow = firstRow
      self.cutLimit = cutLimit
    }
  }

  /// A pass over a region at 1/`denominator`.
  public init(
    region: PixelRect<Stored>, denominator: Int, layout: SampleLayout, imageIndex: Int? = nil, cutLimit: Int? = nil,
    secondPart: SecondPart? = nil
  ) {
    self.region = region
    self.denominator = denominator
    self.layout = layout
    self.imageIndex = imageIndex
    self.cutLimit = cutLimit
    self.secondPart = secondPart
  }

  /// The maximum rows that a codec delivers at once; a plan counts them as one band's memory.
  public static let bandRows = 64

  /// Columns and rows of the decoded pass.
  public var size: PixelSize<Decoded> {
    PixelSize(
      width: (region.width + denominator - 1) / denominator, height: (region.height + denominator - 1) / denominator)
  }
}
