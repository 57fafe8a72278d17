// External text in HTML and XML (WHATWG HTML, 13.3 "Serializing HTML fragments"; XML 1.0, 2.2 "Characters").

/// Escapes text for elements and quoted attributes.
public enum MarkupText {
  /// The text with markup characters as character references, and control characters made visible. Two characters
  /// that XML forbids become U+FFFD; no font has them.
  public static func escaped(_ text: String) -> String {
    TerminalText.plain(text).unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\u{FFFE}", "\u{FFFF}": result += "\u{FFFD}"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
