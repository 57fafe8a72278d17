// The clauses of the reasons why samples cannot be decoded and why colors have no profile.

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
