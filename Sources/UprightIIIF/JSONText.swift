// JSON texts (RFC 8259, 7).

enum JSONText {
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

  static func list(_ texts: [String]) -> String { "[" + texts.map(string).joined(separator: ", ") + "]" }
}
