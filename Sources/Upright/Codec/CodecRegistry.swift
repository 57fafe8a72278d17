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

// Facts about a format's codec, shared by planner, parent process and worker.

/// What a codec can do, the limits of images that it writes, and its memory costs.
///
/// The planner decides by these facts. A program that runs a codec in workers has them without linking the library.
public struct CodecFacts: Hashable, Sendable {
  /// The format.
  public let format: ContainerFormat
  /// What the codec can do if built in.
  public let capabilities: Capabilities
  /// The package trait that adds it; nil if every build has it.
  public var trait: String?
  /// Whether hostile content may crash its library, so that it runs only in a worker.
  public var isConfined = false
  /// The library that a worker loads before it is confined; nil if every worker links what it needs.
  public var loadedLibrary: String?
  /// The limits of images that it writes; nil if it does not write.
  var limits: FormatLimits?
  /// What a decoder keeps in memory besides the rows of a pass.
  var decoderMemory = DecoderMemory.rows
  /// What an encoder keeps in memory until it finishes.
  var encoderMemory = EncoderMemory.rows
  /// Whether its decoder accepts some damaged coded data, which has no checksum and no structure that would show it.
  var missesDamage = false
  /// Whether the encoder parses an ICC profile and so may reject it; other encoders copy its bytes.
  var encoderReadsProfile = false

  /// What a decoder keeps in memory besides the rows of a pass.
  enum DecoderMemory: Hashable, Sendable {
    /// Nothing: rows come one by one, or in tiles that are held once.
    case rows
    /// All coefficients, if they come in several scans.
    case coefficients
    /// The region's rows at full image width, if they are interlaced.
    case interlacedRows
    /// A row of tiles, and some coded tiles.
    case tiles
    /// Two rows of tiles with their luma and chroma, and the images of an overlay.
    case itemTiles
    /// The coded bytes, the decoded pass, and 32-bit pixels or alpha of the whole image.
    case words
    /// Floating-point samples of the whole image.
    case numbers
    /// The canvas on which frames are drawn.
    case canvas
    /// One byte per pixel of the whole image, if it is run-length-encoded.
    case places
  }

  /// What an encoder keeps in memory until it finishes.
  enum EncoderMemory: Hashable, Sendable {
    /// Nothing: it is written row by row.
    case rows
    /// All coefficients, if Huffman codes are optimized.
    case coefficients
    /// All compressed strips.
    case strips
    /// A number of bytes per pixel: lossy and lossless, each also with alpha.
    case perPixel(lossy: Int, exact: Int, lossyWithOpacity: Int, exactWithOpacity: Int)
  }

  /// What it can do in this build: nothing if its trait is off.
  public var built: Capabilities {
    guard let trait, !Self.builtTraits.contains(trait) else { return capabilities }
    return Capabilities(missingTrait: trait)
  }

  /// The package traits that are on in this build. A set would make each program look for a conformance when it starts.
  private static let builtTraits: [String] = {
    var traits: [String] = []
    #if WebP
      traits.append("WebP")
    #endif
    #if TIFF
      traits.append("TIFF")
    #endif
    #if HEIF
      traits.append("HEIF")
    #endif
    #if JPEGXL
      traits.append("JPEGXL")
    #endif
    #if GIF
      traits.append("GIF")
    #endif
    return traits
  }()
}

extension ContainerFormat {
  /// The facts about its codec; nil if nothing decodes it.
  var codec: CodecFacts? { CodecFacts.byFormat[self] }

  /// The limits of images written in it; nil if nothing here writes it.
  var limits: FormatLimits? { codec?.limits }
}

extension CodecFacts {
  fileprivate static let byFormat = Dictionary(uniqueKeysWithValues: all.map { ($0.format, $0) })

  /// The facts about a format's codec; nil if nothing decodes it.
  public static func of(_ format: ContainerFormat) -> CodecFacts? { byFormat[format] }
}
