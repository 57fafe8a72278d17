// The coded data of a JPEG from its first scan to EOI, and the segments between scans (ITU T.81, B.1.1.3, B.2.1 and
// figure B.2). The ends of JPEGs that are embedded in other bytes (ITU T.81, B.1.1).

/// The end of the coded data, found marker by marker: stuffed bytes, restart markers and segments between scans do not
/// end it.
struct CodedScans {
  /// One past EOI; the source's end if there is none.
  private(set) var end: Int
  /// Whether there is an EOI.
  private(set) var isClosed = false
  /// The first application segments and comments between scans.
  private(set) var segments: [JPEGSegment] = []
  private let segmentLimit: Int

  private static let chunk = 1 << 16

  /// Searches the data that starts at `start`, and notes at most `segmentLimit` segments.
  ///
  /// - Throws: `.unreadable`.
  init(_ source: some ByteSource, from start: Int, segmentLimit: Int = 4_096) throws(MetadataError) {
    self.segmentLimit = segmentLimit
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
    var at = span.firstMarker(from: 0)
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
      at = span.firstMarker(from: at)
    }
    return at < span.count ? position + at : position + span.count
  }

  private mutating func note(_ marker: UInt8, at offset: Int, length: Int, byteCount: Int) {
    guard (0xE0...0xEF).contains(marker) || marker == 0xFE, segments.count < segmentLimit else { return }
    let payload = offset + 4..<max(offset + 4, min(byteCount, offset + 2 + length))
    segments.append(JPEGSegment(marker: marker, offset: offset, payload: payload))
  }

  /// One past the EOI of a JPEG whose coded data begins at `start`; nil if there is none in `limit` bytes, or on an I/O
  /// error.
  static func imageEnd(in source: some ByteSource, after start: Int, limit: Int = .max) -> Int? {
    let end = start + min(limit, max(0, source.byteCount - start))
    guard let scans = try? CodedScans(PartSource(source, 0..<end), from: start, segmentLimit: 0), scans.isClosed else {
      return nil
    }
    return scans.end
  }
}

/// Finds the end of a small JPEG.
enum JPEGExtent {
  /// One past its EOI; nil if its headers are invalid or there is no EOI.
  static func end(of source: some ByteSource) -> Int? {
    guard let header = try? JPEGHeader(part: source), header.scanOffset < source.byteCount else { return nil }
    return CodedScans.imageEnd(in: source, after: header.scanOffset)
  }
}

/// The ends of the JPEGs in a block. Each JPEG is searched once, and the total time is linear in the block's size.
struct JPEGEnds {
  /// The end of a JPEG.
  enum End: Hashable {
    /// At an offset in the block.
    case at(Int)
    /// There is none: the bytes are not a JPEG, or it has no EOI.
    case missing
    /// Unknown, because the search limit is exhausted; real files stay below it.
    case unknown
  }

  /// Bytes searched so far.
  private(set) var searchedByteCount = 0
  private var known: [Int: End] = [:]

  /// The end of the JPEG that starts at `start`.
  mutating func end(ofJPEGAt start: Int, in block: TIFFBlock) -> End {
    if let end = known[start] { return end }
    let bytes = block.bytes
    guard start >= 8, start < bytes.count, bytes[start...].starts(with: [0xFF, 0xD8]) else { return .missing }
    guard searchedByteCount < Self.limit(of: bytes.count) else { return .unknown }
    let end = JPEGExtent.end(of: PartSource(bytes, start..<bytes.count)).map { start + $0 }
    searchedByteCount += (end ?? bytes.count) - start
    known[start] = end.map { .at($0) } ?? .missing
    return known[start] ?? .missing
  }

  /// Twice the block's size, but enough for the largest block in a JPEG to name 64 thumbnails without an end.
  private static func limit(of byteCount: Int) -> Int { max(2 * byteCount, 64 << 16) }
}

/// Possible starts of JPEGs among other bytes.
struct JPEGStarts {
  private let offsets: [Int]

  /// The starts in `bytes`: SOI and the first byte of a marker. `anyFirstByte` ignores SOI's own first byte.
  init(in bytes: [UInt8], anyFirstByte: Bool = false) {
    var offsets: [Int] = []
    var at = 3
    while at < bytes.count {
      if bytes[at - 2] == 0xD8, bytes[at - 1] == 0xFF, bytes[at] >= 0xC0, bytes[at] != 0xFF,
        anyFirstByte || bytes[at - 3] == 0xFF
      {
        offsets.append(at - 3)
      }
      at += 1
    }
    self.offsets = offsets
  }

  /// Whether there are none.
  var isEmpty: Bool { offsets.isEmpty }

  /// Whether a JPEG starts in a range.
  func areIn(_ range: Range<Int>) -> Bool {
    let first = place(notBefore: range.lowerBound)
    return first < offsets.count && offsets[first] < range.upperBound
  }

  /// The JPEGs that start in the given ranges, without those inside others, in order; nil if the end of one is unknown.
  func ranges(in places: [Range<Int>], of block: TIFFBlock) -> [Range<Int>]? {
    var (found, ends, behind) = ([Range<Int>](), JPEGEnds(), 0)
    for place in places {
      for start in offsets[self.place(notBefore: place.lowerBound)...].prefix(while: { $0 < place.upperBound })
      where start >= behind {
        guard case .at(let end) = ends.end(ofJPEGAt: start, in: block) else { return nil }
        found.append(start..<end)
        behind = end
      }
    }
    return found
  }

  private func place(notBefore offset: Int) -> Int {
    var (low, high) = (0, offsets.count)
    while low < high {
      let middle = (low + high) / 2
      if offsets[middle] < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
