// The chunks that code a WebP's image, and how they describe its samples (RFC 9649, 2.5 to 2.7 and 3.4). The size of a
// WebP's image: canvas (RFC 9649, 2.7.1), lossy (RFC 6386, 9.1) or lossless (RFC 9649, 3.4).

internal import UprightGeometry

/// The ranges and properties of the coded image.
struct WebPImageData: Hashable, Sendable {
  /// The extended header's chunk.
  private(set) var header: Range<Int>?
  /// The alpha chunk of a lossy image.
  private(set) var opacity: Range<Int>?
  /// The chunk of the image itself.
  private(set) var image: Range<Int>?
  /// Whether there are several frames, or the header states so.
  private(set) var isAnimated = false
  /// The frames.
  private(set) var frames: [ImageAnimation.Frame] = []
  private var isLossless = false
  private var imageHasAlpha = false
  private var announcesAlpha = false
  /// Whether all frames so far are valid; frames after an invalid one are ignored.
  private var isWhole = true

  /// Adds a chunk; `flags` is the first byte of an extended header, `alpha` the alpha flag of a lossless image.
  mutating func take(_ chunk: RIFFChunk, flags: UInt8 = 0, alpha: Bool = false) {
    let place = chunk.offset..<chunk.end
    switch chunk.kind {
    case "VP8X" where header == nil:
      header = place
      announcesAlpha = flags & WebPFlag.alpha != 0
      isAnimated = isAnimated || flags & WebPFlag.animation != 0
    case "ALPH" where image == nil: opacity = place
    case "VP8 " where image == nil, "VP8L" where image == nil:
      image = place
      isLossless = chunk.kind == "VP8L"
      imageHasAlpha = alpha
    case "ANIM": isAnimated = true
    default: break
    }
  }

  /// The samples of a frame, according to its chunks.
  struct FrameImage: Hashable, Sendable {
    /// Whether all its pixels are opaque.
    var isOpaque = false
    /// Whether it is losslessly coded.
    var isLossless = false
  }

  /// Adds a frame: the 16 bytes at the start of its chunk (RFC 9649, 2.7.1.1), and the samples from its subchunks.
  mutating func takeFrame(_ chunk: RIFFChunk, _ head: [UInt8], _ image: FrameImage, on canvas: PixelSize<Stored>) {
    isAnimated = true
    guard head.count == 16, chunk.payload.count >= 24, isWhole else { return isWhole = false }
    func number(_ start: Int) -> Int { LittleEndian.number(head[start..<start + 3]) }
    let place = PixelRect<Stored>(
      x: 2 * number(0), y: 2 * number(3), width: number(6) + 1, height: number(9) + 1)
    guard place.x <= canvas.width, place.y <= canvas.height, place.width <= canvas.width - place.x,
      place.height <= canvas.height - place.y
    else { return isWhole = false }
    frames.append(
      ImageAnimation.Frame(
        rect: place, disposal: head[15] & 1 == 1 ? .clear : .keep, blends: head[15] & 2 == 0,
        isOpaque: image.isOpaque, isLossless: image.isLossless, offset: chunk.offset))
  }

  /// The animation; nil for a still image, or if no frame is valid.
  var animation: ImageAnimation? { isAnimated && !frames.isEmpty ? ImageAnimation(frames) : nil }

  /// The samples of a composed frame.
  func samples(ofFrame number: Int, on canvas: PixelSize<Stored>) -> SampleCoding? {
    guard let animation, number > 0 else { return samples }
    let isWhole = animation.isWhole(number, on: canvas)
    return SampleCoding(
      color: .rgb, hasTransparency: !animation.isOpaque(number, on: canvas),
      isLossless: isWhole ? animation.frames[min(number, frames.count) - 1].isLossless : animation.isLossless(number))
  }

  /// The chunks that a decoder needs, in order.
  var chunks: [Range<Int>] {
    guard let image else { return [] }
    guard let header else { return [image] }
    return [header] + (isLossless ? [] : opacity.map { [$0] } ?? []) + [image]
  }

  private var unsupportedReason: UnsupportedSamples? {
    guard frames.isEmpty else { return nil }
    if isAnimated { return .webP(.framesMissing) }
    return image == nil ? .webP(.imageMissing) : nil
  }

  /// The samples.
  var samples: SampleCoding {
    let isOpaque = isLossless ? !imageHasAlpha : !announcesAlpha && (header == nil || opacity == nil)
    return SampleCoding(
      color: .rgb, hasTransparency: !isOpaque, isLossless: isLossless,
      unsupportedReason: unsupportedReason)
  }
}

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
      size = PixelSize(width: LittleEndian.number(head[4..<7]) + 1, height: LittleEndian.number(head[7..<10]) + 1)
    case "VP8 ":
      guard head.count >= 10, head[0] & 1 == 0, head[3..<6].elementsEqual([0x9D, 0x01, 0x2A]) else { return nil }
      hasAlpha = false
      size = PixelSize(
        width: LittleEndian.number(head[6..<8]) & 0x3FFF, height: LittleEndian.number(head[8..<10]) & 0x3FFF)
    case "VP8L":
      guard head.count >= 5, head[0] == 0x2F else { return nil }
      let bits = LittleEndian.number(head[1..<5])
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
