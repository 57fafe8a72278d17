// Why an image's samples cannot be decoded, and why no ICC profile describes the colors that headers name, as far as
// headers tell (ITU-T H.273, 8.1 to 8.3): stable codes for programs, the values in their sentences, and the clauses.

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

    /// A stable code.
    public var code: String {
      switch self {
      case .compressionOfOS2: "bmp-os2-compression"
      case .runsFromTop: "bmp-runs-from-top"
      case .masksWithGaps: "bmp-masks-with-gaps"
      case .embeddedJPEG: "bmp-embedded-jpeg"
      case .embeddedPNG: "bmp-embedded-png"
      case .coding: "bmp-coding"
      }
    }
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

    /// A stable code.
    public var code: String {
      switch self {
      case .oldStyleJPEG: "tiff-old-style-jpeg"
      case .logarithmic: "tiff-logarithmic"
      case .faxLab: "tiff-fax-lab"
      case .logLuv: "tiff-log-luv"
      case .labNumbers: "tiff-lab-numbers"
      case .unsigned: "tiff-unsigned-bits"
      case .signed: "tiff-signed-bits"
      case .float: "tiff-float-bits"
      case .otherThanGrayAndRGB: "tiff-other-than-gray-and-rgb"
      case .complex: "tiff-complex"
      case .otherSamples: "tiff-other-samples"
      case .longPalette: "tiff-long-palette"
      case .luma: "tiff-luma"
      case .multipliedLab: "tiff-multiplied-lab"
      }
    }
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

    /// A stable code.
    public var code: String {
      switch self {
      case .propertiesMissing: "item-properties-missing"
      case .scaled: "item-scaled"
      case .kind: "item-kind"
      case .gridTooSmall: "item-grid-too-small"
      case .codingUnknown: "item-coding-unknown"
      case .layer: "item-layer"
      case .opacityTiles: "item-opacity-tiles"
      }
    }
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

    /// A stable code.
    public var code: String {
      switch self {
      case .inputCount: "overlay-input-count"
      case .unclear: "overlay-unclear"
      case .size: "overlay-size"
      case .opacity: "overlay-opacity"
      case .inputMissing: "overlay-input-missing"
      case .inputOpacity: "overlay-input-opacity"
      case .inputMultiplied: "overlay-input-multiplied"
      case .inputPropertiesMissing: "overlay-input-properties-missing"
      case .inputTransformed: "overlay-input-transformed"
      case .inputDepth: "overlay-input-depth"
      case .inputColors: "overlay-input-colors"
      case .inputBeforeCanvas: "overlay-input-before-canvas"
      case .inputFarOutside: "overlay-input-far-outside"
      case .transparentCanvas: "overlay-transparent-canvas"
      }
    }
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

    /// A stable code.
    public var code: String {
      switch self {
      case .sizeDiffers: "frames-size-differs"
      case .orientationDiffers: "frames-orientation-differs"
      case .colorsDiffer: "frames-colors-differ"
      case .coding: "frames-coding"
      case .cropped: "frames-cropped"
      case .reordered: "frames-reordered"
      case .hidden: "frames-hidden"
      case .dependent: "frames-dependent"
      case .opacity: "frames-opacity"
      }
    }
  }
}

/// Why the colors that headers name cannot be converted by a profile.
public enum UnsupportedColors: Hashable, Sendable {
  /// They have high dynamic range, which no profile describes.
  case highRange(HighRange.Curve)
  /// H.273 has no such primaries, or this library has no profile for them.
  case primaries(Int)
  /// H.273 has no such transfer curve, or this library has no profile for it.
  case transfer(Int)
  /// Samples have narrow range (`cICP`).
  case narrowRange

  /// A stable code.
  public var code: String {
    switch self {
    case .highRange: "colors-high-range"
    case .primaries: "colors-primaries"
    case .transfer: "colors-transfer"
    case .narrowRange: "colors-narrow-range"
    }
  }
}

/// A high dynamic range, which must be tone-mapped for an ordinary image (ITU-R BT.2100).
public struct HighRange: Hashable, Sendable {
  /// The transfer function.
  public enum Curve: String, Hashable, Sendable, CaseIterable {
    /// Perceptual quantization (SMPTE ST 2084).
    case pq = "PQ"
    /// Hybrid log-gamma.
    case hlg = "HLG"
  }

  /// The transfer function.
  public let curve: Curve
  /// The 3 × 3 matrix, by rows, from linear RGB to linear sRGB.
  public let toSRGB: [[Double]]
}

extension UnsupportedSamples: CustomStringConvertible {
  /// A clause for people, whose subject is the image.
  public var description: String {
    switch self {
    case .colors(let reason): reason.description
    case .bmp(let reason): reason.description
    case .gif(let reason): reason.description
    case .jpegXL(let reason): reason.description
    case .webP(let reason): reason.description
    case .tiff(let reason): reason.description
    case .tiffCoding(let reason): reason.description
    case .item(let reason): reason.description
    case .overlay(let reason): reason.description
    case .frames(let reason): reason.description
    }
  }
}

extension UnsupportedColors: CustomStringConvertible {
  /// A clause for people, whose subject is the image.
  public var description: String {
    switch self {
    case .highRange(let curve): "it is HDR (\(curve.rawValue)), which no profile describes"
    case .primaries(let number): "its color primaries (\(number) in H.273) have no profile"
    case .transfer(let number): "its transfer curve (\(number) in H.273) has no profile"
    case .narrowRange: "its samples have narrow range (cICP); only full range can be converted"
    }
  }
}

