// Values as JSON source (RFC 8259, 7).

/// Writes strings and lists of strings as JSON.
enum JSONLiteral {
  /// A string in quotes; quotes, backslashes and control characters are escaped.
  static func string(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// A list of strings.
  static func list(_ texts: [String]) -> String { "[" + texts.map(string).joined(separator: ", ") + "]" }
}
