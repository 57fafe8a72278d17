// What stands behind a JPEG's last picture although no list names it (ITU T.81, B.1.1.3, knows nothing of it).

internal import UprightGeometry

/// Bytes behind a JPEG's pictures.
public struct ImageTrailer: Hashable, Sendable {
  /// Where they stand in the file.
  public let range: Range<Int>
  /// The film in them, where one starts near their beginning, as in early motion photos.
  public let video: ImagePart?

  /// What is odd, in words.
  public var finding: Finding {
    Finding(
      .trailer,
      video == nil
        ? "\(range.count) bytes follow the picture"
        : "a film follows the picture, and its orientation is \(video?.orientation.exif.rawValue ?? 1)")
  }
}

extension Probe {
  /// The bytes behind a JPEG's picture and everything that its lists name; nil where there are none, and in other formats.
  ///
  /// A probe finds what lists name and reads no coded data. This reads them all, because only they tell where the picture ends.
  ///
  /// - Throws: `MetadataError` `.unreadable` where the disk fails.
  public func trailer(in source: some ByteSource) throws(MetadataError) -> ImageTrailer? {
    guard let jpeg = header.jpeg else { return nil }
    let end = max(try imageEnd(in: source), jpeg.attachments.map(\.range.upperBound).max() ?? 0)
    guard end < source.byteCount else { return nil }
    let range = end..<source.byteCount
    return ImageTrailer(range: range, video: try video(in: source, range)?.part(besides: orientation))
  }

  /// Whether bytes may follow a JPEG that ends as a picture does: false only where its last two bytes are the first marker EOI of the coded
  /// data, or a list names what ends there. Cheaper than `trailer(in:)`, because it passes over two bytes at a time.
  ///
  /// - Throws: `MetadataError` `.unreadable` where the disk fails.
  package func mayHaveTrailer(in source: some ByteSource) throws(MetadataError) -> Bool {
    guard let jpeg = header.jpeg else { return false }
    if jpeg.attachments.contains(where: { $0.range.upperBound == source.byteCount }) { return false }
    var position = jpeg.scanOffset
    while position < source.byteCount {
      let chunk = try source.read(position..<min(source.byteCount, position + 1 << 16))
      if let end = Self.endMarker(in: chunk) { return position + end != source.byteCount }
      guard position + chunk.count < source.byteCount, chunk.count > 1 else { break }
      position += chunk.count - 1
    }
    return true
  }

  /// One past the first EOI, wherever it stands.
  private static func endMarker(in bytes: [UInt8]) -> Int? {
    var index = 1
    while index < bytes.count {
      if bytes[index] == 0xD9, bytes[index - 1] == 0xFF { return index + 1 }
      if bytes[index] == 0xFF, index + 1 < bytes.count, bytes[index + 1] == 0xD9 { return index + 2 }
      index += 2
    }
    return nil
  }

  /// A film's first box bears its name four bytes from its start; makers' own bytes may stand before it.
  private func video(in source: some ByteSource, _ range: Range<Int>) throws(MetadataError) -> JPEGAttachment? {
    let head = try source.read(range.prefix(1 << 16))
    var at = 4
    while let name = XMPProperty.firstRange(of: Array("ftyp".utf8), in: head, from: at) {
      if let video = JPEGAttachment.video(source, in: range.lowerBound + name.lowerBound - 4..<range.upperBound) {
        return video
      }
      at = name.upperBound
    }
    return nil
  }
}
