// The bytes that code an image, without descriptive metadata (ITU T.81, B.2.4.6 for JPEG; ISO 15948, 5.6 and 11.3 for
// PNG).

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
