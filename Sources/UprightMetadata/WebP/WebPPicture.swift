// The chunks that code a WebP's picture, and what they say of its samples (RFC 9649, 2.5 to 2.7 and 3.4).

/// Where the picture is coded, and how.
struct WebPPicture: Hashable, Sendable {
  /// The extended header's chunk.
  private(set) var header: Range<Int>?
  /// The chunk with the opacity of a lossy picture.
  private(set) var opacity: Range<Int>?
  /// The chunk with the picture itself.
  private(set) var image: Range<Int>?
  /// Whether there are several frames, or the header says so.
  private(set) var isAnimated = false
  private var isLossless = false
  private var imageHasAlpha = false
  private var announcesAlpha = false

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
    case "ANIM", "ANMF": isAnimated = true
    default: break
    }
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
      obstacle: isAnimated
        ? "the WebP is animated, and its further frames would not turn with the first"
        : image == nil ? "the WebP has a header and no picture" : nil)
  }
}