extension UnsupportedSamples.BMP: CustomStringConvertible {
  /// A clause for people.
  public var description: String {
    switch self {
    case .compressionOfOS2: "the BMP uses a compression that only OS/2 supports"
    case .runsFromTop: "the BMP is run-length encoded top-down, which the format forbids"
    case .masksWithGaps: "the BMP has color masks that are not contiguous"
    case .embeddedJPEG: "the BMP contains a JPEG; extract it first"
    case .embeddedPNG: "the BMP contains a PNG; extract it first"
    case .coding(let bits, let compression): "BMP with \(bits) bits and compression \(compression) is not supported"
    }
  }
}

extension UnsupportedSamples.GIF: CustomStringConvertible {
  /// A clause for people.
  public var description: String {
    switch self {
    case .imageMissing: "the GIF has no image"
    case .imageOutsideScreen: "an image of this GIF extends beyond its screen"
    }
  }
}

extension UnsupportedSamples.JPEGXL: CustomStringConvertible {
  /// A clause for people.
  public var description: String {
    switch self {
    case .preview: "this JPEG XL has a preview, which would not rotate with the image"
    case .numbers: "this JPEG XL has samples other than integers of up to 16 bits"
    case .furtherChannels: "this JPEG XL has channels besides color and alpha, which would be lost"
    case .colorModel: "this JPEG XL has colors other than gray and RGB"
    case .highRangeColors: "this JPEG XL is HDR in a color space of its own"
    }
  }
}

extension UnsupportedSamples.WebP: CustomStringConvertible {
  /// A clause for people.
  public var description: String {
    switch self {
    case .framesMissing: "this WebP claims to be animated but has no frames"
    case .imageMissing: "this WebP has a header but no image"
    }
  }
}

extension UnsupportedSamples.TIFF: CustomStringConvertible {
  /// A clause for people.
  public var description: String {
    switch self {
    case .raw: "this is a camera's raw file; only its previews are images"
    case .inkSet: "ink sets other than CMYK are not supported"
    case .cmykWithAlpha: "CMYK with alpha is not supported"
    }
  }
}

extension UnsupportedSamples.TIFFCoding: CustomStringConvertible {
  /// A clause for people, with a coding to save the image in.
  public var description: String { "\(start) not supported; save it as 8- or 16-bit RGB" }

  private var start: String {
    switch self {
    case .oldStyleJPEG: "old-style JPEG compression (before Technical Note 2) is"
    case .logarithmic: "logarithmic samples are"
    case .faxLab: "fax CIELab (ITULAB) colors are"
    case .logLuv: "LogL and LogLuv colors are"
    case .labNumbers(let bits): "CIELab with \(bits) bits or floating-point samples is"
    case .unsigned(let bits): "\(bits) bits per sample are"
    case .signed(let bits): "signed samples of \(bits) bits are"
    case .float(let bits): "floating-point samples of \(bits) bits are"
    case .otherThanGrayAndRGB: "signed or floating-point samples other than gray and RGB are"
    case .complex: "complex or undefined samples are"
    case .otherSamples: "samples other than color and alpha are"
    case .longPalette: "palettes of more than 256 colors are"
    case .luma: "YCbCr images in planes, with extra samples, or with a depth other than 8 bits are"
    case .multipliedLab: "premultiplied CIELab is"
    }
  }
}

extension UnsupportedSamples.Item: CustomStringConvertible {
  /// A clause for people, whose subject is the image.
  public var description: String {
    switch self {
    case .propertiesMissing: "it has no list of properties"
    case .scaled: "scaling by the container (iscl) is not supported"
    case .kind(let kind): "its item type \(kind ?? "none") is not supported, or the item is incomplete"
    case .gridTooSmall: "its grid does not cover the image"
    case .codingUnknown: "its coding is not stated"
    case .layer: "it is one of several layers (a1op or lsel), which is not supported"
    case .opacityTiles: "its alpha is tiled differently from its colors"
    }
  }
}

extension UnsupportedSamples.Overlay: CustomStringConvertible {
  /// A clause for people, whose subject is the image.
  public var description: String {
    switch self {
    case .inputCount(let most): "it is composed of no images, or of more than \(most)"
    case .unclear: "its overlay does not state where its images are"
    case .size: "its overlay's size differs from the stated size"
    case .opacity: "an overlay with alpha is not supported"
    case .inputMissing: "it is composed of items that are not coded images of this file"
    case .inputOpacity: "a composed image's alpha has a different size, or is not a coded image"
    case .inputMultiplied: "premultiplied images in an overlay are not supported"
    case .inputPropertiesMissing: "it is composed of items without a list of properties"
    case .inputTransformed: "composed images with their own rotation, mirror, crop or scale are not supported"
    case .inputDepth: "composed images with more than 8 bits per sample are not supported"
    case .inputColors: "it is composed of images with different colors"
    case .inputBeforeCanvas: "composed images that start left of or above the canvas are not supported"
    case .inputFarOutside: "a composed image is far outside the canvas"
    case .transparentCanvas: "its canvas is transparent, and no image covers it completely"
    }
  }
}

extension UnsupportedSamples.Frames: CustomStringConvertible {
  /// A clause for people, whose subject is the image.
  public var description: String {
    switch self {
    case .sizeDiffers: "its frames and its still image have different sizes"
    case .orientationDiffers: "its frames and its still image have different orientations"
    case .colorsDiffer: "its frames and its still image have different colors"
    case .coding: "its frames are neither HEVC nor AV1"
    case .cropped: "frames cropped by their track (clap) are not supported"
    case .reordered: "its frames are coded in a different order from their display order"
    case .hidden: "its first coded frame is not displayed, and the others depend on it"
    case .dependent(let frame, let independent):
      """
      frame \(frame) depends on other frames, and only independent frames can be decoded: \
      \(independent.map(String.init).joined(separator: ", "))
      """
    case .opacity: "its alpha is coded differently from its colors"
    }
  }
}
