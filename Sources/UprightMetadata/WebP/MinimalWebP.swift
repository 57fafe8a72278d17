// A WebP with nothing in it but its picture (RFC 9649, 2.4 to 2.7): what a decoder is given, so that it never walks through metadata.

internal import UprightGeometry

/// The bytes of a WebP's picture: a file's head, the extended header where there is one, opacity, and the coded picture.
public struct MinimalWebP: ByteSource {
  private let head: [UInt8]
  private let chunks: JoinedRanges

  /// How many bytes are left.
  public var byteCount: Int { head.count + chunks.byteCount }

  /// Reads the places of the chunks of `source`.
  ///
  /// - Throws: `MetadataError` `.imageMissing` where there is none, or the error that came before it; `.unreadable`.
  public init(_ source: some ByteSource) throws(MetadataError) {
    let picture = try WebPHeader(source).picture
    guard picture.image != nil else { throw MetadataError(.imageMissing, at: WebPFrame.start) }
    chunks = JoinedRanges(source, keeping: picture.chunks)
    head = Array("RIFF".utf8) + RIFFChunk.field(4 + chunks.byteCount) + Array("WEBP".utf8)
  }

  /// One frame of an animated WebP, counted from 1, as a WebP of its own, as large as the frame's place; `animation` is what `source` says of its frames.
  ///
  /// - Throws: `MetadataError` `.imageMissing` where there is none; `.truncated`, `.tooManyStructures`, `.tooMuchMetadata`, `.unreadable`.
  package init(_ source: some ByteSource, frame number: Int, of animation: Animation) throws(MetadataError) {
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

  /// The bytes of `range`, clipped to what is left.
  ///
  /// - Throws: `MetadataError` `.unreadable` where the disk fails.
  public func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
    let range = range.clamped(to: 0..<byteCount)
    let opening = head[range.clamped(to: 0..<head.count)]
    let rest = range.clamped(to: head.count..<byteCount)
    let coded = try chunks.read(rest.lowerBound - head.count..<rest.upperBound - head.count)
    return opening.isEmpty ? coded : opening + coded
  }
}
