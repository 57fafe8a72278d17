// Parses JSON (RFC 8259). It never fails other than by nil, whatever the bytes are.

/// Parses the values that ``JSONLine`` writes, and all other JSON; lines of it may not contain `null`.
public struct JSONReader {
  /// The maximum nesting depth.
  private static let maxDepth = 16

  private let bytes: [UInt8]
  /// Whether there may be several lines, and `null`.
  private let isDocument: Bool
  private var at = 0
  /// How many more values are allowed.
  private var left: Int

  /// The value that all of `bytes` encode, apart from surrounding spaces; nil if they are not valid or hold more than
  /// `most` values. Each value takes far more memory than the two bytes that it may be.
  public static func value(of bytes: [UInt8], atMost most: Int = .max) -> JSONLine? {
    var reader = Self(bytes: bytes, isDocument: false, left: most)
    return reader.whole()
  }

  /// As `value(of:atMost:)`, for JSON that may have several lines and contain `null`.
  public static func document(of bytes: [UInt8], atMost most: Int) -> JSONLine? {
    var reader = Self(bytes: bytes, isDocument: true, left: most)
    return reader.whole()
  }

  /// Where `document(of:atMost:)` stops reading bytes that are no valid JSON: at or shortly after the mistake.
  public static func mistake(in bytes: [UInt8], atMost most: Int) -> Int {
    var reader = Self(bytes: bytes, isDocument: true, left: most)
    _ = reader.whole()
    return reader.at
  }

  private init(bytes: [UInt8], isDocument: Bool, left: Int) {
    (self.bytes, self.isDocument, self.left) = (bytes, isDocument, left)
  }

  private mutating func whole() -> JSONLine? {
    guard let value = value(depth: 0) else { return nil }
    skipSpaces()
    return at == bytes.count ? value : nil
  }

  private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

  private mutating func value(depth: Int) -> JSONLine? {
    guard left > 0 else { return nil }
    left -= 1
    skipSpaces()
    switch next {
    case UInt8(ascii: "\""): return string().map(JSONLine.text)
    case UInt8(ascii: "{"): return depth < Self.maxDepth ? object(depth: depth) : nil
    case UInt8(ascii: "["): return depth < Self.maxDepth ? list(depth: depth) : nil
    case UInt8(ascii: "t"): return skip("true") ? .flag(true) : nil
    case UInt8(ascii: "f"): return skip("false") ? .flag(false) : nil
    case UInt8(ascii: "n") where isDocument: return skip("null") ? .null : nil
    default: return number()
    }
  }

  private mutating func object(depth: Int) -> JSONLine? {
    var members: [JSONLine.Member] = []
    let isWhole = parts(until: UInt8(ascii: "}")) { reader in
      guard let key = reader.string(), reader.skip(UInt8(ascii: ":")), let value = reader.value(depth: depth + 1)
      else { return false }
      members.append(.init(key, value))
      return true
    }
    return isWhole ? .object(members) : nil
  }

  private mutating func list(depth: Int) -> JSONLine? {
    var values: [JSONLine] = []
    let isWhole = parts(until: UInt8(ascii: "]")) { reader in
      guard let value = reader.value(depth: depth + 1) else { return false }
      values.append(value)
      return true
    }
    return isWhole ? .list(values) : nil
  }

  /// Parses comma-separated parts after an opening bracket.
  private mutating func parts(until closing: UInt8, part: (inout Self) -> Bool) -> Bool {
    at += 1
    if skip(closing) { return true }
    repeat {
      skipSpaces()
      guard part(&self) else { return false }
    } while skip(UInt8(ascii: ","))
    return skip(closing)
  }

  private mutating func number() -> JSONLine? {
    let first = at
    let isNegative = skipOne(UInt8(ascii: "-"))
    let whole = at
    guard let value = skipDigits(), at == whole + 1 || bytes[whole] != UInt8(ascii: "0") else { return nil }
    var isWhole = true
    if skipOne(UInt8(ascii: ".")) {
      isWhole = false
      if skipDigits() == nil { return nil }
    }
    if skipOne(UInt8(ascii: "e"), or: UInt8(ascii: "E")) {
      isWhole = false
      _ = skipOne(UInt8(ascii: "+"), or: UInt8(ascii: "-"))
      if skipDigits() == nil { return nil }
    }
    if isWhole, at - whole <= Self.safeDigits { return .number(isNegative ? -value : value) }
    let digits = String(decoding: bytes[first..<at], as: UTF8.self)
    return Int(digits).map(JSONLine.number) ?? .decimal(digits)
  }

