// JPEG XL by libjxl (ISO 18181-1; ISO 18181-2): decodes regions; encodes lossy and lossless, with Exif, XMP and ICC.

import CConfined
public import Upright
import UprightCodecs

/// JPEG XL by libjxl: gray, RGB and RGBA of 8 and 16 bits; decodes single frames of animations, encodes no animation.
///
/// Fewer than 8 bits are decoded to 8, and 9 to 15 bits to 16. Premultiplied colors are divided by alpha.
public struct JPEGXLCodec: ImageDecoder, ImageEncoder {
  /// The codec; it has no state.
  public init() {}

  /// JPEG XL.
  public var format: ContainerFormat { .jpegXL }

  /// Decoding at full size, and encoding.
  public var capabilities: Capabilities { CodecFacts.jpegXL.capabilities }

  /// Decodes a region of the stored image, whatever orientation its header states.
  ///
  /// libjxl decodes the whole image, or all frames up to the requested one; only the region is kept.
  ///
  /// - Throws: `.unanswerable` for a pass that does not fit the image; otherwise as `Codec`.
  public func decode(
    _ pass: DecodePass, from source: any ByteSource, limits: Limits,
    band: (Raster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) {
    let call = try ConfinedCall(reading: source, as: format, limits: limits)
    let image = try call.openImage()
    if let frame = pass.imageIndex, frame > 1 { try call.seekJPEGXL(frame) }
    try call.decode(pass, of: image, format, band: band)
  }

  /// The profile of the colors in which libjxl decodes pixels: the file's, or one equivalent to its code points.
  ///
  /// - Throws: `.unsupported` for colors that no profile can express; otherwise as `Codec`.
  public func profile(of source: any ByteSource, limits: Limits) throws(UprightError) -> [UInt8]? {
    let call = try ConfinedCall(reading: source, as: format, limits: limits)
    _ = try call.openImage()
    return try call.profileOfJPEGXL()
  }

  /// Encodes a gray, RGB or RGBA image, upright, with its ICC profile, Exif block and XMP packet.
  ///
  /// Without a profile, the colors are marked as sRGB. Lossless coding also keeps colors under full transparency.
  ///
  /// - Throws: `.unanswerable` for settings that are invalid in JPEG XL, `.unsupported` for CMYK; otherwise as `Codec`.
  public func encode(
    _ image: Raster<Output>, settings: EncodeSettings, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError) {
    guard settings.format == .jpegXL else {
      throw .unsupported("the JPEG XL codec cannot write \(settings.format.name)")
    }
    let channels = image.layout.channels
    guard channels != .cmyk else { throw .unsupported("JPEG XL of CMYK") }
    // An Exif box begins with four bytes: the offset of the block after them (ISO 18181-2, 9.4).
    let exif = metadata.exif.map { [0, 0, 0, 0] + $0 } ?? []
    let (icc, xmp) = (metadata.icc ?? [], metadata.xmp ?? [])
    let request = uc_jxl_settings(
      width: UInt32(clamping: image.size.width), height: UInt32(clamping: image.size.height),
      channels: UInt32(channels.count), depth: Int32(image.layout.depth.rawValue),
      distance: try Self.distance(settings.fidelity), profile: icc.count, exif: exif.count, xmp: xmp.count)
    try ConfinedCall.writing(to: &sink, as: format, limits: limits) { call throws(UprightError) in
      try call.encodeJPEGXL(request, image, metadata: icc + exif + xmp)
    }
  }
}

extension JPEGXLCodec {
  /// libjxl's distance for a quality, mapped as in `cjxl`; 0 is lossless.
  static func distance(_ fidelity: EncodeSettings.Fidelity) throws(UprightError) -> Float {
    guard let level = try fidelity.level(for: .jpegXL) else { return 0 }
    let quality = Float(level)
    return level >= 30
      ? 0.1 + (100 - quality) * 0.09 : min(15, 53 / 3000 * quality * quality - 23 / 20 * quality + 25)
  }
}
