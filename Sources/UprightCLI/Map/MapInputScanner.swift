// One line of rectangles and points: JSON (RFC 8259), plain numbers, or a region of IIIF (Image API 3.0, 4.1).

import Upright
import UprightBatch

/// Reads lines out of a block of bytes, one after the other; each ends with a line feed.
struct MapInputScanner {
  /// The bytes; the last is a line feed.
  let bytes: [UInt8]
  /// Whether `pct:`, `full` and `square` are understood.
  let readsIIIF: Bool
  /// The next byte.
  var at = 0
  /// The line's first byte.
  private(set) var start = 0

  init(_ bytes: [UInt8], readsIIIF: Bool) { (self.bytes, self.readsIIIF) = (bytes, readsIIIF) }

  var isAtEnd: Bool { at == bytes.count }

  /// Passes over the mark that some programs put before UTF-8.
  mutating func skipByteOrderMark() {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
  }

  /// What the next line holds; afterwards its line feed is past, whatever it held.
  mutating func line() throws(MapInputError) -> MapInput {
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

  /// A line that is longer is refused: no rectangle is, and memory stays bounded.
  static let longestLine = 65_536
  static let lineFeed = UInt8(ascii: "\n")

  func fault(_ reason: MapInputError.Reason) -> MapInputError { MapInputError(reason, at: at - start) }

  mutating func skipSpaces() {
    while bytes[at] == UInt8(ascii: " ") || bytes[at] == UInt8(ascii: "\t") || bytes[at] == UInt8(ascii: "\r") {
      at += 1
    }
  }

  /// Whether this byte comes next, spaces aside; then it is past.
  mutating func skip(_ byte: UInt8) -> Bool {
    skipSpaces()
    guard bytes[at] == byte else { return false }
    at += 1
    return true
  }

  mutating func expect(_ byte: UInt8, else reason: MapInputError.Reason) throws(MapInputError) {
    guard skip(byte) else { throw fault(reason) }
  }

  /// Whether these letters come next; then they are past.
  mutating func skip(_ letters: String) -> Bool {
    var next = at
    for letter in letters.utf8 {
      guard bytes[next] == letter else { return false }
      next += 1
    }
    at = next
    return true
  }
}