  // MARK: Strings

  private mutating func string() -> String? {
    guard next == UInt8(ascii: "\"") else { return nil }
    at += 1
    let first = at
    var isASCII = true
    while let byte = next, byte >= 0x20, byte != UInt8(ascii: "\\") {
      at += 1
      if byte == UInt8(ascii: "\"") {
        let text = bytes[first..<at - 1]
        let string = String(decoding: text, as: UTF8.self)
        return isASCII || string.utf8.elementsEqual(text) ? string : nil
      }
      if byte >= 0x80 { isASCII = false }
    }
    return escapedString(after: Array(bytes[first..<at]))
  }

  /// The rest of a string with an escape sequence, after its beginning `text`.
  private mutating func escapedString(after text: [UInt8]) -> String? {
    var text = text
    while let byte = next, byte >= 0x20 {
      at += 1
      switch byte {
      case UInt8(ascii: "\""):
        let string = String(decoding: text, as: UTF8.self)
        return string.utf8.elementsEqual(text) ? string : nil
      case UInt8(ascii: "\\"):
        guard let scalar = escaped() else { return nil }
        text += Array(String(scalar).utf8)
      default: text.append(byte)
      }
    }
    return nil
  }

  /// The character of an escape sequence, after the backslash.
  private mutating func escaped() -> Unicode.Scalar? {
    guard let letter = next else { return nil }
    at += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return numbered()
    default: return nil
    }
  }

  /// The character of a `\u` escape: four hex digits, or a surrogate pair beyond U+FFFF.
  private mutating func numbered() -> Unicode.Scalar? {
    guard let unit = unit() else { return nil }
    guard (0xD800..<0xDC00).contains(unit) else { return Unicode.Scalar(unit) }
    guard skip("\\u"), let low = self.unit(), (0xDC00..<0xE000).contains(low) else { return nil }
    return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
  }

  private mutating func unit() -> UInt32? {
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      unit = unit << 4 | UInt32(digit)
      at += 1
    }
    return unit
  }

  // MARK: Bytes

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private mutating func skipSpaces() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0D || (byte == 0x0A && isDocument) { at += 1 }
  }

  /// Skips `byte` if it comes next, after spaces; returns whether it did.
  private mutating func skip(_ byte: UInt8) -> Bool {
    skipSpaces()
    guard next == byte else { return false }
    at += 1
    return true
  }

  /// Skips `letters` if they come next; returns whether they did.
  private mutating func skip(_ letters: String) -> Bool {
    guard bytes[at...].starts(with: letters.utf8) else { return false }
    at += letters.utf8.count
    return true
  }

  /// Skips one of two bytes if it comes next; returns whether it did.
  private mutating func skipOne(_ one: UInt8, or other: UInt8? = nil) -> Bool {
    guard let byte = next, byte == one || byte == other else { return false }
    at += 1
    return true
  }

  /// The maximum number of digits that cannot overflow.
  private static let safeDigits = 18

  /// Skips digits.
  ///
  /// - Returns: Their value, which is only right for up to `safeDigits`; nil if there is no digit.
  private mutating func skipDigits() -> Int? {
    let first = at
    var value = 0
    while let byte = next, Self.isDigit(byte) {
      value = value &* 10 &+ Int(byte - UInt8(ascii: "0"))
      at += 1
    }
    return at > first ? value : nil
  }
}

extension JSONLine {
  /// The value of an object's first member with this key.
  public subscript(key: String) -> JSONLine? {
    guard case .object(let members) = self, let place = members.firstIndex(where: { $0.key == key }) else {
      return nil
    }
    return members[place].value
  }

  /// The string; nil for other values.
  public var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The whole number; nil for other values.
  public var number: Int? { if case .number(let number) = self { number } else { nil } }

  /// The values of the array; nil for other values.
  public var list: [JSONLine]? { if case .list(let values) = self { values } else { nil } }
}
