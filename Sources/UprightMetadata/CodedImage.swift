// The bytes that code an image, without descriptive metadata (ITU T.81, B.2.4.6 for JPEG; ISO 15948, 5.6 and 11.3 for
// PNG). A WebP reduced to its image (RFC 9649, 2.4 to 2.7), so that a decoder never parses metadata.

internal import UprightGeometry

extension Probe {
  /// The file without its metadata and attachments. Two files with equal results hold the same stored image.
  ///
  /// Color profiles are part of the coding. Compare `jpeg` as well: the result omits the JFIF segment, which defines
  /// what a JPEG's components mean.
  ///
  /// - Returns: nil if the container's parts cannot be told apart, or are truncated.
  /// - Throws: `MetadataError` `.unreadable` on an I/O error.
  public func codedImage(in source: some ByteSource) throws(MetadataError) -> (any ByteSource)? {
    guard let omitted = try metadata(in: source) else { return nil }
    return JoinedRanges(source, without: omitted)
  }

  /// The byte ranges of the metadata and of everything after the image, in order.
  private func metadata(in source: some ByteSource) throws(MetadataError) -> [Range<Int>]? {
    switch format {
    case .jpeg:
      guard let header = header.jpeg, header.scanOffset < source.byteCount else { return nil }
      let segments = header.applications.filter { $0.kind != .icc && $0.kind != .adobe }.map(\.segment)
      return segments.map { $0.offset..<$0.payload.upperBound } + [try imageEnd(in: source)..<source.byteCount]
    case .png:
      do throws(MetadataError) { return try Self.metadata(ofPNG: source) } catch {
        if error.code == .unreadable { throw error }
        return nil
      }
    default: return nil
    }
  }

  /// The chunks of a PNG that do not affect its pixels.
  private static let spoken: Set<FourCC> = ["eXIf", "tEXt", "zTXt", "iTXt", "tIME"]

  private static func metadata(ofPNG source: some ByteSource) throws(MetadataError) -> [Range<Int>] {
    var walker = PNGWalker(source)
    var (omitted, end): ([Range<Int>], Int) = ([], 0)
    while let chunk = try walker.next() {
      end = chunk.end
      if spoken.contains(chunk.kind) { omitted.append(chunk.offset..<chunk.end) }
    }
    return omitted + [end..<source.byteCount]
  }
}

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
    head = Array("RIFF".utf8) + LittleEndian.bytes(4 + chunks.byteCount) + Array("WEBP".utf8)
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
    let sides = [frame.rect.width - 1, frame.rect.height - 1].flatMap { LittleEndian.bytes($0, size: 3) }
    let extended = hasOpacity ? RIFFChunk.bytes("VP8X", [WebPFlag.alpha, 0, 0, 0] + sides) : []
    head =
      Array("RIFF".utf8) + LittleEndian.bytes(4 + extended.count + chunks.byteCount) + Array("WEBP".utf8) + extended
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
