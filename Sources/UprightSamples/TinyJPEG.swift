// A baseline JPEG built in code: the image, and any segments in any order (ITU T.81, annexes A, B, F and K).

internal import UprightGeometry

/// A JPEG file: an image, how it is coded, and its segments.
public struct TinyJPEG: Sendable {
  /// How the two color components are sampled relative to the first.
  public enum Sampling: String, CaseIterable, Sendable {
    /// Equally.
    case full = "4:4:4"
    /// Half horizontally.
    case halfWidth = "4:2:2"
    /// Half horizontally and vertically.
    case half = "4:2:0"
    /// Half vertically.
    case halfHeight = "4:4:0"

    /// The first component's factors; the others are 1 and 1.
    public var factors: (horizontal: Int, vertical: Int) {
      switch self {
      case .full: (1, 1)
      case .halfWidth: (2, 1)
      case .half: (2, 2)
      case .halfHeight: (1, 2)
      }
    }
  }

  /// The stored image: gray, RGB (coded as YCbCr) or CMYK (coded unconverted).
  public var image: TinyImage
  /// 1…100 on the scale of the Independent JPEG Group; at 100 every divisor is 1.
  public var quality = 100
  /// The chroma subsampling; no effect on gray and CMYK.
  public var sampling = Sampling.full
  /// Whether RGB becomes YCbCr; otherwise the components are named R, G and B.
  public var convertsColor = true
  /// Blocks (MCUs) between restart markers; 0 for none.
  public var restartInterval = 0
  /// Segments right after the start of the file.
  public var segments: [TinySegment] = []
  /// Segments between the frame header and the scan.
  public var segmentsAfterFrame: [TinySegment] = []
  /// Additional images after the end of this one, listed in a multi-image index that follows `segments`.
  public var furtherImages: [[UInt8]] = []
  /// The type of the additional images (CIPA DC-007, table 4); by default, stereo views.
  public var furtherType = 0x0002_0002
  /// Bytes after everything else.
  public var trailer: [UInt8] = []

  /// A file of this image with these segments.
  public init(_ image: TinyImage, segments: [TinySegment] = []) {
    self.image = image
    self.segments = segments
  }

  /// A tagged file; the caller stores `image` as the tag of `block` requires.
  public init(_ image: TinyImage, exif block: TinyTIFF) { self.init(image, segments: [.exif(block)]) }

  /// The whole file.
  public var bytes: [UInt8] {
    let head = [0xFF, 0xD8] + segments.flatMap(\.bytes)
    let image = codedImage
    guard !furtherImages.isEmpty else { return head + image + trailer }
    let blank = furtherImages.map { _ in (offset: 0, byteCount: 0) } + [(offset: 0, byteCount: 0)]
    let firstCount = head.count + TinySegment.multiPicture(blank).bytes.count + image.count
    var index = [(offset: 0, byteCount: firstCount)]
    var next = firstCount - (head.count + 8)
    for further in furtherImages {
      index.append((offset: next, byteCount: further.count))
      next += further.count
    }
    return head + TinySegment.multiPicture(index, type: furtherType).bytes + image + furtherImages.flatMap { $0 }
      + trailer
  }

  /// From the quantization tables to the end marker.
  private var codedImage: [UInt8] {
    let planes = TinyPlane.planes(of: image, sampling: sampling, convertsColor: convertsColor)
    let tables = [JPEGQuantization.luma, JPEGQuantization.chroma].map { JPEGQuantization.scaled($0, quality: quality) }
    var result = tables.prefix(planes.contains { $0.table == 1 } ? 2 : 1).enumerated().flatMap { index, table in
      TinySegment(0xDB, [UInt8(index)] + JPEGQuantization.zigzag.map { table[$0] }).bytes
    }
    result += frameHeader(planes) + segmentsAfterFrame.flatMap(\.bytes) + huffmanSegment
    if restartInterval > 0 {
      result += TinySegment(0xDD, TinyTIFF.ByteOrder.big.bytes(restartInterval, width: 2)).bytes
    }
    result += scanHeader(planes)
    result += TinyScan.bytes(of: planes, tables: tables, restartInterval: restartInterval)
    return result + [0xFF, 0xD9]
  }

  private func frameHeader(_ planes: [TinyPlane]) -> [UInt8] {
    let order = TinyTIFF.ByteOrder.big
    let size = order.bytes(image.height, width: 2) + order.bytes(image.width, width: 2)
    let components = planes.flatMap { [$0.identifier, UInt8($0.horizontal << 4 | $0.vertical), UInt8($0.table)] }
    return TinySegment(0xC0, [8] + size + [UInt8(planes.count)] + components).bytes
  }

  private var huffmanSegment: [UInt8] {
    let tables: [(UInt8, JPEGTables.Huffman)] = [
      (0x00, .lumaDC), (0x10, .lumaAC), (0x01, .chromaDC), (0x11, .chromaAC),
    ]
    return TinySegment(0xC4, tables.flatMap { [$0] + $1.counts + $1.values }).bytes
  }

  private func scanHeader(_ planes: [TinyPlane]) -> [UInt8] {
    let components = planes.flatMap { [$0.identifier, UInt8($0.table << 4 | $0.table)] }
    return TinySegment(0xDA, [UInt8(planes.count)] + components + [0, 63, 0]).bytes
  }
}

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
