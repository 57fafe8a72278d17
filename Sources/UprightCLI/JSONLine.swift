// One line of JSON with its keys in a fixed order (RFC 8259; JSON Lines 1.0).

import UprightFiles

/// A JSON value whose objects keep the order of their keys.
indirect enum JSONLine: Hashable {
  case text(String)
  case number(Int)
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
    switch self {
    case .text(let text): Self.quoted(text)
    case .number(let number): String(number)
    case .flag(let flag): flag ? "true" : "false"
    case .list(let values): "[" + values.map(\.line).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { "\(Self.quoted($0.key)):\($0.value.line)" }.joined(separator: ",") + "}"
    }
  }

  /// Bytes of a file name that are no UTF-8 become U+FFFD: JSON cannot hold them.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value): result += escape(scalar.value)
      case "\u{2028}", "\u{2029}": result += escape(scalar.value)
      case _ where PathName.escapedByte(scalar) != nil: result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
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
