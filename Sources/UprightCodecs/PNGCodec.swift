// PNG by libpng (ISO 15948; W3C PNG, third edition: iCCP, iTXt, eXIf; XMP part 3 for the iTXt keyword).

import CUpright
public import Upright

/// PNG by libpng: decodes every color type and depth; encodes gray, RGB and RGBA of 8 and 16 bits.
///
/// Palettes are decoded to RGB, gray with alpha and transparent colors to RGBA, and depths below 8 bits to 8; none of
/// this changes a pixel. No gamma is applied. A plan may keep palette indices, and gray of fewer bits, as they are.
public struct PNGCodec: ImageDecoder, ImageEncoder {
  /// Whether it may start a thread that decompresses a large image in advance.
  public let usesThreads: Bool

  /// The codec.
  public init(usesThreads: Bool = true) { self.usesThreads = usesThreads }

  /// PNG.
  public var format: ContainerFormat { .png }

  /// Decoding at full size, and encoding.
  public var capabilities: Capabilities { CodecFacts.png.capabilities }

  /// Decodes a region: rows above it are skipped, rows below it not read. An interlaced image is held in memory at its
  /// full width and the region's height.
  ///
  /// 16-bit samples are rounded to 8 bits if the pass requests that. A frame of an animation is drawn over the previous
  /// ones.
  ///
  /// - Throws: `.unanswerable` for a pass that does not fit the image; otherwise as `Codec`.
  public func decode(
    _ pass: DecodePass, from source: any ByteSource, limits: Limits,
    band: (Raster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) {
    guard let number = pass.imageIndex, number > 0 else {
      return try decodeImage(pass, from: source, limits: limits, band: band)
    }
    let frames = try FrameComposer(source, pass, format, limits)
    if frames.isWhole(number) {
      let file = try Self.file(ofFrame: number, in: source, frames.animation)
      return try decodeImage(frames.ownPass, from: file ?? source, limits: limits, band: band)
    }
    try frames.compose(number, band: band) { frame, part, band throws(UprightError) in
      let file = try Self.file(ofFrame: frame, in: source, frames.animation)
      try decodeImage(part, from: file ?? source, limits: limits, band: band)
    }
  }

  private static func file(
    ofFrame number: Int, in source: any ByteSource, _ animation: ImageAnimation
  ) throws(UprightError) -> (any ByteSource)? {
    do { return try PNGFrame.file(ofFrame: number, in: source, animation: animation) } catch {
      throw UprightError(error)
    }
  }

  /// Decodes a region of the image in `IDAT`.
  private func decodeImage(
    _ pass: DecodePass, from source: any ByteSource, limits: Limits,
    band: (Raster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) {
    try CodecSession.reading(source, as: format, limits: limits) { call throws(UprightError) in
      try call.startPNG(Self.request(for: pass, of: call.openPNG(usingThreads: usesThreads)))
      try pass.bands(format) { (rows, first) throws(UprightError) in
        try call.readPNG(&rows)
        try band(rows, first)
      }
    }
  }

  /// Encodes an image with its ICC profile, Exif block, XMP packet and chunks.
  ///
  /// Color chunks are written unchanged, without a profile beside them. Any other profile that is inconsistent or does
  /// not fit the image is dropped, as the standard requires of readers. An image with alpha and a gray profile is
  /// written as gray.
  ///
  /// - Throws: `.unsupported` for CMYK; otherwise as `Codec`.
  public func encode(
    _ image: Raster<Output>, settings: EncodeSettings, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError) {
    guard settings.format == .png else { throw .unsupported("the PNG codec cannot write \(settings.format.name)") }
    let channels = image.layout.channels
    guard channels != .cmyk else { throw .unsupported("PNG of CMYK") }
    let request = up_png_settings(
      width: UInt32(clamping: image.size.width), height: UInt32(clamping: image.size.height),
      channels: channels == .rgba && metadata.hasGrayProfile ? 2 : UInt32(channels.count),
      depth: Int32(settings.coding?.depth ?? image.layout.depth.rawValue),
      coded: settings.coding.map { $0.isPalette ? 2 : 1 } ?? 0)
    guard settings.coding == nil || image.layout == SampleLayout(.gray, .eight) else {
      throw .unsupported("PNG of \(channels) with a palette")
    }
    let (first, rest) = settings.coding == nil ? ([], metadata.chunks) : metadata.aroundPalette
    try CodecSession.writing(to: &sink, as: format, limits: limits) { call throws(UprightError) in
      try call.encodePNG(request, profile: metadata.hasColorChunks ? [] : metadata.icc ?? [])
      for chunk in first { try call.writeChunk(chunk.name, chunk.payload) }
      if settings.coding != nil { try call.writePalette(metadata.payload("PLTE"), alpha: metadata.payload("tRNS")) }
      for chunk in rest where chunk.name.count == 4 { try call.writeChunk(chunk.name, chunk.payload) }
      if let exif = metadata.exif { try call.writeChunk(Array("eXIf".utf8), exif) }
      if let xmp = metadata.xmp {
        let opening = Array("XML:com.adobe.xmp".utf8) + [0, 0, 0, 0, 0]
        try call.writeChunk(Array("iTXt".utf8), opening + xmp)
      }
      try call.writePNG(image)
    }
  }
}

extension PNGCodec {
  private static func request(for pass: DecodePass, of header: up_png_header) throws(UprightError) -> up_png_pass {
    let region = pass.region
    guard pass.denominator == 1 else { throw .unanswerable(field: "denominator", reason: "PNG decodes to 1/1") }
    try region.check(inside: (Int(header.width), Int(header.height)))
    let (channels, depth) = (pass.layout.channels, Int32(pass.layout.depth.rawValue))
    guard channels != .cmyk, pass.keepsCoding || channels.count >= Int(header.channels), depth <= header.depth else {
      throw .unsupported("this PNG as \(channels) of \(depth) bits")
    }
    return up_png_pass(
      channels: UInt32(channels.count), depth: depth, x: UInt32(region.x), y: UInt32(region.y),
      width: UInt32(region.width), height: UInt32(region.height), coded: pass.keepsCoding ? 1 : 0)
  }
}

extension CarriedMetadata {
  /// The contents of the first chunk of this type; empty if there is none.
  fileprivate func payload(_ name: String) -> [UInt8] { chunks.first { $0.name == Array(name.utf8) }?.payload ?? [] }

  /// The chunks that precede a palette (ISO 15948, 5.6; PNG 3rd edition, 5.6), and those that follow it.
  fileprivate var aroundPalette: (first: [Chunk], rest: [Chunk]) {
    let early = Set(
      ["cHRM", "gAMA", "iCCP", "sRGB", "sBIT", "cICP", "mDCV", "mDCv", "cLLI", "cLLi"].map { Array($0.utf8) })
    let own = Set(["PLTE", "tRNS"].map { Array($0.utf8) })
    return (
      chunks.filter { early.contains($0.name) }, chunks.filter { !early.contains($0.name) && !own.contains($0.name) }
    )
  }

  /// Whether the profile is for gray (ICC.1, 7.2.6: the data color space is at offset 16).
  fileprivate var hasGrayProfile: Bool { icc?.dropFirst(16).starts(with: "GRAY".utf8) == true }
}
