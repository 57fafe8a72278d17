// The coded data of a JPEG from its first scan to EOI, and the segments between scans (ITU T.81, B.1.1 and B.2.1).

/// The end of the coded data, found marker by marker.
struct CodedScans {
  /// One past EOI; the source's end if there is none.
  private(set) var end: Int
  /// Whether there is an EOI.
  private(set) var isClosed = false
  /// The application segments and comments between scans, as far as they are counted.
  private(set) var segments: [JPEGSegment] = []

  private static let (chunk, segmentLimit) = (1 << 17, 4_096)

  /// Searches the data that starts at `start`.
  ///
  /// - Throws: `.unreadable`.
  init(_ source: some ByteSource, from start: Int) throws(MetadataError) {
    let byteCount = source.byteCount
    end = byteCount
    var position = start
    while position < byteCount {
      let bytes = try source.read(position..<min(byteCount, position + Self.chunk))
      guard bytes.count > 1 else { return }
      guard let next = take(bytes, at: position, byteCount: byteCount) else { return }
      position = next
    }
  }

  /// Searches some bytes. Returns where to go on; nil at EOI.
  private mutating func take(_ bytes: [UInt8], at position: Int, byteCount: Int) -> Int? {
    let span = bytes.span
    var at = span.firstFF(from: 0)
    while at + 1 < span.count {
      let marker = span[at + 1]
      switch marker {
      case 0x00, 0x01, 0xD0...0xD8: at += 2
      case 0xFF: at += 1
      case 0xD9:
        (end, isClosed) = (position + at + 2, true)
        return nil
      default:
        guard at + 3 < span.count else {
          // The length is in the next bytes; if there are none, the segment is cut off.
          return at > 0 && position + at + 3 < byteCount ? position + at : byteCount
        }
        let length = max(2, Int(span[at + 2]) << 8 | Int(span[at + 3]))
        note(marker, at: position + at, length: length, byteCount: byteCount)
        at += 2 + length
        if at >= span.count { return position + at }
      }
      at = span.firstFF(from: at)
    }
    return at < span.count ? position + at : position + span.count
  }

  private mutating func note(_ marker: UInt8, at offset: Int, length: Int, byteCount: Int) {
    guard (0xE0...0xEF).contains(marker) || marker == 0xFE, segments.count < Self.segmentLimit else { return }
    let payload = offset + 4..<max(offset + 4, min(byteCount, offset + 2 + length))
    segments.append(JPEGSegment(marker: marker, offset: offset, payload: payload))
  }
}
