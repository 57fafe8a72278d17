// Where the image of a file ends, and what follows it (ITU T.81, B.1.1.3; PNG 3rd edition, 5.6).

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
    var search = ImageEnd()
    if let end = header.png?.end ?? header.webp?.frame.end { return end }
    guard var position = header.jpeg?.scanOffset else { return source.byteCount }
    while position < source.byteCount {
      let chunk = try source.read(position..<min(source.byteCount, position + 1 << 16))
      if let end = search.find(in: chunk) { return position + end }
      guard !chunk.isEmpty else { break }
      position += chunk.count
    }
    return source.byteCount
  }

  /// Whether the end of the image is missing; for a JPEG, its coded data is read unless the file ends with EOI.
  package func isCut(in source: some ByteSource) -> Bool {
    guard let start = header.jpeg?.scanOffset else { return isTruncated }
    let tail = try? source.read(max(0, source.byteCount - 2)..<source.byteCount)
    return tail != [0xFF, 0xD9] && ImageEnd.offset(in: source, after: start) == nil
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
