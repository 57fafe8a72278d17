// Marker segments outside of coded data (ITU T.81, B.1.1.3 and B.1.1.4).

internal import UprightMetadata

/// A marker and the bytes of its payload, as offsets in the file.
struct Segment {
  /// The marker's second byte.
  let marker: UInt8
  /// Where the marker begins, fill bytes included.
  let offset: Int
  /// What follows the two length bytes; empty for a marker without a segment.
  let payload: Range<Int>

  var end: Int { payload.upperBound }

  /// Whether the walk needs what is in it.
  var isRead: Bool {
    switch marker {
    case 0xC0, 0xC1, 0xC4, 0xDB, 0xDD, 0xE0, 0xEE: true
    default: false
    }
  }
}

/// Reads segments one by one.
struct SegmentReader<Source: ByteSource> {
  private let source: Source
  /// Markers that were read.
  private var count = 0
  /// Fill bytes that were skipped.
  private var fill = 0
  /// No file has more markers outside of coded data.
  private static var markerLimit: Int { 100_000 }
  /// No writer pads this much.
  private static var fillLimit: Int { 1 << 20 }

  init(_ source: Source) { self.source = source }

  /// Exactly `count` bytes.
  ///
  /// - Throws: `.truncated`, `.unreadable`.
  func bytes(at offset: Int, count: Int) throws(ScanFault) -> [UInt8] {
    let bytes: [UInt8]
    do { bytes = try source.read(offset..<offset + count) } catch { throw ScanFault(.unreadable, at: offset) }
    guard bytes.count == count else { throw ScanFault(.truncated, at: offset + bytes.count) }
    return bytes
  }

  /// The bytes of a segment's payload.
  ///
  /// - Throws: `.truncated`, `.unreadable`.
  func payload(_ segment: Segment) throws(ScanFault) -> [UInt8] {
    try bytes(at: segment.payload.lowerBound, count: segment.payload.count)
  }

  /// The segment at `offset`.
  ///
  /// - Throws: `.markerExpected`, `.markerUnknown`, `.segmentInvalid`, `.truncated`, and the codings that no walk
  ///   covers.
  mutating func segment(at offset: Int) throws(ScanFault) -> Segment {
    count += 1
    guard count <= Self.markerLimit else { throw ScanFault(.segmentInvalid, at: offset) }
    var position = offset
    var marker = try bytes(at: position, count: 2)
    guard marker[0] == 0xFF, marker[1] != 0 else { throw ScanFault(.markerExpected, at: offset) }
    while marker[1] == 0xFF {
      position += 1
      fill += 1
      guard fill <= Self.fillLimit else { throw ScanFault(.markerExpected, at: offset) }
      marker = try bytes(at: position, count: 2)
    }
    guard marker[1] != 0 else { throw ScanFault(.markerExpected, at: offset) }
    try Self.check(marker[1], at: offset)
    let start = position + 2
    switch marker[1] {
    case 0x01, 0xD0...0xD7, 0xD9: return Segment(marker: marker[1], offset: offset, payload: start..<start)
    default: break
    }
    let field = try bytes(at: start, count: 2)
    let length = Int(field[0]) << 8 | Int(field[1])
    guard length >= 2 else { throw ScanFault(.segmentInvalid, at: offset) }
    guard start + length <= source.byteCount else { throw ScanFault(.truncated, at: source.byteCount) }
    return Segment(marker: marker[1], offset: offset, payload: start + 2..<start + length)
  }

  /// - Throws: `ScanFault` for a marker that no walk covers (ITU T.81, table B.1).
  private static func check(_ marker: UInt8, at offset: Int) throws(ScanFault) {
    switch marker {
    case 0xC2: throw ScanFault(.progressive, at: offset)
    case 0xC3, 0xC7, 0xCB, 0xCF: throw ScanFault(.lossless, at: offset)
    case 0xC5, 0xC6, 0xC8, 0xCD, 0xCE, 0xDE, 0xDF: throw ScanFault(.hierarchical, at: offset)
    case 0xC9, 0xCA, 0xCC: throw ScanFault(.arithmetic, at: offset)
    case 0xDC: throw ScanFault(.heightAfterScan, at: offset)
    case 0xD8: throw ScanFault(.frameInvalid, at: offset)
    case 0x02...0xBF, 0xF0...0xFD: throw ScanFault(.markerUnknown, at: offset)
    default: break
    }
  }
}
