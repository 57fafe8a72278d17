// Why an image's samples cannot be decoded, as far as headers tell: the values in its sentence
// (UnsupportedSamples+Sentence.swift has the table of codes and sentences).

/// Why an image cannot be decoded as one image.
public enum UnsupportedSamples: Hashable, Sendable {
  /// No profile describes the colors.
  case colors(UnsupportedColors)
  /// The coding of a bitmap.
  case bmp(BMP)
  /// The images of a GIF.
  case gif(GIF)
  /// The samples of a JPEG XL.
  case jpegXL(JPEGXL)
  /// The chunks of a WebP.
  case webP(WebP)
  /// The contents of a TIFF.
  case tiff(TIFF)
  /// The coding of a TIFF, which another program can change.
  case tiffCoding(TIFFCoding)
  /// The item of a HEIF or AVIF image.
  case item(Item)
  /// The images that a HEIF or AVIF image is composed of.
  case overlay(Overlay)
  /// The frames of a HEIF or AVIF sequence.
  case frames(Frames)

  /// A stable code.
  public var code: String {
    switch self {
    case .colors(let reason): reason.code
    case .bmp(let reason): reason.code
    case .gif(let reason): reason.code
    case .jpegXL(let reason): reason.code
    case .webP(let reason): reason.code
    case .tiff(let reason): reason.code
    case .tiffCoding(let reason): reason.code
    case .item(let reason): reason.code
    case .overlay(let reason): reason.code
    case .frames(let reason): reason.code
    }
  }
}

extension UnsupportedSamples {
  /// Why a bitmap cannot be decoded.
  public enum BMP: Hashable, Sendable {
    /// A compression that only OS/2 has.
    case compressionOfOS2
    /// Runs from the top row down, which the format forbids.
    case runsFromTop
    /// The bits of a color mask are not contiguous.
    case masksWithGaps
    /// It contains a JPEG.
    case embeddedJPEG
    /// It contains a PNG.
    case embeddedPNG
    /// An unknown combination of bits per pixel and compression.
    case coding(bits: Int, compression: Int)
  }

  /// Why a GIF cannot be drawn.
  public enum GIF: String, Hashable, Sendable, CaseIterable {
    /// It has no image.
    case imageMissing = "gif-image-missing"
    /// An image is empty or extends beyond the screen.
    case imageOutsideScreen = "gif-image-outside-screen"

    /// A stable code.
    public var code: String { rawValue }
  }

  /// Why a JPEG XL cannot be decoded.
  public enum JPEGXL: String, Hashable, Sendable, CaseIterable {
    /// It has a preview, which would not rotate with the image.
    case preview = "jxl-preview"
    /// Samples are not integers of up to 16 bits.
    case numbers = "jxl-numbers"
    /// It has channels besides color and alpha.
    case furtherChannels = "jxl-further-channels"
    /// Colors are neither gray nor RGB.
    case colorModel = "jxl-color-model"
    /// It has high dynamic range in a color space that H.273 does not number.
    case highRangeColors = "jxl-high-range-colors"

    /// A stable code.
    public var code: String { rawValue }
  }

  /// Why a WebP cannot be decoded.
  public enum WebP: String, Hashable, Sendable, CaseIterable {
    /// Its header announces an animation, but it has no frames.
    case framesMissing = "webp-frames-missing"
    /// It has a header but no image.
    case imageMissing = "webp-image-missing"

    /// A stable code.
    public var code: String { rawValue }
  }
}

extension UnsupportedSamples {
  /// Why a TIFF cannot be decoded, whatever its coding.
  public enum TIFF: String, Hashable, Sendable, CaseIterable {
    /// It contains a camera's raw data; its images are previews.
    case raw = "tiff-raw"
    /// Its inks are not CMYK.
    case inkSet = "tiff-ink-set"
    /// It is CMYK with alpha.
    case cmykWithAlpha = "tiff-cmyk-with-alpha"

    /// A stable code.
    public var code: String { rawValue }
  }

  /// Why a TIFF's coding is unsupported; another program can save the same image in a coding that is.
  public enum TIFFCoding: Hashable, Sendable {
    /// Old-style JPEG compression, before Technical Note 2.
    case oldStyleJPEG
    /// The logarithmic samples of a compression (SGILog).
    case logarithmic
    /// CIELab for fax (ITULAB).
    case faxLab
    /// LogL or LogLuv colors.
    case logLuv
    /// CIELab with this many bits, or with floating-point samples.
    case labNumbers(bits: Int)
    /// Unsigned samples with this many bits.
    case unsigned(bits: Int)
    /// Signed samples with this many bits.
    case signed(bits: Int)
    /// Floating-point samples with this many bits.
    case float(bits: Int)
    /// Signed or floating-point samples that are neither gray nor RGB.
    case otherThanGrayAndRGB
    /// Complex or undefined samples.
    case complex
    /// Samples besides color and alpha, where they cannot be dropped.
    case otherSamples
    /// A palette of more than 256 colors.
    case longPalette
    /// Luma and chroma in planes, with extra samples, or with a depth other than 8 bits.
    case luma
    /// CIELab that is premultiplied by alpha.
    case multipliedLab
  }
}

extension UnsupportedSamples {
  /// Why the item of a HEIF or AVIF image cannot be decoded.
  public enum Item: Hashable, Sendable {
    /// It has no list of properties.
    case propertiesMissing
    /// The container scales it (`iscl`).
    case scaled
    /// Its item type is not supported, or the item is incomplete; nil if there is no item.
    case kind(String?)
    /// Its grid does not cover it.
    case gridTooSmall
    /// No property states its coding.
    case codingUnknown
    /// It is one of several layers (`a1op` or `lsel`); a decoder outputs the highest one, which is another image.
    case layer
    /// Its alpha is tiled differently from its colors.
    case opacityTiles
  }

  /// Why an overlay of images cannot be decoded.
  public enum Overlay: Hashable, Sendable {
    /// It is composed of no images, or of more than this.
    case inputCount(most: Int)
    /// Its bytes do not state where its images are.
    case unclear
    /// Its size differs from the stated one.
    case size
    /// It has alpha itself.
    case opacity
    /// An input is not a coded image of the file.
    case inputMissing
    /// The alpha of an input has another size, or is not a coded image.
    case inputOpacity
    /// An input is premultiplied by alpha.
    case inputMultiplied
    /// An input has no list of properties.
    case inputPropertiesMissing
    /// An input has its own rotation, mirror, crop or scale.
    case inputTransformed
    /// An input has more than 8 bits per sample.
    case inputDepth
    /// Inputs have different colors.
    case inputColors
    /// An input starts left of or above the canvas.
    case inputBeforeCanvas
    /// An input is far outside the canvas.
    case inputFarOutside
    /// The canvas is transparent where no input covers it.
    case transparentCanvas
  }

  /// Why a frame of a sequence cannot be decoded.
  public enum Frames: Hashable, Sendable {
    /// Frames and still image have different sizes.
    case sizeDiffers
    /// Frames and still image have different orientations.
    case orientationDiffers
    /// Frames and still image have different colors.
    case colorsDiffer
    /// Frames are neither HEVC nor AV1.
    case coding
    /// Frames are cropped by their track (`clap`).
    case cropped
    /// Frames are coded in another order than they are displayed in.
    case reordered
    /// The first coded frame is not displayed; others are decoded from it.
    case hidden
    /// This frame (1-based) depends on others; the first independent ones.
    case dependent(Int, independent: [Int])
    /// Alpha is coded differently from colors.
    case opacity
  }
}
