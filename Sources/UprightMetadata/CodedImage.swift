// The bytes that code a picture, without those that only speak of it (ITU T.81, B.2.4.6 for JPEG; ISO 15948, 5.6 and 11.3 for PNG).

extension Probe {
  /// The file without its metadata and what follows the picture: two files that agree in it hold the same stored picture.
  ///
  /// Colour profiles count as coding. What the components of a JPEG mean is said by `jpeg` as well, because a JFIF segment is left out.
  ///
  /// - Returns: nil where the container's parts are not told apart, or where they break off.
  /// - Throws: `MetadataError` `.unreadable` where the disk fails.
  public func codedImage(in source: some ByteSource) throws(MetadataError) -> (any ByteSource)? {
    guard let omitted = try metadata(in: source) else { return nil }
    return JoinedRanges(source, without: omitted)
  }

  /// Where the metadata lies, and what follows the picture, in order.
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
    case .gif, .bmp, .webp, .tiff, .heif, .avif, .jpegXL, .mp4, .quickTime: return nil
    }
  }

  /// The chunks of a PNG that say nothing about its pixels.
  private static let spoken: Set<FourCC> = ["eXIf", "tEXt", "zTXt", "iTXt", "tIME"]

  private static func metadata(ofPNG source: some ByteSource) throws(MetadataError) -> [Range<Int>] {
    var reader = RangeReader(source, structures: 1_000_000)
    var (omitted, offset): ([Range<Int>], Int) = ([], 8)
    while true {
      let chunk = try reader.chunk(at: offset)
      offset = chunk.end
      if spoken.contains(chunk.kind) { omitted.append(chunk.offset..<chunk.end) }
      if chunk.kind == "IEND" { return omitted + [offset..<source.byteCount] }
    }
  }
}
