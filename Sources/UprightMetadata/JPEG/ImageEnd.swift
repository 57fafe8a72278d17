// Where a JPEG's picture ends: one past the EOI that closes its last scan (ITU T.81, B.1.1.3 and figure B.2).

/// Looks for EOI in coded data, byte by byte: what is stuffed, restarts, or stands in a segment between scans is none.
struct ImageEnd {
  private enum State {
    case data, marker, lengthHigh
    case lengthLow(high: Int)
    case segment(left: Int)
  }

  private var state = State.data

  /// The index one past EOI in the next bytes, or nil where it does not come yet.
  mutating func find(in bytes: [UInt8]) -> Int? {
    for (index, byte) in bytes.enumerated() {
      switch state {
      case .data: if byte == 0xFF { state = .marker }
      case .marker:
        if byte == 0xD9 { return index + 1 }
        state = Self.state(afterMarker: byte)
      case .lengthHigh: state = .lengthLow(high: Int(byte))
      case .lengthLow(let high):
        let left = (high << 8 | Int(byte)) - 2
        state = left > 0 ? .segment(left: left) : .data
      case .segment(let left): state = left > 1 ? .segment(left: left - 1) : .data
      }
    }
    return nil
  }

  private static func state(afterMarker byte: UInt8) -> State {
    switch byte {
    case 0xFF: .marker
    case 0x00, 0x01, 0xD0...0xD8: .data
    default: .lengthHigh
    }
  }
}

extension Probe {
  /// Bytes after the end of a PNG or WebP, which its headers tell; nil of a JPEG, whose coded data would have to be read for it, and of other formats.
  package var trailingByteCount: Int? { (header.png?.end ?? header.webp?.frame.end).map { max(0, byteCount - $0) } }

  /// The offset one past the end of a JPEG, PNG or WebP; what follows is a trailer. The source's end, where the picture has none or the format is another.
  ///
  /// - Throws: `MetadataError` `.unreadable` where the disk fails.
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

  /// Memory that the metadata of a new picture take, before and after they are edited and while they are written, besides what the headers themselves hold:
  /// measured, because no two containers copy them as often.
  public var carriedByteCount: Int {
    switch header {
    case .jpeg(let header): 4 * header.applications.reduce(0) { $0 + $1.segment.payload.count }
    case .png(let header): header.carriedByteCount
    case .webp(let header): 3 * header.packetByteCount
    case .tiff(let header): 4 * header.packetByteCount
    case .items(let header): 4 * header.describedByteCount
    case .jpegXL(let header): 4 * header.packetByteCount
    case .bare, .movie, .sequence: 0
    }
  }

  /// Memory that what the headers hold takes while it is there, and while the headers of the result are read.
  package var probingByteCount: Int {
    switch header {
    case .png(let header): header.probingByteCount
    case .webp(let header): 2 * header.packetByteCount
    case .tiff(let header): 2 * header.packetByteCount
    case .items(let header): 2 * header.describedByteCount
    case .jpegXL(let header): 2 * header.packetByteCount
    case .jpeg, .bare, .movie, .sequence: 0
    }
  }
}
