// HEIF and AVIF by libheif, tile by tile (ISO 23008-12; AVIF 1.1; MIAF, ISO 23000-22).

import CConfined
public import Upright
import UprightCodecs
import UprightMetadata
import UprightRaster

/// HEIF or AVIF by libheif: decodes gray, color and alpha of 8 to 12 bits.
///
/// The library gets each tile of a grid, or a whole image without one, as a separate file, without properties that
/// rotate or mirror. So a region costs only the tiles that it touches. Premultiplied colors are divided by alpha; 10
/// and 12 bits become 16.
public struct HEIFCodec: ImageDecoder, ImageEncoder {
  /// HEIF or AVIF.
  public let format: ContainerFormat

  /// The codec of one of the two formats; it has no state.
  public init(_ kind: Kind) { format = kind == .avif ? .avif : .heif }

  /// The file's brand.
  public enum Kind: Sendable {
    /// HEIF, as phones write it.
    case heif
    /// AVIF.
    case avif
  }

  /// Decoding at full size, and encoding AVIF.
  public var capabilities: Capabilities {
    (format == .avif ? CodecFacts.avif : .heif).capabilities
  }

  /// Decodes a region, one row of tiles after another, the tiles of a row in parallel.
  ///
  /// - Throws: `.unanswerable` for a pass that does not fit the image; otherwise as `Codec`.
  public func decode(
    _ pass: DecodePass, from source: any ByteSource, limits: Limits,
    band: (Raster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) {
    let image = try Self.image(source, frame: pass.imageIndex ?? 0)
    if let reason = image.unsupportedReason { throw .unsupported(Phrase(reason.description)) }
    var pieces = TileRows(image, pass, source, format, limits)
    try pieces.check()
    try pass.bands(format) { (rows, first) throws(UprightError) in
      try pieces.read(&rows, from: first)
      try band(rows, first)
    }
  }

  /// Encodes an AVIF of 8 bits with its ICC profile, Exif block and XMP packet, without properties that rotate or
  /// mirror.
  ///
  /// - Throws: `.unsupported` for HEIF, and for anything other than gray, RGB and RGBA of 8 bits; otherwise as `Codec`.
  public func encode(
    _ image: Raster<Output>, settings: EncodeSettings, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError) {
    let (channels, depth) = (image.layout.channels, image.layout.depth)
    guard format == .avif, settings.format == .avif else { throw .unsupported("writing \(settings.format.rawValue)") }
    guard channels != .cmyk, depth == .eight, case .level(let level) = settings.fidelity else {
      throw .unsupported("AVIF with \(channels) at \(depth.rawValue) bits, or without loss, cannot be written")
    }
    var request = uc_avif()
    (request.width, request.height) = (UInt32(clamping: image.size.width), UInt32(clamping: image.size.height))
    (request.channels, request.quality) = (UInt32(channels.count), Int32(clamping: min(100, max(0, level))))
    request.subsampled = settings.sampling == .none ? 0 : 1
    (request.speed, request.threads) = (Self.speed, Self.threads)
    try ConfinedCall.writing(to: &sink, as: format, limits: limits) { call throws(UprightError) in
      try call.writeAVIF(image, request, metadata)
    }
  }

  /// aom's speed: 24 million pixels in seconds, not minutes, for a few percent more bytes.
  private static let speed: Int32 = 8
  /// The maximum threads of the encoder.
  private static let threads: Int32 = 4

  /// The image, or a frame of a sequence if requested.
  private static func image(_ source: any ByteSource, frame: Int) throws(UprightError) -> ItemImage {
    do { return try frame > 0 ? ItemImage(source, frame: frame) : ItemImage(source) } catch {
      throw UprightError(error)
    }
  }
}
