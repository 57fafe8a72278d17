// Markers in coded data: restarts, and the one that ends the scan (ITU T.81, B.1.1.5 and E.1.4).

internal import UprightMetadata

/// Where the markers of a scan are, found without decoding it.
struct MarkerSearch: Sendable {
  /// The byte after each `step`th restart marker.
  private(set) var restarts: [Int] = []
  /// How many restart markers there are.
  private(set) var count = 0
  /// The first marker that is not a restart marker.
  private(set) var dataEnd: Int

  /// Searches `bytes` from `start`.
  ///
  /// - Throws: `.restartMissing` if the markers are not numbered consecutively, `.truncated` if none ends the data.
  init(_ bytes: [UInt8], from start: Int, step: Int = .max) throws(ScanFault) {
    let span = bytes.span
    dataEnd = start
    var position = start
    while let found = Self.next(span, position) {
      let marker = span[found]
      guard 0xD0...0xD7 ~= marker else {
        dataEnd = found - 1
        return
      }
      guard marker == 0xD0 + UInt8(count & 7) else { throw ScanFault(.restartMissing, at: found - 1) }
      count += 1
      position = found + 1
      if count % step == 0 { restarts.append(position) }
    }
    throw ScanFault(.truncated, at: bytes.count)
  }

  /// The second byte of the next marker.
  static func next(_ bytes: Span<UInt8>, _ start: Int) -> Int? {
    var at = start
    while at < bytes.count {
      at = bytes.firstMarker(from: at)
      while at < bytes.count, bytes[at] == 0xFF { at += 1 }
      guard at < bytes.count else { return nil }
      if bytes[at] != 0 { return at }
      at += 1
    }
    return nil
  }
}

// What follows the last unit of a scan: the end marker, perhaps after other segments (ITU T.81, B.2.1).

/// Where the data of a scan ends.
struct ScanEnd: Hashable, Sendable {
  /// The first marker after the last unit.
  let dataEnd: Int
  /// One past the end marker.
  let imageEnd: Int
  /// Whether segments after the data, such as tables, could change how a result is coded.
  let hasTables: Bool
  /// Whether whole bytes of data belong to no unit.
  let hasExtraneousBytes: Bool

  /// Continues reading from the last unit to the end marker.
  ///
  /// - Throws: `.severalScans`, `.truncated` if there is no end marker, and as `SegmentReader` does.
  init(after walker: UnitWalker, in bytes: [UInt8]) throws(ScanFault) {
    try self.init(after: walker, in: bytes.span, from: 0, of: bytes)
  }

  /// The same with a part of the file, from `base` on, in which the next marker is.
  init(
    after walker: UnitWalker, in bytes: Span<UInt8>, from base: Int, of source: some ByteSource
  ) throws(ScanFault) {
    let (skipped, marker) = UnitWalker.marker(at: walker.reader.position, bytes)
    guard let marker else { throw ScanFault(.truncated, at: source.byteCount) }
    hasExtraneousBytes = walker.hasExtraneousBytes || walker.reader.count >= 8 || skipped > 0
    dataEnd = base + marker - 1
    (imageEnd, hasTables) = try Self.imageEnd(after: dataEnd, source)
  }

  /// The end of a scan of which only the markers were read.
  init(dataEnd: Int, in source: some ByteSource) throws(ScanFault) {
    self.dataEnd = dataEnd
    hasExtraneousBytes = false
    (imageEnd, hasTables) = try Self.imageEnd(after: dataEnd, source)
  }

  private static func imageEnd(after dataEnd: Int, _ source: some ByteSource) throws(ScanFault) -> (
    Int, hasTables: Bool
  ) {
    var reader = SegmentReader(source)
    var (position, hasTables) = (dataEnd, false)
    while true {
      let segment = try reader.segment(at: position)
      switch segment.marker {
      case 0xD9: return (segment.end, hasTables)
      case 0xDA: throw ScanFault(.severalScans, at: segment.offset)
      case 0xC0, 0xC1: throw ScanFault(.frameInvalid, at: segment.offset)
      default:
        hasTables = hasTables || segment.isRead
        position = segment.end
      }
    }
  }
}
