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
