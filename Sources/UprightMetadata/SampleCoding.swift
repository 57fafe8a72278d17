// What a file's headers say about the samples of its picture, whichever its container (ISO 15948, 11.2.2; RFC 9649; TIFF 6.0, sections 4 to 6; ISO 23008-12, 6.5.6; ISO 18181-1).

public import UprightGeometry

/// How a picture's samples are coded: what a decoder can be asked for without a loss.
public struct SampleCoding: Hashable, Sendable {
  /// What the samples of a pixel mean.
  public enum Color: String, Hashable, Sendable, CaseIterable {
    /// Lightness.
    case gray
    /// Red, green and blue, however they are coded: as themselves, in a palette, as luma and chroma.
    case rgb
    /// Four inks.
    case cmyk
  }

  /// What the samples mean.
  public let color: Color
  /// Whether any pixel may let through what is behind it.
  public let hasTransparency: Bool
  /// Bits per sample; of a palette's places, where there is one.
  public let depth: Int
  /// Whether pixels are places in a list of colours.
  public let isPalette: Bool
  /// Whether opacity has samples of its own, beside those of the colour.
  public let hasOpacitySamples: Bool
  /// Whether colours come multiplied by opacity, which is undone when they are decoded.
  public let isMultiplied: Bool
  /// The smallest part of the picture that is decoded at once: a tile, or all of it; 1 × 1 where rows come one by one.
  public let unit: PixelSize<Stored>
  /// Whether the coding lost nothing of the picture, so that a new coding need not either.
  public let isLossless: Bool
  /// Why the picture cannot be decoded as one picture, as a clause; nil where nothing in the headers speaks against it.
  public let unsupportedReason: String?
  /// What samples are converted from because they are not whole numbers of colors from 0 on; nil where they are.
  public let conversion: Conversion?

  /// Its light, where that is of a high dynamic range; nil where an image of the usual kind holds it.
  public internal(set) var highRange: HighRange?

  /// Pixels of the images that a unit is composed of, which are decoded for it besides its own; 0 where there are none.
  public internal(set) var inputPixels = 0

  /// What samples may be instead of whole numbers of colors from 0 on, of up to 16 bits (TIFF 6.0, sections 19, 21 and 23).
  public enum Conversion: String, Hashable, Sendable, CaseIterable {
    /// Numbers with fractions: 0 is black, 1 is white.
    case fractions
    /// Signed numbers: 0 is black.
    case signedNumbers
    /// Whole numbers from 0 on, of more than 16 bits.
    case longNumbers
    /// CIELab.
    case lab
    /// Luma and chroma that are not coded as JPEG.
    case luma
    /// Samples of no known meaning beside colours and opacity: they are left out.
    case others
  }

  /// All of it.
  public init(
    color: Color, hasTransparency: Bool = false, depth: Int = 8, isPalette: Bool = false,
    hasOpacitySamples: Bool? = nil, isMultiplied: Bool = false,
    unit: PixelSize<Stored> = PixelSize(width: 1, height: 1), isLossless: Bool, unsupportedReason: String? = nil,
    conversion: Conversion? = nil, highRange: HighRange? = nil
  ) {
    self.color = color
    self.hasTransparency = hasTransparency
    self.depth = depth
    self.isPalette = isPalette
    self.hasOpacitySamples = hasOpacitySamples ?? hasTransparency
    self.isMultiplied = isMultiplied
    self.unit = unit
    self.isLossless = isLossless
    self.unsupportedReason = unsupportedReason
    self.conversion = conversion
    self.highRange = highRange
  }
}

extension PNGFrame {
  /// What its pixels are, whichever their coding.
  public var samples: SampleCoding {
    SampleCoding(
      color: isGray ? .gray : .rgb, hasTransparency: hasTransparency, depth: depth, isPalette: colorType == .palette,
      hasOpacitySamples: colorType == .rgba || colorType == .grayAlpha, isLossless: true)
  }
}

extension JPEGFrame {
  /// What its pixels are; nil where the components make no known colour.
  public var samples: SampleCoding? {
    switch colorModel {
    case .gray: SampleCoding(color: .gray, depth: precision, isLossless: false)
    case .ycbcr, .rgb: SampleCoding(color: .rgb, depth: precision, isLossless: false)
    case .cmyk, .ycck: SampleCoding(color: .cmyk, depth: precision, isLossless: false)
    case .unknown: nil
    }
  }
}
