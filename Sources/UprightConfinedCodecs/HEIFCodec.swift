// HEIF and AVIF by libheif, piece by piece (ISO 23008-12; AVIF 1.1; MIAF, ISO 23000-22).

import CConfined
public import Upright
import UprightCodecs
import UprightMetadata
import UprightRaster

/// HEIF or AVIF by libheif: gray, colours and opacity of 8 to 12 bits in.
///
/// Each piece of a picture (a tile of a grid, else all of it) is handed to the library as a file of its own, without what turns
/// or mirrors it, so that a region costs only the pieces that it touches. Colours that were multiplied by opacity are divided by it; 10 and 12 bits become 16.
public struct HEIFCodec: Codec {
  /// HEIF or AVIF.
  public let format: ContainerFormat

  /// The codec of one of both; it has no state.
  public init(_ kind: Kind) { format = kind == .avif ? .avif : .heif }

  /// What the file calls itself.
  public enum Kind: Sendable {
    /// HEIF, as phones write it.
    case heif
    /// AVIF.
    case avif
  }

  /// Decoding in full size, and encoding AVIF.
  public var capabilities: Capabilities {
    Capabilities(decodes: true, encodes: format == .avif, transforms: false)
  }

  /// Decodes a region, one row of pieces after the other, those of a row side by side.
  ///
  /// - Throws: `.unanswerable` for a pass that does not fit the picture; otherwise as `Codec` says.
  public func decode(
    _ pass: DecodePass, from source: any ByteSource, limits: Limits,
    band: (Raster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) {
    let picture = try Self.picture(source, frame: pass.imageIndex ?? 0)
    if let unsupportedReason = picture.unsupportedReason { throw .unsupported(unsupportedReason) }
    var pieces = TileRows(picture, pass, source, format, limits)
    try pieces.check()
    try pass.bands(format) { (rows, first) throws(UprightError) in
      try pieces.read(&rows, from: first)
      try band(rows, first)
    }
  }

  /// Encodes an AVIF of 8 bits with its ICC profile, Exif block and XMP packet; nothing in it turns or mirrors.
  ///
  /// - Throws: `.unsupported` for HEIF, and for anything but gray, RGB and RGBA of 8 bits; otherwise as `Codec` says.
  public func encode(
    _ picture: Raster<Output>, settings: EncodeSettings, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError) {
    let (channels, depth) = (picture.layout.channels, picture.layout.depth)
    guard format == .avif, settings.format == .avif else { throw .unsupported("writing \(settings.format.rawValue)") }
    guard channels != .cmyk, depth == .eight, case .level(let level) = settings.fidelity else {
      throw .unsupported("an AVIF of \(channels) of \(depth.rawValue) bits, or one without loss")
    }
    var request = uc_avif()
    (request.width, request.height) = (UInt32(clamping: picture.size.width), UInt32(clamping: picture.size.height))
    (request.channels, request.quality) = (UInt32(channels.count), Int32(clamping: min(100, max(0, level))))
    request.subsampled = settings.sampling == .none ? 0 : 1
    (request.speed, request.threads) = (Self.speed, Self.threads)
    try ConfinedCall.writing(to: &sink, as: format, limits: limits) { call throws(UprightError) in
      try call.writeAVIF(picture, request, metadata)
    }
  }

  /// aom's: 24 million pixels in seconds, not minutes, at a few per cent more bytes.
  private static let speed: Int32 = 8
  /// Threads of the encoder, where it has work for so many.
  private static let threads: Int32 = 4

  /// The picture, or a frame of a sequence where one is asked for.
  private static func picture(_ source: any ByteSource, frame: Int) throws(UprightError) -> ItemImage {
    do { return try frame > 0 ? ItemImage(source, frame: frame) : ItemImage(source) } catch {
      throw UprightError(error)
    }
  }
}
