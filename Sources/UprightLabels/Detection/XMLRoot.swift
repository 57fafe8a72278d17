// Finds the root element of an XML document (XML 1.0, 2.1 and 2.8) without reading the rest.

/// Finds the root element.
enum XMLRoot {
  /// Its name, after declarations and comments; nil if the bytes end before it, or are not XML.
  static func name(in bytes: [UInt8]) -> String? {
    var rest = bytes[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    while true {
      rest = rest.drop(while: XMLDocument.isSpace)
      if rest.starts(with: "<?".utf8) {
        guard let behind = end(of: "?>", in: rest) else { return nil }
        rest = behind
      } else if rest.starts(with: "<!--".utf8) {
        guard let behind = end(of: "-->", in: rest) else { return nil }
        rest = behind
      } else if rest.starts(with: "<!".utf8) {
        guard let behind = end(of: ">", in: rest) else { return nil }
        rest = behind
      } else {
        break
      }
    }
    guard rest.popFirst() == 0x3C else { return nil }
    guard let end = rest.firstIndex(where: { XMLDocument.isSpace($0) || $0 == 0x2F || $0 == 0x3E }) else { return nil }
    return String(decoding: rest[..<end], as: UTF8.self)
  }

  /// The bytes after a marker.
  private static func end(of mark: String, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    bytes.firstRange(of: Array(mark.utf8)).map { bytes[$0.upperBound...] }
  }
}
