// Text from elsewhere inside a page (WHATWG HTML, 13.3 "Serializing HTML fragments").

import UprightBatch

/// Makes text safe to stand between tags and inside quoted attributes.
enum HTMLText {
  /// The text with what would be markup written as character references, and control characters made visible.
  static func escaped(_ text: String) -> String {
    TerminalText.plain(text).unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
