// Where the image of a file ends, and what follows it (ITU T.81, B.1.1.3; PNG 3rd edition, 5.6). Bytes after a JPEG's
// last image that no index names (not covered by ITU T.81, B.1.1.3).

internal import UprightGeometry

extension Probe {
  /// Bytes after the end of a PNG or WebP and its attachments, which its headers give. nil for other formats, and for a
  /// JPEG, because that would require reading its coded data.
  package var trailingByteCount: Int? {
    (header.png?.end ?? header.webp?.frame.end).map { end in
      let listed = attachments.filter { $0.range.lowerBound >= end }.reduce(0) { $0 + $1.range.count }
      return max(0, byteCount - end - listed)
    }
  }

  /// The offset one past the end of a JPEG, PNG or WebP, where a trailer begins. For other formats, or if the end is
  /// missing, the end of the source.
  ///
  /// - Throws: `MetadataError` `.unreadable` on an I/O error.
  public func imageEnd(in source: some ByteSource) throws(MetadataError) -> Int {
    if let end = header.png?.end ?? header.webp?.frame.end { return end }
    guard let start = header.jpeg?.scanOffset else { return source.byteCount }
    return try CodedScans(source, from: start, segmentLimit: 0).end
  }

  /// Whether the end of the image is missing; for a JPEG, its coded data is read unless the file ends with EOI.
  package func isCut(in source: some ByteSource) -> Bool {
    guard let start = header.jpeg?.scanOffset else { return isTruncated }
    let tail = try? source.read(max(0, source.byteCount - 2)..<source.byteCount)
    return tail != [0xFF, 0xD9] && CodedScans.imageEnd(in: source, after: start) == nil
  }

  /// What replaces the index at the file's end if blocks of Samsung's trailer have new lengths, and where it starts in
  /// the source; nil if nothing changes.
  package func trailerIndex(
    after changes: [CarriedAttachment], in source: some ByteSource
  ) -> (start: Int, bytes: [UInt8])? {
    guard attachments.contains(where: \.isBlock), let trailer = SamsungTrailer(source) else { return nil }
    return trailer.rewritten(changes).map { (trailer.indexStart, $0) }
  }
}

extension Thumbnail {
  /// Whether its file ends with EOI, so that no coded data is missing (ITU T.81, B.1.1.3).
  public var isWhole: Bool {
    guard let probe = try? Probe(bytes), let end = try? probe.imageEnd(in: bytes), end >= 2 else { return false }
    return bytes[end - 2..<end].elementsEqual([0xFF, 0xD9])
  }
}

/// The bytes after a JPEG's images.
public struct ImageTrailer: Hashable, Sendable {
  /// Their range in the file.
  public let range: Range<Int>
  /// The video in them, if one starts near their beginning, as in early motion photos.
  public let video: ImagePart?

  /// The finding that describes them.
  public var finding: Finding {
    Finding(
      .trailer,
      video == nil
        ? "\(range.count) bytes follow the image"
        : "a video follows the image; its orientation is \(video?.orientation.exif.rawValue ?? 1)")
  }
}

extension Probe {
  /// The bytes after a JPEG's image and everything that its indexes name; nil if there are none, and for other
  /// formats.
  ///
  /// A probe finds attachments named in indexes without reading coded data. This function reads all coded data,
  /// because only that reveals where the image ends.
  ///
  /// - Throws: `MetadataError` `.unreadable` on an I/O error.
  public func trailer(in source: some ByteSource) throws(MetadataError) -> ImageTrailer? {
    guard let jpeg = header.jpeg else { return nil }
    let end = max(try imageEnd(in: source), jpeg.attachments.map(\.range.upperBound).max() ?? 0)
    guard end < source.byteCount else { return nil }
    let range = end..<source.byteCount
    return ImageTrailer(range: range, video: try video(in: source, range)?.part(besides: orientation))
  }

  /// Whether a JPEG may have a trailer. Cheaper than `trailer(in:)`, because it tests only every second byte.
  ///
  /// False only in two cases. Either the file's last two bytes are the first EOI marker of the coded data, or an
  /// index names an attachment that ends there.
  ///
  /// - Parameter dataEnd: Where the coded data ends, if that is known; otherwise it is searched.
  /// - Throws: `MetadataError` `.unreadable` on an I/O error.
  package func mayHaveTrailer(in source: some ByteSource, after dataEnd: Int? = nil) throws(MetadataError) -> Bool {
    guard let jpeg = header.jpeg else { return false }
    if jpeg.attachments.contains(where: { $0.range.upperBound == source.byteCount }) { return false }
    var position = max(jpeg.scanOffset, dataEnd ?? 0)
    while position < source.byteCount {
      let chunk = try source.read(position..<min(source.byteCount, position + 1 << 16))
      if let end = Self.endMarker(in: chunk) { return position + end != source.byteCount }
      guard position + chunk.count < source.byteCount, chunk.count > 1 else { break }
      position += chunk.count - 1
    }
    return true
  }

  /// One past the first EOI at any position.
  private static func endMarker(in bytes: [UInt8]) -> Int? {
    let span = bytes.span
    var at = span.firstMarker(from: 0)
    while at + 1 < span.count {
      if span[at + 1] == 0xD9 { return at + 2 }
      at = span.firstMarker(from: at + 1)
    }
    return nil
  }

  /// The video that starts near the beginning of a range.
  func video(in source: some ByteSource, _ range: Range<Int>) throws(MetadataError) -> JPEGAttachment? {
    try JPEGAttachment.video(source, near: range)
  }
}
