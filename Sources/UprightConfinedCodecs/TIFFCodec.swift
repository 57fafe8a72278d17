// TIFF: decoded by libtiff, and written in strips of Deflate (TIFF 6.0; Technical Notes 1 and 2; BigTIFF; EXIF 2.32, 4.6.3).

import CConfined
public import Upright
import UprightMetadata
import UprightRaster

/// TIFF by libtiff: gray, palettes, RGB, ink and YCbCr as JPEG of 1 to 16 bits in, in strips or tiles, whole or plane by
/// plane; gray, RGB, RGBA and CMYK of 8 and 16 bits out.
///
/// A region costs only the tiles or strips that it touches. Colours that were multiplied by opacity are divided by it; 1, 2 and
/// 4 bits become 8, and those between 8 and 16 become 16.
public struct TIFFCodec: Codec {
  /// The codec; it has no state.
  public init() {}

  /// TIFF.
  public var format: ContainerFormat { .tiff }

  /// Decoding in full size, and encoding.
  public var capabilities: Capabilities { Capabilities(decodes: true, encodes: true, transforms: false) }

  /// Decodes a region of the picture whose directory the pass names, band by band.
  ///
  /// - Throws: `.unanswerable` for a pass that does not fit the picture; otherwise as `Codec` says.
  public func decode(
    _ pass: DecodePass, from source: any ByteSource, limits: Limits,
    band: (Raster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) {
    let call = try ConfinedCall(reading: source, as: format, limits: limits)
    let picture = try call.openTIFF(directory: pass.imageIndex ?? 0)
    try call.decode(pass, of: picture, format, band: band)
  }

  /// Encodes a picture in strips, each row as differences, with its Exif block, XMP packet and ICC profile.
  ///
  /// Strips are kept until all are packed, because the file's header says where its directory stands.
  ///
  /// - Throws: `.unsupported` where the file would have more than 4 GB; otherwise as `Codec` says.
  public func encode(
    _ picture: Raster<Output>, settings: EncodeSettings, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError) {
    guard settings.format == .tiff else { throw .unsupported("\(settings.format.rawValue) by the TIFF codec") }
    let rows = min(picture.size.height, max(1, Self.stripBytes / picture.bytesPerRow))
    let frame = TIFFFrame(
      width: picture.size.width, height: picture.size.height, stripRows: rows, colors: .init(picture.layout.channels),
      depth: picture.layout.depth.rawValue, metadata: metadata)
    var strips: [[UInt8]] = []
    for first in stride(from: 0, to: picture.size.height, by: rows) {
      if Task.isCancelled { throw .cancelled }
      strips.append(try Self.strip(picture, from: first, rows, isBigEndian: frame.isBigEndian))
    }
    let sizes = strips.map(\.count)
    guard frame.holds(stripSizes: sizes) else { throw .unsupported("a TIFF of more than 4 GB") }
    try sink.write(frame.opening(stripSizes: sizes))
    for strip in strips { try sink.write(strip) }
    try sink.write(frame.closing(stripSizes: sizes))
  }
}

extension TIFFCodec {
  /// Bytes of a strip before it is packed, about: few enough that a region of the result costs little.
  private static let stripBytes = 1 << 18

  private static func strip(
    _ picture: Raster<Output>, from first: Int, _ count: Int, isBigEndian: Bool
  ) throws(UprightError) -> [UInt8] {
    guard let rows = picture.rows(first..<first + count) else {
      throw .outOfMemory
    }
    var bytes = rows.bytes
    let strip = uc_strip(
      width: UInt32(clamping: rows.size.width), height: UInt32(clamping: rows.size.height),
      samples: UInt32(rows.layout.channels.count), depth: Int32(rows.layout.depth.rawValue),
      swapped: isBigEndian == (1.littleEndian == 1) ? 1 : 0)
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
