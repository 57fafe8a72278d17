// The registry of codecs, one row each.

extension CodecFacts {
  /// All rows, in listing order.
  public static let all = [jpeg, png, webp, bmp, tiff, jpegXL, heif, avif, gif]

  /// By libjpeg-turbo. Other denominators cost more than they save.
  public static let jpeg = CodecFacts(
    format: .jpeg,
    capabilities: Capabilities(
      decodes: true, encodes: true, transforms: true, planes: true, denominators: [1, 2, 4, 8]),
    // ITU T.81, B.2.2: 16-bit sides, of which libjpeg accepts up to 65,500.
    limits: FormatLimits(channels: [.gray, .rgb, .cmyk], depth: .eight, longestSide: 65_500, loss: .always),
    decoderMemory: .coefficients, encoderMemory: .coefficients)

  /// By libpng.
  public static let png = CodecFacts(
    format: .png, capabilities: Capabilities(decodes: true, encodes: true, transforms: false),
    // ISO 15948, 11.2.2: 31-bit sides.
    limits: FormatLimits(
      channels: [.gray, .rgb, .rgba], depth: .sixteen, longestSide: Int(Int32.max), loss: .never),
    decoderMemory: .interlacedRows)

  /// By libwebp. Measured with 1.2.4: 4 bytes lossy (its luma and chroma, and the coded image), 28 lossless (32-bit
  /// pixels, hash chains). Alpha costs the same as lossless, because it is coded losslessly.
  public static let webp = CodecFacts(
    format: .webp,
    capabilities: Capabilities(
      decodes: true, encodes: true, transforms: false, denominators: [1, 2, 4, 8], reduction: .even),
    trait: "WebP",
    // RFC 6386, 9.1, and RFC 9649, 3.4: 14-bit sides.
    limits: FormatLimits(channels: [.rgb, .rgba], depth: .eight, longestSide: 16_383, loss: .byChoice),
    decoderMemory: .words,
    encoderMemory: .perPixel(lossy: 4, exact: 28, lossyWithOpacity: 4 + 28, exactWithOpacity: 28))

  /// In Swift, without a library.
  public static let bmp = CodecFacts(
    format: .bmp, capabilities: Capabilities(decodes: true, encodes: false, transforms: false),
    decoderMemory: .places)

  /// By libtiff.
  public static let tiff = CodecFacts(
    format: .tiff, capabilities: Capabilities(decodes: true, encodes: true, transforms: false), trait: "TIFF",
    isConfined: true,
    // TIFF 6.0, section 8: 32-bit sides, of which libtiff uses 31 bits.
    limits: FormatLimits(
      channels: [.gray, .rgb, .rgba, .cmyk], depth: .sixteen, longestSide: Int(Int32.max), loss: .never),
    decoderMemory: .tiles, encoderMemory: .strips)

  /// By libjxl. Measured with 0.7.0, gray or color.
  public static let jpegXL = CodecFacts(
    format: .jpegXL, capabilities: Capabilities(decodes: true, encodes: true, transforms: false), trait: "JPEGXL",
    isConfined: true, loadedLibrary: "libjxl",
    // ISO 18181-1, table D.1: 30-bit sides.
    limits: FormatLimits(channels: [.gray, .rgb, .rgba], depth: .sixteen, longestSide: 1 << 30, loss: .byChoice),
    decoderMemory: .numbers,
    encoderMemory: .perPixel(lossy: 47, exact: 87, lossyWithOpacity: 70, exactWithOpacity: 100),
    encoderReadsProfile: true)

  /// By libheif, which only decodes. ImageIO also encodes it (`UprightImageIO`); its memory was not measured.
  public static let heif = CodecFacts(
    format: .heif, capabilities: Capabilities(decodes: true, encodes: false, transforms: false), trait: "HEIF",
    isConfined: true, loadedLibrary: "libheif",
    // ITU H.265, A.4.2: levels up to 6.2 allow 16,888 columns and rows.
    limits: FormatLimits(channels: [.gray, .rgb, .rgba], depth: .eight, longestSide: 16_384, loss: .always),
    decoderMemory: .itemTiles,
    encoderMemory: .perPixel(lossy: 12, exact: 12, lossyWithOpacity: 16, exactWithOpacity: 16), missesDamage: true)

  /// By libheif and aom. Measured with aom 3.6.0.
  public static let avif = CodecFacts(
    format: .avif, capabilities: Capabilities(decodes: true, encodes: true, transforms: false), trait: "HEIF",
    isConfined: true, loadedLibrary: "libheif",
    // AV1, 5.5.1: 16-bit sides.
    limits: FormatLimits(channels: [.gray, .rgb, .rgba], depth: .eight, longestSide: 65_536, loss: .always),
    decoderMemory: .itemTiles,
    encoderMemory: .perPixel(lossy: 36, exact: 36, lossyWithOpacity: 42, exactWithOpacity: 42), missesDamage: true)

  /// By giflib.
  public static let gif = CodecFacts(
    format: .gif, capabilities: Capabilities(decodes: true, encodes: false, transforms: false), trait: "GIF",
    isConfined: true, decoderMemory: .canvas)
}
