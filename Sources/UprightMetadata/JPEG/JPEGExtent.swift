// The end of a JPEG that is embedded in other bytes (ITU T.81, B.1.1).

/// Finds the end of a small JPEG.
enum JPEGExtent {
  /// One past its EOI; nil if its headers are invalid or there is no EOI.
  static func end(of source: some ByteSource) -> Int? {
    guard let header = try? JPEGHeader(part: source), header.scanOffset < source.byteCount else { return nil }
    return ImageEnd.offset(in: source, after: header.scanOffset)
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
