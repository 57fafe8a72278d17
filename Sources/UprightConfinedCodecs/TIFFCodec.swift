// TIFF: decoded by libtiff, and written in strips (TIFF 6.0; Technical Notes 1 and 2; BigTIFF; EXIF 2.32,
// 4.6.3).

import CConfined
public import Upright
import UprightMetadata
import UprightRaster

/// TIFF by libtiff: decodes gray, palettes, RGB, CMYK and YCbCr as JPEG of 1 to 16 bits, in strips or tiles,
/// interleaved or planar; encodes gray, RGB, RGBA and CMYK of 8 and 16 bits, and gray of one.
///
/// A region costs only the tiles or strips that it touches. Premultiplied colors are divided by alpha; 1, 2 and 4 bits
/// become 8, and 9 to 15 bits become 16.
public struct TIFFCodec: ImageDecoder, ImageEncoder {
  /// The codec; it has no state.
  public init() {}

  /// TIFF.
  public var format: ContainerFormat { .tiff }

  /// Decoding at full size, and encoding.
  public var capabilities: Capabilities { CodecFacts.tiff.capabilities }

  /// Decodes a region of the image whose directory the pass names, band by band.
  ///
  /// - Throws: `.unanswerable` for a pass that does not fit the image; otherwise as `Codec`.
  public func decode(
    _ pass: DecodePass, from source: any ByteSource, limits: Limits,
    band: (Raster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) {
    let call = try ConfinedCall(reading: source, as: format, limits: limits)
    let image = try call.openTIFF(directory: pass.imageIndex ?? 0)
    try call.decode(pass, of: image, format, band: band)
  }

  /// Encodes an image in strips of the compression in the settings, Deflate with horizontal differencing by default, with its Exif block, XMP packet and ICC profile.
  ///
  /// Strips are kept until all are compressed, because the file's header contains the offset of its directory.
  ///
  /// - Throws: `.unsupported` if the file would exceed 4 GB; otherwise as `Codec`.
  public func encode(
    _ image: Raster<Output>, settings: EncodeSettings, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError) {
    guard settings.format == .tiff else { throw .unsupported("the TIFF codec cannot write \(settings.format.name)") }
    let rows = min(image.size.height, max(1, Self.stripBytes / image.bytesPerRow))
    let compression = settings.tiff ?? TIFFCompression()
    guard !compression.isBilevel || image.layout == SampleLayout(.gray) else {
      throw .unsupported("only gray can be written as black and white")
    }
    let frame = TIFFFrame(
      width: image.size.width, height: image.size.height, stripRows: rows, colors: .init(image.layout.channels),
      depth: image.layout.depth.rawValue, compression: compression, metadata: metadata)
    var strips: [[UInt8]] = []
    for first in stride(from: 0, to: image.size.height, by: rows) {
      if Cancellation.isRequested { throw .cancelled }
      strips.append(try Self.strip(image, from: first, rows, compression, isBigEndian: frame.isBigEndian))
    }
    let sizes = strips.map(\.count)
    guard frame.holds(stripSizes: sizes) else { throw .unsupported("TIFF files of more than 4 GB cannot be written") }
    try sink.write(frame.opening(stripSizes: sizes))
    for strip in strips { try sink.write(strip) }
    try sink.write(frame.closing(stripSizes: sizes))
  }
}

extension TIFFCodec {
  /// The approximate bytes of an uncompressed strip: few enough that decoding a region costs little.
  private static let stripBytes = 1 << 18

  private static func strip(
    _ image: Raster<Output>, from first: Int, _ count: Int, _ compression: TIFFCompression, isBigEndian: Bool
  ) throws(UprightError) -> [UInt8] {
    guard let rows = image.rows(first..<first + count) else {
      throw .outOfMemory
    }
    var bytes = rows.bytes
    let strip = uc_strip(
      width: UInt32(clamping: rows.size.width), height: UInt32(clamping: rows.size.height),
      samples: UInt32(rows.layout.channels.count), depth: Int32(rows.layout.depth.rawValue),
      swapped: isBigEndian == (1.littleEndian == 1) ? 1 : 0, compression: Int32(compression.scheme.rawValue),
      predicts: compression.predicts ? 1 : 0, bilevel: compression.isBilevel ? 1 : 0,
      white_zero: compression.isWhiteZero ? 1 : 0, fax_options: UInt32(compression.faxOptions))
    guard let packed = strip.packed(&bytes) else { throw .codec(format: .tiff, message: "a strip could not be packed") }
    return packed
  }
}

extension TIFFFrame.Colors {
  fileprivate init(_ channels: SampleLayout.Channels) {
    switch channels {
    case .gray: self = .gray
    case .rgb: self = .rgb
    case .rgba: self = .rgba
    case .cmyk: self = .cmyk
    }
  }
}
