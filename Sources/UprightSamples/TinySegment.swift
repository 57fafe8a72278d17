// A JPEG marker segment, as in photos (ITU T.81, B.1.1.4; EXIF 2.32, 4.5.4; XMP part 3, 1.1.3; ICC.1, B.4).

/// A marker segment; its length is computed when it is written.
public struct TinySegment: Sendable {
  /// The marker's second byte.
  public var marker: UInt8
  /// What follows the two length bytes.
  public var payload: [UInt8]
  /// The number of fill bytes (0xFF) before the marker (ITU T.81, B.1.1.2).
  public var fillBytes = 0

  /// A segment of any kind.
  public init(_ marker: UInt8, _ payload: [UInt8], fillBytes: Int = 0) {
    self.marker = marker
    self.payload = payload
    self.fillBytes = fillBytes
  }

  /// The segment's bytes in a file.
  public var bytes: [UInt8] {
    let length = payload.count + 2
    return Array(repeating: 0xFF, count: fillBytes + 1)
      + [marker, UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length)] + payload
  }

  /// JFIF 1.02, square pixels, no thumbnail.
  public static let jfif = TinySegment(0xE0, Array("JFIF\0".utf8) + [1, 2, 0, 0, 1, 0, 1, 0, 0])

  /// The six bytes that begin an Exif segment.
  public static let exifPrefix: [UInt8] = Array("Exif\0\0".utf8)

  /// An Exif segment around a block.
  public static func exif(_ block: [UInt8], prefix: [UInt8] = exifPrefix) -> TinySegment {
    TinySegment(0xE1, prefix + block)
  }

  /// An Exif segment around a block.
  public static func exif(_ block: TinyTIFF) -> TinySegment { exif(block.bytes) }

  /// An XMP segment around a packet.
  public static func xmp(_ packet: [UInt8]) -> TinySegment {
    TinySegment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + packet)
  }

  /// A profile in as many segments as it needs, each with its number and their count.
  public static func icc(_ profile: [UInt8], chunk: Int = 65_519) -> [TinySegment] {
    let starts = Array(stride(from: 0, to: profile.count, by: chunk))
    return starts.enumerated().map { index, start in
      let head = Array("ICC_PROFILE\0".utf8) + [UInt8(index + 1), UInt8(starts.count)]
      return TinySegment(0xE2, head + profile[start..<min(profile.count, start + chunk)])
    }
  }

  /// Bytes with the size and the signature of an ICC profile, without meaning.
  public static func profile(byteCount: Int) -> [UInt8] {
    var bytes = (0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    bytes.replaceSubrange(0..<4, with: TinyTIFF.ByteOrder.big.bytes(byteCount, width: 4))
    bytes.replaceSubrange(36..<40, with: "acsp".utf8)
    return bytes
  }

  /// Adobe's segment, which states how the components form a color: 0 unconverted, 1 YCbCr, 2 YCCK.
  public static func adobe(transform: UInt8) -> TinySegment {
    TinySegment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, transform])
  }

  /// A comment.
  public static func comment(_ text: String) -> TinySegment { TinySegment(0xFE, Array(text.utf8)) }

  /// The index of a file with several images (CIPA DC-007, 5.2); offsets are relative to its byte order mark, the first
  /// is 0. `type` is that of the others (table 4), by default stereo views.
  public static func multiPicture(
    _ images: [(offset: Int, byteCount: Int)], type: Int = 0x0002_0002
  ) -> TinySegment {
    let order = TinyTIFF.ByteOrder.big
    var entries: [UInt8] = []
    for (index, image) in images.enumerated() {
      let numbers = [index == 0 ? 0x2003_0000 : type, image.byteCount, image.offset, 0]
      for number in numbers { entries += order.bytes(number, width: 4) }
    }
    let index = TinyTIFF(
      order,
      ifd0: [
        TinyEntry(0xB000, .undefined, Array("0100".utf8).map(Int.init)),
        TinyEntry(0xB001, .long, [images.count]),
        TinyEntry(0xB002, .undefined, entries.map(Int.init)),
      ])
    return TinySegment(0xE2, Array("MPF\0".utf8) + index.bytes)
  }
}
