// A WebP reduced to its image (RFC 9649, 2.4 to 2.7), so that a decoder never parses metadata.

internal import UprightGeometry

/// The bytes of a WebP's image: the file header, the extended header if present, alpha, and the coded image.
public struct MinimalWebP: ByteSource {
  private let head: [UInt8]
  private let chunks: JoinedRanges

  /// Number of remaining bytes.
  public var byteCount: Int { head.count + chunks.byteCount }

  /// Locates the chunks of `source`.
  ///
  /// - Throws: `MetadataError` `.imageMissing` if there is no image, or the error that hides it; `.unreadable`.
  public init(_ source: some ByteSource) throws(MetadataError) {
    let imageData = try WebPHeader(source).imageData
    guard imageData.image != nil else { throw MetadataError(.imageMissing, at: WebPFrame.start) }
    chunks = JoinedRanges(source, keeping: imageData.chunks)
    head = Array("RIFF".utf8) + RIFFChunk.field(4 + chunks.byteCount) + Array("WEBP".utf8)
  }

  /// One frame of an animated WebP (1-based) as a separate WebP of the frame's size; `animation` describes the frames
  /// of `source`.
  ///
  /// - Throws: `MetadataError` `.imageMissing` if there is no such frame; `.truncated`, `.tooManyStructures`,
  ///   `.tooMuchMetadata`, `.unreadable`.
  package init(_ source: some ByteSource, frame number: Int, of animation: ImageAnimation) throws(MetadataError) {
    guard animation.frames.indices.contains(number - 1) else {
      throw MetadataError(.imageMissing, at: WebPFrame.start)
    }
    let frame = animation.frames[number - 1]
    var reader = RangeReader(source)
    let chunk = try reader.riffChunk(at: frame.offset)
    var (kept, hasOpacity): ([Range<Int>], Bool) = ([], false)
    var offset = chunk.payload.lowerBound + 16
    while chunk.payload.upperBound - offset >= 8 {
      let part = try reader.riffChunk(at: offset)
      guard part.payload.upperBound <= chunk.payload.upperBound else { break }
      offset = part.end
      let isImage = part.kind == "VP8 " || part.kind == "VP8L"
      if part.kind == "ALPH", kept.isEmpty { (kept, hasOpacity) = ([part.offset..<part.end], true) }
      guard isImage else { continue }
      kept = (part.kind == "VP8L" ? [] : kept) + [part.offset..<part.end]
      hasOpacity = hasOpacity && part.kind == "VP8 "
      break
    }
    guard !kept.isEmpty, let last = kept.last, try reader.riffChunk(at: last.lowerBound).kind != "ALPH" else {
      throw MetadataError(.imageMissing, at: frame.offset)
    }
    chunks = JoinedRanges(source, keeping: kept)
    let sides = [frame.rect.width - 1, frame.rect.height - 1].flatMap { RIFFChunk.field($0).prefix(3) }
    let extended = hasOpacity ? RIFFChunk.bytes("VP8X", [WebPFlag.alpha, 0, 0, 0] + sides) : []
    head =
      Array("RIFF".utf8) + RIFFChunk.field(4 + extended.count + chunks.byteCount) + Array("WEBP".utf8) + extended
  }

  /// The bytes of `range`, clipped to the remaining bytes.
  ///
  /// - Throws: `MetadataError` `.unreadable` on an I/O error.
  public func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
    let range = range.clamped(to: 0..<byteCount)
    let opening = head[range.clamped(to: 0..<head.count)]
    let rest = range.clamped(to: head.count..<byteCount)
    let coded = try chunks.read(rest.lowerBound - head.count..<rest.upperBound - head.count)
    return opening.isEmpty ? coded : opening + coded
  }
}
