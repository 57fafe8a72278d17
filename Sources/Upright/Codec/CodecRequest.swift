// What a codec is asked for: the pass of a decoder, and the settings of an encoder.

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

  /// Whether samples are delivered as coded, one per byte: a PNG's palette indices, or gray of fewer than 8 bits. The
  /// layout is then gray of 8 bits.
  package var keepsCoding = false

  /// Whether the coded data below the region is read too, where no damage is allowed: what is misread inside the region
  /// may show only there.
  package var checksRest = false

  /// Whether pixels of a JPEG at 1/2 and 1/4 are to be means of what they cover, of the lowest frequencies of each block,
  /// for a filter that undoes that; otherwise they are libjpeg's.
  package var isOfMeans = false

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

// How a result is encoded.

/// Format and fidelity of an encoded result.
public struct EncodeSettings: Hashable, Sendable {
  /// How much an encoder may lose.
  public enum Fidelity: Hashable, Sendable {
    /// A quality, 1…100: libjpeg's, or the nearest equivalent of other formats.
    case level(Int)
    /// Lossless.
    case exact
    /// The source's quantization tables, one per component, in natural order.
    case tables([[UInt16]])

    /// The quality for an encoder of `format`; nil for lossless.
    ///
    /// - Throws: `.unanswerable` outside 1…100, and for tables in a format other than JPEG.
    public func level(for format: ContainerFormat) throws(UprightError) -> Int? {
      switch self {
      case .exact: return nil
      case .level(let level):
        guard Rendition.Quality.levels.contains(level) else {
          throw .unanswerable(field: "quality", reason: "\(level) is not between 1 and 100")
        }
        return level
      case .tables:
        throw .unanswerable(field: "quality", reason: "\(format.name) has no JPEG quantization tables")
      }
    }
  }

  /// The format of the result.
  public let format: ContainerFormat
  /// How much may be lost; lossless formats ignore it.
  public let fidelity: Fidelity
  /// Luma samples per chroma sample, horizontally and vertically (2 × 2 is "4:2:0"); formats without subsampling ignore
  /// it.
  public let sampling: Sampling
  /// Whether a progressive image with several scans is written.
  public let progressive: Bool

  /// The Huffman codes.
  public let codes: Codes
  /// Whether the encoder accepts only a quality, and chooses tables, subsampling, scans and codes itself.
  public internal(set) var isQualityAlone = false

  /// How a PNG codes samples that are given as the source has them, one per byte: by a palette or in gray, and with how
  /// many bits; nil for samples of the layout.
  package var coding: CodedSamples?

  /// The coding of samples that are not converted.
  package struct CodedSamples: Hashable, Sendable {
    /// Whether samples are indices of a palette; otherwise they are gray.
    package let isPalette: Bool
    /// 1, 2, 4 or 8.
    package let depth: Int

    /// Indices or gray of this many bits.
    package init(isPalette: Bool, depth: Int) {
      self.isPalette = isPalette
      self.depth = depth
    }
  }
  /// How a TIFF's strips are compressed; nil for Deflate.
  package var tiff: TIFFCompression?

  /// Chroma subsampling, in the axes of the result.
  public typealias Sampling = Subsampling

  /// The Huffman codes of a JPEG (ITU T.81, annex C); formats without them ignore it.
  public enum Codes: Hashable, Sendable {
    /// Optimized for the smallest file; all coefficients must be in memory first.
    case fitted
    /// The codes of ITU T.81, K.3, so that rows can be streamed; progressive images use optimized codes anyway.
    case standard
  }

  /// Format and fidelity.
  public init(
    format: ContainerFormat, fidelity: Fidelity, sampling: Sampling, progressive: Bool = false, codes: Codes = .fitted
  ) {
    self.format = format
    self.fidelity = fidelity
    self.sampling = sampling
    self.progressive = progressive
    self.codes = codes
  }
}
