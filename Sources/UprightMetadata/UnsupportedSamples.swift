// Why an image's samples cannot be decoded, and why no ICC profile describes the colors that headers name, as far as
// headers tell (ITU-T H.273, 8.1 to 8.3): the values in their sentences, and for each a row with its code and clause.

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
  public var description: String { row.sentence }

  /// A stable code.
  public var code: String { row.code }

  /// Its row in the table.
  private var row: ReasonRow {
    switch self {
    case .highRange(let curve):
      ReasonRow("colors-high-range", "it is HDR (\(curve.rawValue)), which no profile describes")
    case .primaries(let number):
      ReasonRow("colors-primaries", "its color primaries (\(number) in H.273) have no profile")
    case .transfer(let number): ReasonRow("colors-transfer", "its transfer curve (\(number) in H.273) has no profile")
    case .narrowRange:
      ReasonRow("colors-narrow-range", "its samples have narrow range (cICP); only full range can be converted")
    }
  }
}

extension UnsupportedSamples.BMP: CustomStringConvertible {
  /// A clause for people.
  public var description: String { row.sentence }

  /// A stable code.
  public var code: String { row.code }

  /// Its row in the table.
  private var row: ReasonRow {
    switch self {
    case .compressionOfOS2: ReasonRow("bmp-os2-compression", "the BMP uses a compression that only OS/2 supports")
    case .runsFromTop:
      ReasonRow("bmp-runs-from-top", "the BMP is run-length encoded top-down, which the format forbids")
    case .masksWithGaps: ReasonRow("bmp-masks-with-gaps", "the BMP has color masks that are not contiguous")
    case .embeddedJPEG: ReasonRow("bmp-embedded-jpeg", "the BMP contains a JPEG; extract it first")
    case .embeddedPNG: ReasonRow("bmp-embedded-png", "the BMP contains a PNG; extract it first")
    case .coding(let bits, let compression):
      ReasonRow("bmp-coding", "BMP with \(bits) bits and compression \(compression) is not supported")
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
  public var description: String { "\(row.sentence) not supported; save it as 8- or 16-bit RGB" }

  /// A stable code.
  public var code: String { row.code }

  /// Its row in the table.
  private var row: ReasonRow {
    switch self {
    case .oldStyleJPEG: ReasonRow("tiff-old-style-jpeg", "old-style JPEG compression (before Technical Note 2) is")
    case .logarithmic: ReasonRow("tiff-logarithmic", "logarithmic samples are")
    case .faxLab: ReasonRow("tiff-fax-lab", "fax CIELab (ITULAB) colors are")
    case .logLuv: ReasonRow("tiff-log-luv", "LogL and LogLuv colors are")
    case .labNumbers(let bits): ReasonRow("tiff-lab-numbers", "CIELab with \(bits) bits or floating-point samples is")
    case .unsigned(let bits): ReasonRow("tiff-unsigned-bits", "\(bits) bits per sample are")
    case .signed(let bits): ReasonRow("tiff-signed-bits", "signed samples of \(bits) bits are")
    case .float(let bits): ReasonRow("tiff-float-bits", "floating-point samples of \(bits) bits are")
    case .otherThanGrayAndRGB:
      ReasonRow("tiff-other-than-gray-and-rgb", "signed or floating-point samples other than gray and RGB are")
    case .complex: ReasonRow("tiff-complex", "complex or undefined samples are")
    case .otherSamples: ReasonRow("tiff-other-samples", "samples other than color and alpha are")
    case .longPalette: ReasonRow("tiff-long-palette", "palettes of more than 256 colors are")
    case .luma:
      ReasonRow("tiff-luma", "YCbCr images in planes, with extra samples, or with a depth other than 8 bits are")
    case .multipliedLab: ReasonRow("tiff-multiplied-lab", "premultiplied CIELab is")
    }
  }
}

extension UnsupportedSamples.Item: CustomStringConvertible {
  /// A clause for people, whose subject is the image.
  public var description: String { row.sentence }

  /// A stable code.
  public var code: String { row.code }

  /// Its row in the table.
  private var row: ReasonRow {
    switch self {
    case .propertiesMissing: ReasonRow("item-properties-missing", "it has no list of properties")
    case .scaled: ReasonRow("item-scaled", "scaling by the container (iscl) is not supported")
    case .kind(let kind):
      ReasonRow("item-kind", "its item type \(kind ?? "none") is not supported, or the item is incomplete")
    case .gridTooSmall: ReasonRow("item-grid-too-small", "its grid does not cover the image")
    case .codingUnknown: ReasonRow("item-coding-unknown", "its coding is not stated")
    case .layer: ReasonRow("item-layer", "it is one of several layers (a1op or lsel), which is not supported")
    case .opacityTiles: ReasonRow("item-opacity-tiles", "its alpha is tiled differently from its colors")
    }
  }
}

extension UnsupportedSamples.Overlay: CustomStringConvertible {
  /// A clause for people, whose subject is the image.
  public var description: String { row.sentence }

  /// A stable code.
  public var code: String { row.code }

  /// Its row in the table.
  private var row: ReasonRow {
    switch self {
    case .inputCount(let most): ReasonRow("overlay-input-count", "it is composed of no images, or of more than \(most)")
    case .unclear: ReasonRow("overlay-unclear", "its overlay does not state where its images are")
    case .size: ReasonRow("overlay-size", "its overlay's size differs from the stated size")
    case .opacity: ReasonRow("overlay-opacity", "an overlay with alpha is not supported")
    case .inputMissing:
      ReasonRow("overlay-input-missing", "it is composed of items that are not coded images of this file")
    case .inputOpacity:
      ReasonRow("overlay-input-opacity", "a composed image's alpha has a different size, or is not a coded image")
    case .inputMultiplied: ReasonRow("overlay-input-multiplied", "premultiplied images in an overlay are not supported")
    case .inputPropertiesMissing:
      ReasonRow("overlay-input-properties-missing", "it is composed of items without a list of properties")
    case .inputTransformed:
      ReasonRow(
        "overlay-input-transformed",
        "composed images with their own rotation, mirror, crop or scale are not supported")
    case .inputDepth:
      ReasonRow("overlay-input-depth", "composed images with more than 8 bits per sample are not supported")
    case .inputColors: ReasonRow("overlay-input-colors", "it is composed of images with different colors")
    case .inputBeforeCanvas:
      ReasonRow(
        "overlay-input-before-canvas",
        "composed images that start left of or above the canvas are not supported")
    case .inputFarOutside: ReasonRow("overlay-input-far-outside", "a composed image is far outside the canvas")
    case .transparentCanvas:
      ReasonRow("overlay-transparent-canvas", "its canvas is transparent, and no image covers it completely")
    }
  }
}

extension UnsupportedSamples.Frames: CustomStringConvertible {
  /// A clause for people, whose subject is the image.
  public var description: String { row.sentence }

  /// A stable code.
  public var code: String { row.code }

  /// Its row in the table.
  private var row: ReasonRow {
    switch self {
    case .sizeDiffers: ReasonRow("frames-size-differs", "its frames and its still image have different sizes")
    case .orientationDiffers:
      ReasonRow("frames-orientation-differs", "its frames and its still image have different orientations")
    case .colorsDiffer: ReasonRow("frames-colors-differ", "its frames and its still image have different colors")
    case .coding: ReasonRow("frames-coding", "its frames are neither HEVC nor AV1")
    case .cropped: ReasonRow("frames-cropped", "frames cropped by their track (clap) are not supported")
    case .reordered: ReasonRow("frames-reordered", "its frames are coded in a different order from their display order")
    case .hidden: ReasonRow("frames-hidden", "its first coded frame is not displayed, and the others depend on it")
    case .dependent(let frame, let independent):
      ReasonRow(
        "frames-dependent",
        """
        frame \(frame) depends on other frames, and only independent frames can be decoded: \
        \(independent.map(String.init).joined(separator: ", "))
        """)
    case .opacity: ReasonRow("frames-opacity", "its alpha is coded differently from its colors")
    }
  }
}
