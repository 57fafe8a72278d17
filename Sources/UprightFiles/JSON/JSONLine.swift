// One line of JSON with keys in a fixed order (RFC 8259; JSON Lines 1.0).

/// A JSON value whose objects keep the order of their keys.
public enum JSONLine: Hashable, Sendable {
  /// A string.
  case text(String)
  /// A whole number.
  case number(Int)
  /// A number, as its JSON digits.
  case decimal(String)
  /// `true` or `false`.
  case flag(Bool)
  /// `null`.
  case null
  /// An array.
  case list([JSONLine])
  /// An object, with its members in order.
  case object([Member])

  /// A key and its value.
  public struct Member: Hashable, Sendable {
    /// The key.
    public let key: String
    /// The value.
    public let value: JSONLine

    /// The version of all JSON that commands print, the first member of each object.
    public static let schema = Member("schema", .number(1))

    /// `value` under `key`.
    public init(_ key: String, _ value: JSONLine) {
      self.key = key
      self.value = value
    }
  }

  /// The value as one line without line breaks; always valid UTF-8.
  public var line: String {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func write(to bytes: inout [UInt8]) {
    switch self {
    case .text(let text): Self.quote(text, to: &bytes)
    case .number(let number): bytes += String(number).utf8
    case .decimal(let digits): bytes += digits.utf8
    case .flag(let flag): bytes += (flag ? "true" : "false").utf8
    case .null: bytes += "null".utf8
    case .list(let values):
      Self.write(values, between: ("[", "]"), to: &bytes) { $0.write(to: &$1) }
    case .object(let members):
      Self.write(members, between: ("{", "}"), to: &bytes) { member, bytes in
        Self.quote(member.key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
    }
  }

  private static func write<Part>(
    _ parts: [Part], between marks: (Unicode.Scalar, Unicode.Scalar), to bytes: inout [UInt8],
    _ write: (Part, inout [UInt8]) -> Void
  ) {
    bytes.append(UInt8(ascii: marks.0))
    for (index, part) in parts.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      write(part, &bytes)
    }
    bytes.append(UInt8(ascii: marks.1))
  }

  private static func quote(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    if text.utf8.allSatisfy(isPlain) { bytes += text.utf8 } else { escape(text, to: &bytes) }
    bytes.append(UInt8(ascii: "\""))
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  /// Invalid UTF-8 in file names becomes U+FFFD: JSON cannot contain it.
  private static func escape(_ text: String, to bytes: inout [UInt8]) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": bytes += "\\\"".utf8
      case "\\": bytes += "\\\\".utf8
      case "\n": bytes += "\\n".utf8
      case "\r": bytes += "\\r".utf8
      case "\t": bytes += "\\t".utf8
      case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value): bytes += escape(scalar.value).utf8
      case "\u{2028}", "\u{2029}": bytes += escape(scalar.value).utf8
      case _ where PathName.escapedByte(scalar) != nil: bytes += "\u{FFFD}".utf8
      default: bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      }
    }
  }

  private static func escape(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}

extension JSONLine {
  /// An object that begins with the schema's number and the path of the file that it describes.
  package static func about(_ path: String, _ members: [Member]) -> JSONLine {
    .object([.schema] + pathMembers(path) + members)
  }

  /// Text that JSON can contain: invalid UTF-8 in file names becomes U+FFFD.
  static func readable(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { PathName.escapedByte($0) == nil ? $0 : "\u{FFFD}" }))
  }

  /// A path; with its Base64 form if it is not valid UTF-8, so that the file can be found.
  package static func pathMembers(_ path: String) -> [Member] {
    let isText = path.unicodeScalars.allSatisfy { PathName.escapedByte($0) == nil }
    return [Member("path", .text(path))]
      + (isText ? [] : [Member("pathBytes", .text(Base64.text(PathName.bytes(path))))])
  }

  /// The path in an object's members.
  package var path: String? {
    guard let bytes = self["pathBytes"] else { return self["path"]?.text }
    return bytes.text.flatMap(Base64.bytes).map(PathName.text)
  }
}

// Base64 text (RFC 4648, 4).

/// Base64 with padding.
public enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  /// The value of each character; nil outside the alphabet.
  private static let values: [Int?] = (0..<256).map { alphabet.firstIndex(of: UInt8($0)) }

  /// The text for `bytes`.
  public static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let word = (0..<3).reduce(0) { $0 << 8 | ($1 < group.count ? Int(group[start + $1]) : 0) }
      for place in 0..<4 {
        text.append(place <= group.count ? alphabet[word >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes that `text` encodes; nil if it is not padded Base64.
  public static func bytes(_ text: String) -> [UInt8]? {
    let characters = Array(text.utf8)
    guard characters.count.isMultiple(of: 4) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(characters.count / 4 * 3)
    for start in stride(from: 0, to: characters.count, by: 4) {
      let group = characters[start..<start + 4]
      let places = group.prefix { $0 != UInt8(ascii: "=") }.map { values[Int($0)] }
      guard places.count > 1, group.dropFirst(places.count).allSatisfy({ $0 == UInt8(ascii: "=") }) else { return nil }
      var word = 0
      for place in places {
        guard let place else { return nil }
        word = word << 6 | place
      }
      word <<= 6 * (4 - places.count)
      for place in 0..<places.count - 1 { bytes.append(UInt8(truncatingIfNeeded: word >> (16 - 8 * place))) }
    }
    return self.text(bytes).utf8.elementsEqual(characters) ? bytes : nil
  }
}
