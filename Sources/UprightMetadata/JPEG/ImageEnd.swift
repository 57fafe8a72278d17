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
