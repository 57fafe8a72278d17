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
      at = bytes.firstFF(from: at)
      while at < bytes.count, bytes[at] == 0xFF { at += 1 }
      guard at < bytes.count else { return nil }
      if bytes[at] != 0 { return at }
      at += 1
    }
    return nil
  }
}
