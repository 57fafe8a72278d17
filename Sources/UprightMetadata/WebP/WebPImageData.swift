// The chunks that code a WebP's picture, and what they say of its samples (RFC 9649, 2.5 to 2.7 and 3.4).

internal import UprightGeometry

/// Where the picture is coded, and how.
struct WebPImageData: Hashable, Sendable {
  /// The extended header's chunk.
  private(set) var header: Range<Int>?
  /// The chunk with the opacity of a lossy picture.
  private(set) var opacity: Range<Int>?
  /// The chunk with the picture itself.
  private(set) var image: Range<Int>?
  /// Whether there are several frames, or the header says so.
  private(set) var isAnimated = false
  /// The frames.
  private(set) var frames: [Animation.Frame] = []
  private var isLossless = false
  private var imageHasAlpha = false
  private var announcesAlpha = false
  /// Whether all frames so far keep the rules; those behind one that does not are none.
  private var isWhole = true

  /// Takes a chunk; `flags` is the first byte of an extended header, `alpha` what a lossless picture says of itself.
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

  /// What the chunks inside a frame say of its samples.
  struct FrameImage: Hashable, Sendable {
    /// Whether all of its pixels are opaque.
    var isOpaque = false
    /// Whether it is coded without loss.
    var isLossless = false
  }

  /// Takes a frame: the 16 bytes that open its chunk (RFC 9649, 2.7.1.1), and what the chunks inside say.
  mutating func takeFrame(_ chunk: RIFFChunk, _ head: [UInt8], _ image: FrameImage, on canvas: PixelSize<Stored>) {
    isAnimated = true
    guard head.count == 16, chunk.payload.count >= 24, isWhole else { return isWhole = false }
    func number(_ start: Int) -> Int { RIFFChunk.number(head[start..<start + 3]) }
    let place = PixelRect<Stored>(
      x: 2 * number(0), y: 2 * number(3), width: number(6) + 1, height: number(9) + 1)
    guard place.x <= canvas.width, place.y <= canvas.height, place.width <= canvas.width - place.x,
      place.height <= canvas.height - place.y
    else { return isWhole = false }
    frames.append(
      Animation.Frame(
        rect: place, disposal: head[15] & 1 == 1 ? .clear : .keep, blends: head[15] & 2 == 0,
        isOpaque: image.isOpaque, isLossless: image.isLossless, offset: chunk.offset))
  }

  /// The animation; nil for a still image, or where no frame can be told.
  var animation: Animation? { isAnimated && !frames.isEmpty ? Animation(frames) : nil }

  /// What the samples of a frame are, once it is composed.
  func samples(ofFrame number: Int, on canvas: PixelSize<Stored>) -> SampleCoding? {
    guard let animation, number > 0 else { return samples }
    let isWhole = animation.isWhole(number, on: canvas)
    return SampleCoding(
      color: .rgb, hasTransparency: !animation.isOpaque(number, on: canvas),
      isLossless: isWhole ? animation.frames[min(number, frames.count) - 1].isLossless : animation.isLossless(number))
  }

  /// The chunks that a decoder needs, in their order.
  var chunks: [Range<Int>] {
    guard let image else { return [] }
    guard let header else { return [image] }
    return [header] + (isLossless ? [] : opacity.map { [$0] } ?? []) + [image]
  }

  /// What the samples are.
  var samples: SampleCoding {
    let isOpaque = isLossless ? !imageHasAlpha : !announcesAlpha && (header == nil || opacity == nil)
    return SampleCoding(
      color: .rgb, hasTransparency: !isOpaque, isLossless: isLossless,
      unsupportedReason: !frames.isEmpty
        ? nil
        : isAnimated
          ? "the WebP says that it is animated, and has no frame"
          : image == nil ? "the WebP has a header and no picture" : nil)
  }
}
