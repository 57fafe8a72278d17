// Adds metadata to a WebP from the encoder (RFC 9649, 2.4 and 2.7).

import Upright

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
