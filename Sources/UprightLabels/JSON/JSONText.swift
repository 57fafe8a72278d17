// Strings in JSON: decoding, with the place of each byte, and quoting; output in order (RFC 8259, 7).

/// Decodes and encodes JSON strings.
enum JSONText {
  static func hex(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte - 0x30)
    case 0x41...0x46, 0x61...0x66: UInt32((byte | 0x20) - 0x57)
    default: nil
    }
  }

  /// The string in a range; an unpaired surrogate becomes U+FFFD, and a backslash without a valid escape is kept.
  static func decoded(_ bytes: [UInt8], _ place: Range<Int>) -> String {
    String(decoding: decodedBytes(bytes, place), as: UTF8.self)
  }

  /// The same as bytes.
  static func decodedBytes(_ bytes: [UInt8], _ place: Range<Int>) -> [UInt8] {
    guard bytes[place].contains(0x5C) else { return Array(bytes[place]) }
    var text: [UInt8] = []
    var at = place.lowerBound
    while at < place.upperBound {
      if bytes[at] == 0x5C {
        at = escaped(bytes[at + 1..<place.upperBound], to: &text)
      } else {
        text.append(bytes[at])
        at += 1
      }
    }
    return text
  }

  /// Appends the character for the letter after a backslash, and returns the end of the escape.
  private static func escaped(_ bytes: ArraySlice<UInt8>, to text: inout [UInt8]) -> Int {
    let at = bytes.startIndex
    switch bytes.first {
    case 0x62: text.append(0x08)
    case 0x66: text.append(0x0C)
    case 0x6E: text.append(0x0A)
    case 0x72: text.append(0x0D)
    case 0x74: text.append(0x09)
    case 0x75: return numbered(bytes.dropFirst(), to: &text)
    case let letter?: text.append(letter)
    case nil:
      text.append(0x5C)
      return at
    }
    return at + 1
  }

  private static func numbered(_ bytes: ArraySlice<UInt8>, to text: inout [UInt8]) -> Int {
    let at = bytes.startIndex
    guard let unit = unit(bytes) else {
      text += [0x5C, 0x75]
      return at
    }
    let next = bytes.dropFirst(4)
    if (0xD800..<0xDC00).contains(unit), next.starts(with: [0x5C, 0x75]), let low = self.unit(next.dropFirst(2)),
      (0xDC00..<0xE000).contains(low), let pair = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    {
      text += Array(String(pair).utf8)
      return at + 10
    }
    text += Array(String(Unicode.Scalar(unit) ?? "\u{FFFD}").utf8)
    return at + 4
  }

  /// The value of the next four hexadecimal digits; nil if there are fewer.
  private static func unit(_ bytes: ArraySlice<UInt8>) -> UInt32? {
    let digits = bytes.prefix(4).compactMap(hex)
    return digits.count == 4 ? digits.reduce(0) { $0 << 4 | $1 } : nil
  }

  /// Appends a quoted string.
  static func append(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(0x22)
    for byte in text.utf8 {
      switch byte {
      case 0x22, 0x5C: bytes += [0x5C, byte]
      case 0x0A: bytes += [0x5C, 0x6E]
      case 0x0D: bytes += [0x5C, 0x72]
      case 0x09: bytes += [0x5C, 0x74]
      case 0..<0x20, 0x7F:
        bytes += Array("\\u00".utf8) + [byte >> 4, byte & 15].map { $0 < 10 ? 0x30 + $0 : 0x57 + $0 }
      default: bytes.append(byte)
      }
    }
    bytes.append(0x22)
  }
}

/// A decoded string, and the origin of each of its bytes.
struct JSONTextMap {
  /// The text in UTF-8.
  private(set) var text: [UInt8] = []
  private var places: [Int] = []
  private let bytes: [UInt8]

  init(_ bytes: [UInt8], _ place: Range<Int>) {
    self.bytes = bytes
    text.reserveCapacity(place.count)
    places.reserveCapacity(place.count)
    var at = place.lowerBound
    while at < place.upperBound {
      var end = at + 1
      if bytes[at] == 0x5C { end = Self.escapeEnd(bytes, at, place.upperBound) }
      let piece = end == at + 1 ? [bytes[at]] : JSONText.decodedBytes(bytes, at..<end)
      text += piece
      places += [Int](repeating: at, count: piece.count)
      at = end
    }
  }

  /// One past an escape; a surrogate pair is one escape.
  private static func escapeEnd(_ bytes: [UInt8], _ at: Int, _ end: Int) -> Int {
    guard at + 1 < end, bytes[at + 1] == 0x75 else { return min(at + 2, end) }
    let isHigh = at + 3 < end && bytes[at + 2] | 0x20 == 0x64 && "89abAB".utf8.contains(bytes[at + 3])
    let hasLow = at + 7 < end && bytes[at + 6] == 0x5C && bytes[at + 7] == 0x75
    return min(at + (isHigh && hasLow ? 12 : 6), end)
  }

  /// The file range of a part of the text; nil if it contains an escape.
  func offset(of part: Range<Int>) -> Range<Int>? {
    guard let first = part.first, let last = part.last, last < places.count else { return nil }
    let place = places[first]..<places[last] + 1
    return bytes[place].elementsEqual(text[part]) ? place : nil
  }
}

/// A growing JSON text.
struct JSONOutput {
  private(set) var bytes: [UInt8] = []

  /// Appends a literal fragment.
  mutating func put(_ piece: StaticString) { bytes += piece.description.utf8 }

  /// Appends bytes unchanged.
  mutating func put(bytes piece: [UInt8]) { bytes += piece }

  /// Appends a quoted string.
  mutating func put(text: String) { JSONText.append(text, to: &bytes) }

  /// Appends an integer, or null.
  mutating func put(_ number: Int?) {
    if let number { bytes += String(number).utf8 } else { put("null") }
  }

  /// A number with the fewest decimals within `tolerance`.
  static func number(_ value: Double, _ tolerance: Float) -> [UInt8] {
    var bytes: [UInt8] = []
    NumberText.append(value, tolerance: Double(tolerance), to: &bytes)
    return bytes
  }
}
