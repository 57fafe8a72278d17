// The size of a WebP's image: canvas (RFC 9649, 2.7.1), lossy (RFC 6386, 9.1) or lossless (RFC 9649, 3.4).

internal import UprightGeometry

/// The header of a chunk with an image or with the extended header.
struct WebPImage: Hashable, Sendable {
  /// Columns and rows as stored.
  let size: PixelSize<Stored>
  /// Whether it states that pixels may be transparent.
  let hasAlpha: Bool

  /// Number of bytes needed from the chunk.
  static let headCount = 10

  /// From the first bytes of a chunk; nil if the chunk has another type or is invalid.
  init?(_ kind: FourCC, _ head: [UInt8]) {
    switch kind {
    case "VP8X":
      guard head.count >= 10 else { return nil }
      hasAlpha = head[0] & WebPFlag.alpha != 0
      size = PixelSize(width: RIFFChunk.number(head[4..<7]) + 1, height: RIFFChunk.number(head[7..<10]) + 1)
    case "VP8 ":
      guard head.count >= 10, head[0] & 1 == 0, head[3..<6].elementsEqual([0x9D, 0x01, 0x2A]) else { return nil }
      hasAlpha = false
      size = PixelSize(
        width: RIFFChunk.number(head[6..<8]) & 0x3FFF, height: RIFFChunk.number(head[8..<10]) & 0x3FFF)
    case "VP8L":
      guard head.count >= 5, head[0] == 0x2F else { return nil }
      let bits = RIFFChunk.number(head[1..<5])
      guard bits >> 29 == 0 else { return nil }
      hasAlpha = bits >> 28 & 1 == 1
      size = PixelSize(width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
    default: return nil
    }
    guard !size.isEmpty else { return nil }
  }
}

/// Flags of the extended header (RFC 9649, 2.7).
enum WebPFlag {
  /// Several frames.
  static let animation: UInt8 = 0x02
  /// XMP metadata.
  static let xmp: UInt8 = 0x04
  /// Exif metadata.
  static let exif: UInt8 = 0x08
  /// Alpha.
  static let alpha: UInt8 = 0x10
}
