// What follows the last unit of a scan: the end marker, perhaps after other segments (ITU T.81, B.2.1).

internal import UprightMetadata

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
