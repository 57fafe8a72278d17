// Where a JPEG ends that lies among other bytes (ITU T.81, B.1.1).

/// How far a small JPEG reaches.
enum JPEGExtent {
  /// One past its EOI; nil where its headers break a rule, or where there is none.
  static func end(of bytes: [UInt8]) -> Int? {
    guard let header = try? JPEGHeader(part: bytes), header.scanOffset < bytes.count else { return nil }
    var search = ImageEnd()
    return search.find(in: Array(bytes[header.scanOffset...])).map { header.scanOffset + $0 }
  }
}
