// One line of input of `map`, its output, and how it is read: rectangles and points as JSON (RFC 8259), plain numbers,
// or an IIIF region (Image API 3.0, 4.1).

package import Upright

/// The content of one line of input.
package enum MapInput: Hashable {
  case rect(Rect2D<FromSpace>)
  case point(Point2D<FromSpace>)
  /// Percent of the displayed image (IIIF's `pct:`).
  case percent(Rect2D<FromSpace>)
  /// The whole image.
  case full
  /// The largest centered square of the displayed image.
  case square
  /// `null`: nothing was selected.
  case nothing
  /// An empty line.
  case blank
}

/// The output for one line.
package enum MapOutput: Hashable {
  case rect(Rect2D<Wanted>)
  case point(Point2D<Wanted>)
  /// Nothing of the image.
  case nothing
  /// An empty line for an empty line.
  case blank
}

/// Why a line has no output.
package struct MapInputError: Error, Hashable {
  package enum Reason: String {
    case noPlace = "expected x,y,w,h or x,y, [x,y,w,h] or {\"x\":…}"
    case noNumber = "expected a number"
    case tooLarge = "this number is too large"
    case noComma = "expected a comma"
    case noColon = "expected a colon"
    case noName = "expected a field name in quotation marks"
    case noValue = "expected a value"
    case unclosed = "a quotation mark or bracket is not closed"
    case otherExtent = "this number may be a width or height; those are called \"width\" and \"height\""
    case twice = "duplicate field"
    case incomplete = "x and y are required, and either both width and height or neither"
    case trailing = "expected the end of the line"
    case onlyIIIF = "this is a IIIF region"
    case tooLong = "the line is longer than 65536 bytes"
    case lost = "the result is too large for a number"

    /// The words, with what helps.
    var phrase: Phrase {
      self == .onlyIIIF ? "\(rawValue); read it with \(option: .from, "iiif")" : Phrase(rawValue)
    }
  }

  package let reason: Reason
  /// The offset in the line, in bytes from 0.
  package let offset: Int

  package init(_ reason: Reason, at offset: Int = 0) { (self.reason, self.offset) = (reason, offset) }

  /// The error for line or value (`unit`) number `number`.
  package func error(_ unit: String, _ number: Int) -> UprightError {
    .unanswerable(field: "\(unit) \(number), column \(offset + 1)", reason: reason.phrase)
  }
}

// One line of rectangles and points: JSON (RFC 8259), plain numbers, or an IIIF region (Image API 3.0, 4.1).

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

// Numbers in JSON's form (RFC 8259, 6), each parsed to the nearest double (IEEE 754, ties to even).

extension MapInputScanner {
  /// Parses the next number, after spaces; accepts leading zeros, and a missing zero before the point.
  package mutating func number() throws(MapInputError) -> Double {
    skipSpaces()
    let first = at
    let isNegative = bytes[at] == UInt8(ascii: "-")
    if isNegative { at += 1 }
    var decimal = Decimal()
    let whole = digits(into: &decimal)
    if bytes[at] == UInt8(ascii: ".") {
      at += 1
      let count = digits(into: &decimal)
      guard count > 0 else { throw fault(.noNumber) }
      decimal.exponent -= count
    } else if whole == 0 {
      throw fault(.noNumber)
    }
    if bytes[at] | 0x20 == UInt8(ascii: "e") { try exponent(into: &decimal) }
    if let magnitude = decimal.nearest { return isNegative ? -magnitude : magnitude }
    guard let number = Double(String(decoding: bytes[first..<at], as: UTF8.self)), number.isFinite else {
      at = first
      throw fault(.tooLarge)
    }
    return number
  }

  /// Parses digits; returns their count.
  private mutating func digits(into decimal: inout Decimal) -> Int {
    let first = at
    while case let digit = bytes[at] &- UInt8(ascii: "0"), digit < 10 {
      decimal.append(digit)
      at += 1
    }
    return at - first
  }

  /// Parses an exponent; one with more than four digits is left to the general parser.
  private mutating func exponent(into decimal: inout Decimal) throws(MapInputError) {
    at += 1
    let isNegative = bytes[at] == UInt8(ascii: "-")
    if isNegative || bytes[at] == UInt8(ascii: "+") { at += 1 }
    var exponent = Decimal()
    guard digits(into: &exponent) > 0 else { throw fault(.noNumber) }
    decimal.isExact = decimal.isExact && exponent.isExact && exponent.digits < 10_000
    if decimal.isExact { decimal.exponent += isNegative ? -Int(exponent.digits) : Int(exponent.digits) }
  }
}

