// WebP by libwebp (RFC 9649; RFC 6386): decodes regions at reduced sizes; encodes lossy and lossless, with metadata.

import CUpright
public import Upright

/// WebP by libwebp: 8 bits; RGB and RGBA; lossy and lossless; decodes single frames of animations, encodes no
/// animation.
public struct WebPCodec: ImageDecoder, ImageEncoder {
  /// Whether libwebp may start a thread while it decodes an image.
  public let usesThreads: Bool

  /// The codec; a second thread, which filters block edges, decodes a lossy image in about half the time.
  public init(usesThreads: Bool = true) { self.usesThreads = usesThreads }

  /// WebP.
  public var format: ContainerFormat { .webp }

  /// Decoding, at full and reduced sizes, and encoding.
  public var capabilities: Capabilities { CodecFacts.webp.capabilities }

  /// Decodes a region; at full size, every pixel equals that of a full decode, without premultiplication.
  ///
  /// The coded bytes and the decoded region are held in memory until the last row is delivered. A frame of an animation
  /// is drawn over the previous ones.
  ///
  /// - Throws: `.unanswerable` for a pass that does not fit the image; otherwise as `Codec`.
  public func decode(
    _ pass: DecodePass, from source: any ByteSource, limits: Limits,
    band: (Raster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) {
    guard let number = pass.imageIndex, number > 0 else {
      return try decodeImage(pass, from: Self.plain(source), limits: limits, band: band)
    }
    let frames = try FrameComposer(source, pass, format, limits)
    if frames.isWhole(number) {
      let file = try Self.plain(source, frame: number, of: frames.animation)
      return try decodeImage(frames.ownPass, from: file, of: frames.size(number), limits: limits, band: band)
    }
    try frames.compose(number, band: band) { frame, part, band throws(UprightError) in
      let file = try Self.plain(source, frame: frame, of: frames.animation)
      try decodeImage(part, from: file, of: frames.size(frame), limits: limits, band: band)
    }
  }

  /// Decodes a region of an image, checking a size that was stated elsewhere.
  private func decodeImage(
    _ pass: DecodePass, from source: MinimalWebP, of size: PixelSize<Stored>? = nil, limits: Limits,
    band: (Raster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) {
    try CodecSession.reading(source, as: format, limits: limits) { call throws(UprightError) in
      let header = try call.openWebP()
      if let size, size != PixelSize(width: Int(header.width), height: Int(header.height)) {
        throw .malformed(MetadataError(.corruptData, at: 0))
      }
      var request = try request(for: pass, of: header)
      request.rest = pass.checksRest && limits.warnings == 0 ? 1 : 0
      try call.startWebP(request)
      try pass.bands(format) { (rows, first) throws(UprightError) in
        try call.readWebP(&rows)
        try band(rows, first)
      }
    }
  }

  /// Encodes an RGB or RGBA image of 8 bits with its ICC profile, Exif block and XMP packet.
  ///
  /// Lossless coding also keeps colors under full transparency; lossy coding keeps alpha exactly.
  ///
  /// - Throws: `.unanswerable` for settings that are invalid in WebP, `.unsupported` for other samples and for sides
  ///   over 16,383 pixels; otherwise as `Codec`.
  public func encode(
    _ image: Raster<Output>, settings: EncodeSettings, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError) {
    guard settings.format == .webp else { throw .unsupported("the WebP codec cannot write \(settings.format.name)") }
    let (channels, depth) = (image.layout.channels, image.layout.depth)
    guard depth == .eight, channels == .rgb || channels == .rgba else {
      throw .unsupported("WebP of \(channels) of \(depth.rawValue) bits")
    }
    let level = try settings.fidelity.level(for: format)
    let request = up_webp_settings(
      width: UInt32(clamping: image.size.width), height: UInt32(clamping: image.size.height),
      channels: UInt32(channels.count), quality: Int32(level ?? 100), exact: level == nil ? 1 : 0)
    var assembly = WebPAssembly(size: image.size, metadata: metadata, sink: sink)
    defer { sink = assembly.sink }
    try CodecSession.writing(to: &assembly, as: format, limits: limits) { call throws(UprightError) in
      try call.encodeWebP(request, image)
    }
    try assembly.finish()
  }
}

extension WebPCodec {
  /// Only the image's chunks.
  private static func plain(_ source: any ByteSource) throws(UprightError) -> MinimalWebP {
    do { return try MinimalWebP(source) } catch { throw UprightError(error) }
  }

  /// Only one frame's chunks.
  private static func plain(
    _ source: any ByteSource, frame: Int, of animation: ImageAnimation
  ) throws(UprightError) -> MinimalWebP {
    do { return try MinimalWebP(source, frame: frame, of: animation) } catch { throw UprightError(error) }
  }

  private func request(for pass: DecodePass, of header: up_webp_header) throws(UprightError) -> up_webp_pass {
    try pass.check(inside: (Int(header.width), Int(header.height)), .webp)
    let (region, channels) = (pass.region, pass.layout.channels)
    guard pass.layout.depth == .eight, channels == .rgb || channels == .rgba else {
      throw .unsupported("WebP as \(channels) of \(pass.layout.depth.rawValue) bits")
    }
    return up_webp_pass(
      channels: UInt32(channels.count), x: UInt32(region.x), y: UInt32(region.y), width: UInt32(region.width),
      height: UInt32(region.height), columns: UInt32(pass.size.width), rows: UInt32(pass.size.height),
      threads: usesThreads ? 1 : 0, rest: 0)
  }
}

// Adds metadata to a WebP from the encoder (RFC 9649, 2.4 and 2.7).

/// Takes the bytes of a WebP without metadata, and passes on the same image with metadata.
///
/// An image that needs neither metadata nor an extended header stays a simple file.
struct WebPAssembly<Sink: ByteSink>: ByteSink {
  /// The destination of the file.
  private(set) var sink: Sink
  private let size: PixelSize<Output>
  private let metadata: CarriedMetadata
  /// The first bytes, until the beginning of the file is known.
  private var opening: [UInt8] = []
  private var hasBegun = false

  /// The offset of the first chunk: after RIFF, the file's length and WEBP.
  private static var start: Int { 12 }
  /// Bytes of an extended header, including its type and length.
  private static var headerCount: Int { 18 }

  init(size: PixelSize<Output>, metadata: CarriedMetadata, sink: Sink) {
    self.size = size
    self.metadata = metadata
    self.sink = sink
  }

  /// Takes the next bytes of the encoder.
  ///
  /// - Throws: Errors of the sink; `.unsupported` if the file's length does not fit its header.
  mutating func write(_ bytes: [UInt8]) throws(UprightError) {
    guard !hasBegun else { return try sink.write(bytes) }
    opening += bytes
    if opening.count >= Self.start + Self.headerCount { try begin() }
  }

  /// Writes what follows the image; call it once, after the encoder's last byte.
  ///
  /// - Throws: As `write(_:)`.
  mutating func finish() throws(UprightError) {
    if !hasBegun { try begin() }
    for chunk in trailing { try sink.write(chunk) }
  }

  private mutating func begin() throws(UprightError) {
    hasBegun = true
    guard opening.count > Self.start + 12 else {
      throw .codec(format: .webp, message: "the encoder wrote no image")
    }
    let isExtended = opening[Self.start..<Self.start + 4].elementsEqual("VP8X".utf8)
    guard isExtended || !leading.isEmpty || !trailing.isEmpty else { return try sink.write(opening) }
    let rest = opening[(isExtended ? Self.start + Self.headerCount : Self.start)...]
    let image = LittleEndian.number(opening[4..<8]) - 4 - (isExtended ? Self.headerCount : 0)
    let length = (leading + trailing).reduce(4 + Self.headerCount + image) { $0 + $1.count }
    guard length <= 0xFFFF_FFFE else { throw .unsupported("a WebP of \(length) bytes") }
    let header = RIFFChunk.bytes(
      "VP8X",
      [flags, 0, 0, 0] + LittleEndian.bytes(size.width - 1, size: 3) + LittleEndian.bytes(size.height - 1, size: 3))
    try sink.write(Array("RIFF".utf8) + LittleEndian.bytes(length) + Array("WEBP".utf8) + header)
    for chunk in leading { try sink.write(chunk) }
    try sink.write(Array(rest))
  }

  /// The chunks before the image.
  private var leading: [[UInt8]] { (metadata.icc.map { [RIFFChunk.bytes("ICCP", $0)] }) ?? [] }

  /// The chunks after the image.
  private var trailing: [[UInt8]] {
    [metadata.exif.map { RIFFChunk.bytes("EXIF", $0) }, metadata.xmp.map { RIFFChunk.bytes("XMP ", $0) }]
      .compactMap(\.self)
  }

  /// The flags of the header (RFC 9649, figure 7).
  private var flags: UInt8 {
    (metadata.icc == nil ? 0 : 0x20) | (hasOpacity ? 0x10 : 0) | (metadata.exif == nil ? 0 : 0x08)
      | (metadata.xmp == nil ? 0 : 0x04)
  }

  /// Whether the encoder wrote alpha: by its extended header, or by a lossless image's header (RFC 9649, 3.4).
  private var hasOpacity: Bool {
    switch String(decoding: opening[Self.start..<Self.start + 4], as: UTF8.self) {
    case "VP8X": opening[Self.start + 8] & 0x10 != 0
    case "VP8L": opening[Self.start + 12] & 0x10 != 0
    default: false
    }
  }
}
