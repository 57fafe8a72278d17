// Where a JPEG's image ends: one past the EOI after its last scan (ITU T.81, B.1.1.3 and figure B.2).

/// Searches coded data for EOI byte by byte; skips stuffed bytes, restart markers and segments between scans.
struct ImageEnd {
  private enum State {
    case data, marker, lengthHigh
    case lengthLow(high: Int)
    case segment(left: Int)
  }

  private var state = State.data

  /// The index one past EOI in the next bytes; nil if they do not contain it.
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

extension ImageEnd {
  /// One past the EOI of a JPEG whose coded data begins at `start`; nil if there is none in `limit` bytes, or on an I/O
  /// error.
  static func offset(in source: some ByteSource, after start: Int, limit: Int = .max) -> Int? {
    var (search, position) = (ImageEnd(), start)
    let end = start + min(limit, max(0, source.byteCount - start))
    while position < end {
      guard let chunk = try? source.read(position..<min(end, position + 1 << 16)), !chunk.isEmpty else {
        return nil
      }
      if let end = search.find(in: chunk) { return position + end }
      position += chunk.count
    }
    return nil
  }
}

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

  /// Memory in bytes for a new image's metadata, before and after editing and while writing, excluding what the
  /// headers hold. The factors are measured, because containers copy metadata different numbers of times.
  public var carriedByteCount: Int { header.container.carriedByteCount }

  /// Memory in bytes for the headers' own contents, including while the result's headers are read.
  package var probingByteCount: Int { header.container.probingByteCount }
}

extension JPEGHeader {
  /// Measured.
  var carriedByteCount: Int { 4 * applications.reduce(0) { $0 + $1.segment.payload.count } }
  /// The rest of XMP packets, doubled because those of the result are read too.
  var probingByteCount: Int { furtherMarked.reduce(0) { $0 + 4 * $1.count } }
}

extension WebPHeader {
  /// Measured.
  var carriedByteCount: Int { 3 * packetByteCount }
  /// Measured.
  var probingByteCount: Int { 2 * packetByteCount }
}

extension TIFFHeader {
  /// Measured.
  var carriedByteCount: Int { 4 * packetByteCount }
  /// Measured.
  var probingByteCount: Int { 2 * packetByteCount }
}

extension HEIFHeader {
  /// Measured.
  var carriedByteCount: Int { 4 * describedByteCount }
  /// Measured.
  var probingByteCount: Int { 2 * describedByteCount }
}

extension JPEGXLHeader {
  /// Measured.
  var carriedByteCount: Int { 4 * packetByteCount }
  /// Measured.
  var probingByteCount: Int { 2 * packetByteCount }
}