/// A decimal number: `digits` · 10^`exponent`.
package struct Decimal {
  package var digits: UInt64 = 0
  package var exponent = 0
  /// Whether all digits fit; the maximum is 19.
  package var isExact = true

  package mutating func append(_ digit: UInt8) {
    guard digits < 1_000_000_000_000_000_000 else { return isExact = false }
    digits = digits &* 10 &+ UInt64(digit)
  }

  /// The nearest double; nil if that takes more than one division.
  package var nearest: Double? {
    guard isExact else { return nil }
    if digits <= 1 << 53 {
      // Both are exact doubles, so the single operation rounds once (W. D. Clinger, 1990).
      if exponent == 0 { return Double(digits) }
      if exponent < 0, exponent >= -22 { return Double(digits) / Self.powers[-exponent] }
      if exponent > 0, exponent <= 22 { return Double(digits) * Self.powers[exponent] }
    }
    return exponent <= 0 && exponent >= -19 ? quotient : nil
  }

  /// `digits` divided by a power of ten that fits 64 bits. At least 63 bits of the quotient, the last one set if there
  /// is a remainder, round like the exact quotient.
  private var quotient: Double {
    let divisor = Self.wholePowers[-exponent]
    let (up, down) = (digits.leadingZeroBitCount, divisor.leadingZeroBitCount)
    let (own, by) = (digits << UInt64(up), divisor << UInt64(down))
    let (high, low) = own < by ? (own, 0) : (own >> 1, own << 63)
    let (quotient, remainder) = by.dividingFullWidth((high, low))
    let shift = down - up - (own < by ? 64 : 63)
    let scale = Double(bitPattern: UInt64(1023 + shift) << 52)
    return Double(quotient | (remainder == 0 ? 0 : 1)) * scale
  }

  private static let powers: [Double] = wholePowers.map { Double($0) } + [1e20, 1e21, 1e22]
  private static let wholePowers: [UInt64] = (0...19).map { (0..<$0).reduce(1) { power, _ in power * 10 } }
}

// A rectangle or point as a JSON object (RFC 8259, 4), among other fields.

extension MapInputScanner {
  /// Parses `{"x":…,"y":…,"width":…,"height":…}` in any order, with both extents or neither; other fields are ignored.
  package mutating func object() throws(MapInputError) -> MapInput {
    var members = Members()
    let opening = at
    at += 1
    if !skip(UInt8(ascii: "}")) {
      repeat { try member(into: &members) } while skip(UInt8(ascii: ","))
      try expect(UInt8(ascii: "}"), else: .noComma)
    }
    guard let place = members.place else { throw MapInputError(.incomplete, at: opening - start) }
    if case .point = place, let number = members.otherNumber { throw MapInputError(.otherExtent, at: number) }
    return place
  }

  private mutating func member(into members: inout Members) throws(MapInputError) {
    skipSpaces()
    let first = at
    guard let name = own() else { return try other(from: first, into: &members) }
    let place = at
    try expect(UInt8(ascii: ":"), else: .noColon)
    guard members.set(name, try number()) else { throw MapInputError(.twice, at: place - start) }
  }

  /// Parses a field that is not a coordinate. A number is remembered, because extents under other names would make a
  /// rectangle look like a point.
  private mutating func other(from first: Int, into members: inout Members) throws(MapInputError) {
    guard bytes[at] == UInt8(ascii: "\"") else { throw fault(.noName) }
    try skipString()
    try expect(UInt8(ascii: ":"), else: .noColon)
    if try skipValue() { members.otherNumber = members.otherNumber ?? first - start }
  }

  private mutating func own() -> Members.Name? {
    if skip("\"x\"") { return .x }
    if skip("\"y\"") { return .y }
    if skip("\"width\"") { return .width }
    if skip("\"height\"") { return .height }
    return nil
  }

  /// The fields of an object, in any order, each once.
  private struct Members {
    enum Name: Int { case x, y, width, height }

    /// The offset in the line of the first number under another name.
    var otherNumber: Int?
    private var x = 0.0, y = 0.0, width = 0.0, height = 0.0
    private var present: UInt8 = 0

    /// Sets a field; returns false if it is already set.
    mutating func set(_ name: Name, _ number: Double) -> Bool {
      let bit = UInt8(1) << UInt8(name.rawValue)
      guard present & bit == 0 else { return false }
      present |= bit
      switch name {
      case .x: x = number
      case .y: y = number
      case .width: width = number
      case .height: height = number
      }
      return true
    }

    var place: MapInput? {
      switch present {
      case 0b1111: .rect(Rect2D(x: x, y: y, width: width, height: height))
      case 0b0011: .point(Point2D(x: x, y: y))
      default: nil
      }
    }
  }

  // MARK: Ignored values

  /// Skips one value; returns whether it is a number.
  private mutating func skipValue() throws(MapInputError) -> Bool {
    skipSpaces()
    switch bytes[at] {
    case UInt8(ascii: "\""): try skipString()
    case UInt8(ascii: "{"), UInt8(ascii: "["): try skipNested()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      _ = try number()
      return true
    default: guard skip("true") || skip("false") || skip("null") else { throw fault(.noValue) }
    }
    return false
  }

  /// Skips a nested value; only its brackets must match.
  private mutating func skipNested() throws(MapInputError) {
    var closings: [UInt8] = []
    repeat {
      switch bytes[at] {
      case UInt8(ascii: "\""):
        try skipString()
        continue
      case UInt8(ascii: "{"): closings.append(UInt8(ascii: "}"))
      case UInt8(ascii: "["): closings.append(UInt8(ascii: "]"))
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        guard closings.popLast() == bytes[at] else { throw fault(.unclosed) }
      case Self.lineFeed: throw fault(.unclosed)
      default: break
      }
      at += 1
    } while !closings.isEmpty
  }

  private mutating func skipString() throws(MapInputError) {
    at += 1
    while bytes[at] != UInt8(ascii: "\"") {
      if bytes[at] == UInt8(ascii: "\\") { at += 1 }
      guard bytes[at] != Self.lineFeed else { throw fault(.unclosed) }
      at += 1
    }
    at += 1
  }
}
