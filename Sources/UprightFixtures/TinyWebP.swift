// A lossless WebP written in code: the image with one-bit codes, and any chunks in any order (RFC 9649, 2.3 to 2.7 and
// 3).

/// A WebP file: an image, and its other chunks.
public struct TinyWebP: Sendable {
  /// A chunk; its length is computed when it is written.
  public struct Chunk: Sendable {
    /// Its type, four characters.
    public var kind: String
    /// Its data.
    public var data: [UInt8]

    /// A chunk of any kind.
    public init(_ kind: String, _ data: [UInt8]) {
      self.kind = kind
      self.data = data
    }

    /// The chunk's bytes in a file, padded to an even length.
    public var bytes: [UInt8] {
      let length = TinyTIFF.ByteOrder.little.bytes(data.count, width: 4)
      return Array(kind.utf8) + length + data + Array(repeating: 0, count: data.count % 2)
    }

    /// An Exif block, by default without a prefix.
    public static func exif(_ block: [UInt8], prefix: [UInt8] = []) -> Self { Self("EXIF", prefix + block) }

    /// An XMP packet.
    public static func xmp(_ packet: [UInt8]) -> Self { Self("XMP ", packet) }
  }

  /// Columns and rows.
  public var size: (width: Int, height: Int)
  /// The chunks of the image.
  public var imageChunks: [Chunk]
  /// Whether there is an extended header.
  public var isExtended = false
  /// The extended header's flags; nil for those that the chunks require.
  public var flags: UInt8?
  /// Chunks between the extended header and the image.
  public var chunksBeforeImage: [Chunk] = []
  /// Chunks after the image.
  public var chunks: [Chunk] = []
  /// The error of the length in the file's header.
  public var lengthError = 0
  /// Whether the last chunk's padding byte is left out.
  public var omitsFiller = false
  /// Bytes after everything else.
  public var trailer: [UInt8] = []

  /// A file of this image, gray or RGB, whose samples are 0 or 255; extended if it has chunks.
  public init(_ image: TinyImage, chunks: [Chunk] = []) {
    size = (image.width, image.height)
    imageChunks = [Chunk("VP8L", Self.lossless(image))]
    self.chunks = chunks
    isExtended = !chunks.isEmpty
  }

  /// A tagged file; the caller stores `image` as the tag of `block` requires.
  public init(_ image: TinyImage, exif block: TinyTIFF) { self.init(image, chunks: [.exif(block.bytes)]) }

  /// A file of the lossy image; extended if it has chunks.
  public init(lossyWith chunks: [Chunk]) {
    size = (16, 8)
    imageChunks = [Chunk("VP8 ", Self.lossy)]
    self.chunks = chunks
    isExtended = !chunks.isEmpty
  }

  /// The whole file.
  public var bytes: [UInt8] {
    let order = TinyTIFF.ByteOrder.little
    let header = isExtended ? [extendedHeader] : []
    var body = (header + chunksBeforeImage + imageChunks + chunks).flatMap(\.bytes)
    if omitsFiller { body.removeLast() }
    return Array("RIFF".utf8) + order.bytes(body.count + 4 + lengthError, width: 4) + Array("WEBP".utf8) + body
      + trailer
  }

  private var extendedHeader: Chunk {
    let order = TinyTIFF.ByteOrder.little
    let kinds = Set((chunksBeforeImage + imageChunks + chunks).map(\.kind))
    let asked = [("XMP ", UInt8(0x04)), ("EXIF", 0x08), ("ANIM", 0x02)].filter { kinds.contains($0.0) }.map(\.1)
    let sides = order.bytes(size.width - 1, width: 3) + order.bytes(size.height - 1, width: 3)
    return Chunk("VP8X", [flags ?? asked.reduce(0, |), 0, 0, 0] + sides)
  }

  /// The image in two frames of half a second (RFC 9649, 2.7.1.1).
  public mutating func animate() {
    let order = TinyTIFF.ByteOrder.little
    let sides = order.bytes(size.width - 1, width: 3) + order.bytes(size.height - 1, width: 3)
    let frame = Chunk(
      "ANMF", Array(repeating: 0, count: 6) + sides + order.bytes(500, width: 3) + [2] + imageChunks[0].bytes)
    imageChunks = [Chunk("ANIM", [255, 255, 255, 255, 0, 0]), frame, frame]
    isExtended = true
  }

  /// An image as a VP8L stream: each channel's two samples have the codes 0 and 1 (RFC 9649, 3.4 to 3.8).
  public static func lossless(_ image: TinyImage) -> [UInt8] {
    var bits = LowBits()
    bits.put(0x2F, 8)
    bits.put(image.width - 1, 14)
    bits.put(image.height - 1, 14)
    // No transparent pixel, version 0; no transform, no color cache, no meta prefix codes.
    for (value, count) in [(0, 1), (0, 3), (0, 1), (0, 1), (0, 1)] { bits.put(value, count) }
    for _ in 0..<3 { putCode([0, 255], into: &bits) }
    putCode([255], into: &bits)
    putCode([0], into: &bits)
    for y in 0..<image.height {
      for x in 0..<image.width {
        let pixel = image[x, y]
        for channel in [1, 0, 2] { bits.put(pixel[min(channel, pixel.count - 1)] == 255 ? 1 : 0, 1) }
      }
    }
    return bits.bytes
  }

  /// A simple code with one or two symbols (RFC 9649, 3.7.2.1.1).
  private static func putCode(_ symbols: [Int], into bits: inout LowBits) {
    bits.put(1, 1)
    bits.put(symbols.count - 1, 1)
    bits.put(1, 1)
    for symbol in symbols { bits.put(symbol, 8) }
  }

  /// 16 × 8, the left half black and the right half white: the chunk `VP8 ` from `Image.save("x.webp", quality=50,
  /// method=6)` of Pillow 9.4.
  public static let lossy: [UInt8] = [
    80, 1, 0, 157, 1, 42, 16, 0, 8, 0, 2, 192, 76, 37, 164, 0, 4, 116, 0, 0, 251, 63, 255, 194, 48, 0, 0, 0,
  ]
}

/// Packs bits, the low one of each number and of each byte first.
struct LowBits {
  /// The bytes so far, padded with zeros.
  private(set) var bytes: [UInt8] = []
  private var count = 0

  /// Appends the low `width` bits of a number.
  mutating func put(_ number: Int, _ width: Int) {
    for place in 0..<width {
      if count % 8 == 0 { bytes.append(0) }
      bytes[bytes.count - 1] |= UInt8(number >> place & 1) << UInt8(count % 8)
      count += 1
    }
  }
}
