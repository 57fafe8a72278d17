// How headers describe an image's samples, for any container (ISO 15948, 11.2.2; RFC 9649; TIFF 6.0, sections 4 to 6;
// ISO 23008-12, 6.5.6; ISO 18181-1). How files store amounts of ink (Adobe TN 5116 for JPEG; TIFF 6.0, section 16).

public import UprightGeometry

/// How an image's samples are coded, and so what a decoder can deliver without loss.
public struct SampleCoding: Hashable, Sendable {
  /// The color model of a pixel.
  public enum Color: String, Hashable, Sendable, CaseIterable {
    /// Gray.
    case gray
    /// RGB, whether coded directly, by palette, or as luma and chroma.
    case rgb
    /// CMYK.
    case cmyk
  }

  /// The color model.
  public let color: Color
  /// Whether any pixel may be transparent.
  public let hasTransparency: Bool
  /// Bits per sample, or per palette index.
  public let depth: Int
  /// Whether pixels are palette indexes.
  public let isPalette: Bool
  /// Whether there is a separate alpha channel.
  public var hasOpacitySamples: Bool
  /// Whether colors are premultiplied by alpha, which decoding undoes.
  public var isMultiplied = false
  /// The smallest region that is decoded at once: a tile or the whole image; 1 × 1 if rows are decoded one by one.
  public let unit: PixelSize<Stored>
  /// Whether the coding is lossless, so that a new coding should be too.
  public let isLossless: Bool
  /// Why the image cannot be decoded as one image; nil if the headers allow it.
  public let unsupportedReason: UnsupportedSamples?
  /// The conversion that samples need because they are not unsigned integers in a color model; nil if they need none.
  public var conversion: Conversion?

  /// The dynamic range if it is high; nil if an ordinary image holds it.
  public internal(set) var highRange: HighRange?

  /// Pixels of the input images of a unit that are decoded in addition to the unit itself; 0 if there are none.
  public internal(set) var inputPixels = 0

  /// Sample types other than unsigned color integers of up to 16 bits (TIFF 6.0, sections 19, 21 and 23).
  public enum Conversion: String, Hashable, Sendable, CaseIterable {
    /// Floating-point: 0 is black, 1 is white.
    case fractions
    /// Signed integers: 0 is black.
    case signedNumbers
    /// Unsigned integers of more than 16 bits.
    case longNumbers
    /// CIELab.
    case lab
    /// Luma and chroma not coded as JPEG.
    case luma
    /// Extra samples of unknown meaning besides color and alpha; they are dropped.
    case others
  }

  /// A coding with separate alpha samples if any pixel may be transparent; the other properties are as usual.
  public init(
    color: Color, hasTransparency: Bool = false, depth: Int = 8, isPalette: Bool = false,
    unit: PixelSize<Stored> = PixelSize(width: 1, height: 1), isLossless: Bool,
    unsupportedReason: UnsupportedSamples? = nil, highRange: HighRange? = nil
  ) {
    self.color = color
    self.hasTransparency = hasTransparency
    self.depth = depth
    self.isPalette = isPalette
    self.hasOpacitySamples = hasTransparency
    self.unit = unit
    self.isLossless = isLossless
    self.unsupportedReason = unsupportedReason
    self.highRange = highRange
  }
}

extension PNGFrame {
  /// The samples of its pixels, whatever their coding.
  public var samples: SampleCoding {
    var coding = SampleCoding(
      color: isGray ? .gray : .rgb, hasTransparency: hasTransparency, depth: depth, isPalette: colorType == .palette,
      isLossless: true)
    coding.hasOpacitySamples = colorType == .rgba || colorType == .grayAlpha
    return coding
  }
}

extension JPEGFrame {
  /// The samples of its pixels; nil if the components do not form a known color model.
  public var samples: SampleCoding? {
    switch colorModel {
    case .gray: SampleCoding(color: .gray, depth: precision, isLossless: false)
    case .ycbcr, .rgb: SampleCoding(color: .rgb, depth: precision, isLossless: false)
    case .cmyk, .ycck: SampleCoding(color: .cmyk, depth: precision, isLossless: false)
    case .unknown: nil
    }
  }
}

/// What a stored CMYK sample means. This is the only table of it: decoders, the encoder and digests follow it.
///
/// Adobe's programs store the inverse in a JPEG and mark it. libvips, Pillow, ImageMagick, FFmpeg and browsers invert
/// every JPEG with four components, with the marker or without, whatever its transform and its profile state.
package enum InkStorage: Hashable, Sendable {
  /// 0 is no ink.
  case ink
  /// 0 is full ink.
  case inverted

  /// The Adobe marker of a JPEG with four components.
  package enum Marker: Hashable, Sendable, CaseIterable {
    /// There is no marker: CMYK.
    case none
    /// Transform 0: CMYK.
    case unconverted
    /// Any other transform: YCCK.
    case ycck

    /// The marker with a transform; none if it is nil.
    package init(transform: UInt8?) { self = transform.map { $0 == 0 ? .unconverted : .ycck } ?? .none }

    /// The marker as libjpeg reports it; none below 0.
    package init(_ transform: Int32) { self = transform < 0 ? .none : transform == 0 ? .unconverted : .ycck }
  }

  /// What contains the samples.
  package enum Container: Hashable, Sendable {
    /// A JPEG with this marker.
    case jpeg(Marker)
    /// A TIFF, with any compression, JPEG included: the field `PhotometricInterpretation` decides, not the coded data.
    case tiff
  }

  /// What samples in `container` mean.
  package static func of(_ container: Container) -> InkStorage {
    switch container {
    case .jpeg(.none), .jpeg(.unconverted), .jpeg(.ycck): .inverted
    case .tiff: .ink
    }
  }
}
