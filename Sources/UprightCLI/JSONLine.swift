// One line of JSON with its keys in a fixed order (RFC 8259; JSON Lines 1.0).

import UprightFiles

/// A JSON value whose objects keep the order of their keys.
indirect enum JSONLine: Hashable {
  case text(String)
  case number(Int)
  /// A number in digits, as JSON writes it.
  case decimal(String)
  case flag(Bool)
  case list([JSONLine])
  case object([Member])

  struct Member: Hashable {
    let key: String
    let value: JSONLine

    init(_ key: String, _ value: JSONLine) {
      self.key = key
      self.value = value
    }
  }

  /// The value without line breaks, valid UTF-8 whatever it was made of.
  var line: String {
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

  /// Bytes of a file name that are no UTF-8 become U+FFFD: JSON cannot hold them.
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
  /// An object that begins with the schema's number and the file it is about; a path that is no UTF-8 also in base64, so that it can be found again.
  static func about(_ path: String, _ members: [Member]) -> JSONLine {
    let isText = path.unicodeScalars.allSatisfy { PathName.escapedByte($0) == nil }
    let bytes = isText ? [] : [Member("pathBytes", .text(Base64.text(PathName.bytes(path))))]
    return .object([Member("schema", .number(1)), Member("path", .text(path))] + bytes + members)
  }
}
