// PNG by libpng, encoding only (W3C PNG, third edition: iCCP, iTXt, eXIf; XMP part 3 for the iTXt keyword).

import CUpright
public import Upright

/// PNG by libpng, for writing: gray, RGB and RGBA of 8 and 16 bits.
public struct PNGCodec: Codec {
  /// The codec; it has no state.
  public init() {}

  /// PNG.
  public var format: ContainerFormat { .png }

  /// Encoding.
  public var capabilities: Capabilities { Capabilities(decodes: false, encodes: true, transforms: false) }

  /// Refuses.
  ///
  /// - Throws: `.unsupported`.
  public func decode(
    _ pass: DecodePass, from source: any ByteSource, limits: Limits,
    band: (Raster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) {
    throw .unsupported("reading PNG")
  }

  /// Encodes a picture with its ICC profile, Exif block and XMP packet.
  ///
  /// A profile that contradicts itself or the picture's kind is left out, as the standard demands of its readers.
  ///
  /// - Throws: `.unsupported` for CMYK; otherwise as `Codec` says.
  public func encode(
    _ picture: Raster<Output>, settings: EncodeSettings, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError) {
    guard settings.format == .png else { throw .unsupported("\(settings.format.rawValue) by the PNG codec") }
    guard picture.layout.channels != .cmyk else { throw .unsupported("PNG of CMYK") }
    let request = up_png_settings(
      width: UInt32(clamping: picture.size.width), height: UInt32(clamping: picture.size.height),
      channels: UInt32(picture.layout.channels.count), depth: Int32(picture.layout.depth.rawValue))
    try CallC.writing(to: &sink, as: format, limits: limits) { call throws(UprightError) in
      try call.encodePNG(request, profile: metadata.icc ?? [])
      if let exif = metadata.exif { try call.writeChunk(Array("eXIf".utf8), exif) }
      if let xmp = metadata.xmp {
        let opening = Array("XML:com.adobe.xmp".utf8) + [0, 0, 0, 0, 0]
        try call.writeChunk(Array("iTXt".utf8), opening + xmp)
      }
      try call.writePNG(picture)
    }
  }

  /// Refuses: there is nothing to turn without loss that a retagging or a transcoding would not do.
  ///
  /// - Throws: `.unsupported`.
  public func transform(
    _ job: LosslessJob, from source: any ByteSource, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError) -> Int {
    throw .unsupported("turning PNG without loss")
  }
}
