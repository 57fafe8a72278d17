// One line of rectangles and points: JSON (RFC 8259), plain numbers, or an IIIF region (Image API 3.0, 4.1).

import Upright

/// Parses lines from a block of bytes; each ends with a line feed.
package struct MapInputScanner {
  /// The bytes; the last is a line feed.
  package let bytes: [UInt8]
  /// Whether `pct:`, `full` and `square` are accepted.
  package let readsIIIF: Bool
  /// The offset of the next byte.
  package var at = 0
  /// The offset of the line's first byte.
  package private(set) var start = 0

  package init(_ bytes: [UInt8], readsIIIF: Bool) { (self.bytes, self.readsIIIF) = (bytes, readsIIIF) }

  package var isAtEnd: Bool { at == bytes.count }

  /// Skips the byte order mark that some programs put before UTF-8.
  package mutating func skipByteOrderMark() {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
  }

  /// Parses the next line; always moves past its line feed.
  package mutating func line() throws(MapInputError) -> MapInput {
    start = at
    defer { skipLine() }
    let place = try place()
    skipSpaces()
    guard bytes[at] == Self.lineFeed else { throw fault(.trailing) }
    guard at - start <= Self.longestLine else { throw MapInputError(.tooLong) }
    return place
  }

  private mutating func skipLine() {
    while bytes[at] != Self.lineFeed { at += 1 }
    at += 1
  }

  private mutating func place() throws(MapInputError) -> MapInput {
    skipSpaces()
    switch bytes[at] {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["):
      at += 1
      let place = try numbers()
      try expect(UInt8(ascii: "]"), else: .noComma)
      return place
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "0")...UInt8(ascii: "9"): return try numbers()
    case Self.lineFeed: return .blank
    default: return try word()
    }
  }

  /// `x,y` or `x,y,w,h`.
  private mutating func numbers() throws(MapInputError) -> MapInput {
    let x = try number()
    try expect(UInt8(ascii: ","), else: .noComma)
    let y = try number()
    guard skip(UInt8(ascii: ",")) else { return .point(Point2D(x: x, y: y)) }
    let width = try number()
    try expect(UInt8(ascii: ","), else: .noComma)
    return .rect(Rect2D(x: x, y: y, width: width, height: try number()))
  }

  private mutating func word() throws(MapInputError) -> MapInput {
    if skip("null") { return .nothing }
    let opening = at
    guard let region = try region() else { throw fault(.noPlace) }
    guard readsIIIF else { throw MapInputError(.onlyIIIF, at: opening - start) }
    return region
  }

  private mutating func region() throws(MapInputError) -> MapInput? {
    if skip("full") { return .full }
    if skip("square") { return .square }
    guard skip("pct:") else { return nil }
    guard case .rect(let percent) = try numbers() else { throw fault(.noComma) }
    return .percent(percent)
  }

  // MARK: Bytes

  /// The maximum length of a line in bytes; longer ones are rejected to bound memory.
  package static let longestLine = 65_536
  package static let lineFeed = UInt8(ascii: "\n")

  package func fault(_ reason: MapInputError.Reason) -> MapInputError { MapInputError(reason, at: at - start) }

  package mutating func skipSpaces() {
    while bytes[at] == UInt8(ascii: " ") || bytes[at] == UInt8(ascii: "\t") || bytes[at] == UInt8(ascii: "\r") {
      at += 1
    }
  }

  /// Skips `byte` if it comes next, after spaces; returns whether it did.
  package mutating func skip(_ byte: UInt8) -> Bool {
    skipSpaces()
    guard bytes[at] == byte else { return false }
    at += 1
    return true
  }

  package mutating func expect(_ byte: UInt8, else reason: MapInputError.Reason) throws(MapInputError) {
    guard skip(byte) else { throw fault(reason) }
  }

  /// Skips `letters` if they come next; returns whether they did.
  package mutating func skip(_ letters: String) -> Bool {
    var next = at
    for letter in letters.utf8 {
      guard bytes[next] == letter else { return false }
      next += 1
    }
    at = next
    return true
  }
}
