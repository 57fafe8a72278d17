// External text in a page (WHATWG HTML, 13.3 "Serializing HTML fragments").

import UprightBatch

/// Escapes text for elements and quoted attributes.
package enum HTMLText {
  /// The text with markup characters as character references, and control characters made visible.
  package static func escaped(_ text: String) -> String {
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
