// A WebP with nothing in it but its picture (RFC 9649, 2.4 to 2.7): what a decoder is given, so that it never walks through metadata.

/// The bytes of a WebP's picture: a file's head, the extended header where there is one, opacity, and the coded picture.
public struct PlainWebP: ByteSource {
  private let head: [UInt8]
  private let chunks: JoinedRanges

  /// How many bytes are left.
  public var byteCount: Int { head.count + chunks.byteCount }

  /// Reads the places of the chunks of `source`.
  ///
  /// - Throws: `MetadataError` `.pictureMissing` where there is none, or the error that came before it; `.unreadable`.
  public init(_ source: some ByteSource) throws(MetadataError) {
    let picture = try WebPHeader(source).picture
    guard picture.image != nil else { throw MetadataError(.pictureMissing, at: WebPFrame.start) }
    chunks = JoinedRanges(source, keeping: picture.chunks)
    head = Array("RIFF".utf8) + RIFFChunk.field(4 + chunks.byteCount) + Array("WEBP".utf8)
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
