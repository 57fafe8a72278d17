// JPEG XL by libjxl (ISO 18181-1; ISO 18181-2): regions in; lossy and lossless out, with Exif, XMP and ICC.

import CConfined
public import Upright
import UprightCodecs

/// JPEG XL by libjxl: gray, RGB and RGBA of 8 and 16 bits; single frames of animations in, no animation out.
///
/// What has fewer than 8 bits is handed out as 8, what lies between 8 and 16 as 16. Colours that were multiplied by opacity are divided by it.
public struct JPEGXLCodec: Codec {
  /// The codec; it has no state.
  public init() {}

  /// JPEG XL.
  public var format: ContainerFormat { .jpegXL }

  /// Decoding in full size, and encoding.
  public var capabilities: Capabilities { Capabilities(decodes: true, encodes: true, transforms: false) }

  /// Decodes a region of the picture as it is stored, whatever its header says of the orientation.
  ///
  /// libjxl decodes the whole picture, or all frames up to the one that is wanted; only the region is kept.
  ///
  /// - Throws: `.unanswerable` for a pass that does not fit the picture; otherwise as `Codec` says.
  public func decode(
    _ pass: DecodePass, from source: any ByteSource, limits: Limits,
    band: (Raster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) {
    let call = try ConfinedCall(reading: source, as: format, limits: limits)
    let picture = try call.openJPEGXL()
    if let frame = pass.imageIndex, frame > 1 { try call.seekJPEGXL(frame) }
    try call.decode(pass, of: picture, format, band: band)
  }

  /// The profile of the colours in which libjxl hands out pixels: the file's own, or one that says the same as its numbers.
  ///
  /// - Throws: `.unsupported` for colours that no profile says; otherwise as `Codec` says.
  public func profile(of source: any ByteSource, limits: Limits) throws(UprightError) -> [UInt8]? {
    let call = try ConfinedCall(reading: source, as: format, limits: limits)
    _ = try call.openJPEGXL()
    return try call.profileOfJPEGXL()
  }

  /// Encodes a gray, RGB or RGBA picture, upright, with its ICC profile, Exif block and XMP packet.
  ///
  /// Without a profile the colours are said to be sRGB. Without loss, colours under full transparency are kept too.
  ///
  /// - Throws: `.unanswerable` for settings that no JPEG XL can have, `.unsupported` for CMYK; otherwise as `Codec` says.
  public func encode(
    _ picture: Raster<Output>, settings: EncodeSettings, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError) {
    guard settings.format == .jpegXL else { throw .unsupported("\(settings.format.rawValue) by the JPEG XL codec") }
    let channels = picture.layout.channels
    guard channels != .cmyk else { throw .unsupported("JPEG XL of CMYK") }
    // In an Exif box four bytes say where behind them the block starts (ISO 18181-2, 9.4).
    let exif = metadata.exif.map { [0, 0, 0, 0] + $0 } ?? []
    let (icc, xmp) = (metadata.icc ?? [], metadata.xmp ?? [])
    let request = uc_jxl_settings(
      width: UInt32(clamping: picture.size.width), height: UInt32(clamping: picture.size.height),
      channels: UInt32(channels.count), depth: Int32(picture.layout.depth.rawValue),
      distance: try Self.distance(settings.fidelity), profile: icc.count, exif: exif.count, xmp: xmp.count)
    try ConfinedCall.writing(to: &sink, as: format, limits: limits) { call throws(UprightError) in
      try call.encodeJPEGXL(request, picture, metadata: icc + exif + xmp)
    }
  }
}

extension JPEGXLCodec {
  /// libjxl's distance for a quality, as `cjxl` maps it; 0 loses nothing.
  static func distance(_ fidelity: EncodeSettings.Fidelity) throws(UprightError) -> Float {
    guard let level = try fidelity.level(for: .jpegXL) else { return 0 }
    let quality = Float(level)
    return level >= 30
      ? 0.1 + (100 - quality) * 0.09 : min(15, 53 / 3000 * quality * quality - 23 / 20 * quality + 25)
  }
}
