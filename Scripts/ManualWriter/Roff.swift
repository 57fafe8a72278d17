// Text in the language of manual pages, man(7), within what groff and mandoc both understand.

import Foundation

/// Text for a manual page.
enum Roff {
  /// Lines of a page are at most this long.
  private static let width = 80

  /// Text that is printed as it is. Characters that a formatter might replace, such as hyphens and quotes, have names.
  static func literal(_ text: some StringProtocol) -> String {
    text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "\"": result += "\\(dq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "…": result += "..."
      case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
      default: result += "\\[u" + hexadecimal(scalar) + "]"
      }
    }
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Text that is typed as it is.
  static func bold(_ text: some StringProtocol) -> String { "\\fB" + literal(text) + "\\fR" }

  /// Text that stands for something else.
  static func italic(_ text: some StringProtocol) -> String { "\\fI" + literal(text) + "\\fR" }

  /// The argument of a macro.
  static func quoted(_ text: some StringProtocol) -> String { "\"" + literal(text) + "\"" }

  /// Sentences, in lines; options and what is between backquotes are bold.
  static func prose(_ text: String) -> String {
    let parts = text.split(separator: "`", omittingEmptySubsequences: false)
    let styled = parts.enumerated().map { index, part in
      index.isMultiple(of: 2) ? withBoldOptions(part) : bold(part)
    }
    return wrapped(styled.joined())
  }

  private static func withBoldOptions(_ text: Substring) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      let before = word.prefix { $0 == "(" }
      let option = word.dropFirst(before.count).prefix { $0 == "-" || $0.isASCII && ($0.isLetter || $0.isNumber) }
      guard option.hasPrefix("-"), option.drop(while: { $0 == "-" }).first?.isLetter == true else {
        return literal(word)
      }
      return literal(before) + bold(option) + literal(word.dropFirst(before.count + option.count))
    }.joined(separator: " ")
  }

  /// Words in lines, none of which looks like a request.
  static func wrapped(_ text: String) -> String {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let line = lines.last, line.utf8.count + 1 + word.utf8.count <= width {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append((word.hasPrefix(".") ? "\\&" : "") + word)
      }
    }
    return lines.joined(separator: "\n")
  }

  /// Lines that are printed as they are.
  static func example(_ lines: [String]) -> String {
    let text = lines.map { ($0.hasPrefix(".") ? "\\&" : "") + literal($0) }.joined(separator: "\n")
    return ".RS 4\n.EX\n\(text)\n.EE\n.RE"
  }
}
