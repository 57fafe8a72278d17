// How messages, reports and progress look on standard error: for people, or as JSON lines for programs.

import Upright
import UprightFiles

/// When the word `upright:` before a message has a color (no-color.org).
package enum ColorChoice: String, CaseIterable, Sendable {
  /// On a terminal that has colors, unless NO_COLOR is set.
  case auto
  case always, never

  /// Whether messages have a color.
  ///
  /// - Parameters:
  ///   - isTerminal: Whether standard error is a terminal that has colors.
  ///   - isForbidden: Whether the environment asks for no color.
  package func hasColor(isTerminal: Bool, isForbidden: Bool) -> Bool {
    switch self {
    case .auto: isTerminal && !isForbidden
    case .always: true
    case .never: false
    }
  }
}

/// How a program writes to standard error.
package struct MessageStyle: Hashable, Sendable {
  /// Whether each message, report and step is a JSON line.
  package var isJSON = false
  /// Whether progress is shown.
  package var showsProgress = true
  /// Whether messages have a color.
  package var color = ColorChoice.auto

  /// The style that a command line asks for, whether or not the rest of it is valid.
  package init(_ words: [String] = []) {
    let words = words.prefix { $0 != "--" }
    isJSON = words.contains("--log-json")
    showsProgress = !words.contains("--no-progress")
    for (index, word) in words.enumerated() where word == "--color" || word.hasPrefix("--color=") {
      let value = word == "--color" ? words.dropFirst(index + 1).first : String(word.dropFirst("--color=".count))
      color = value.flatMap(ColorChoice.init) ?? color
    }
  }
}

/// How much a message matters.
public enum MessageLevel: String, Sendable, CaseIterable {
  /// A file or a request failed.
  case error
  /// A result that may not be what is expected, or what to do next.
  case note

  /// A message for people.
  func text(_ message: String, hasColor: Bool) -> String {
    let name = hasColor ? "\u{1B}[\(self == .error ? 31 : 33)mupright:\u{1B}[0m" : "upright:"
    return "\(name) \(TerminalText.plainLines(message))"
  }

  /// A message for programs.
  func json(_ message: String) -> JSONLine {
    .object([
      .schema, .init("event", .text("message")), .init("level", .text(rawValue)), .init("message", .text(message)),
    ])
  }
}

// Text for people: nothing in a file name may move a terminal's cursor (ECMA-48) or change the text direction (UAX 9).

/// Makes external text safe to print.
public enum TerminalText {
  /// The text with every control character, and every byte of invalid UTF-8, written as `\n`, `\t`, `\r` or `\xHH`.
  public static func plain(_ text: String) -> String {
    guard mayNeedEscape(text), text.unicodeScalars.contains(where: needsEscape) else { return text }
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      if let byte = PathName.escapedByte(scalar) {
        result += hexadecimal(UInt32(byte))
      } else if needsEscape(scalar) {
        result += escape(scalar)
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }

  /// The same for text whose line breaks are kept.
  public static func plainLines(_ text: String) -> String {
    guard mayNeedEscape(text), text.unicodeScalars.contains(where: needsEscape) else { return text }
    return text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
      .map { plain(String($0)) }.joined(separator: "\n")
  }

  /// A message of several lines in which nothing from `words` moves a terminal's cursor or begins a line.
  package static func plainLines(_ message: String, quoting words: [String]) -> String {
    let parts = words.flatMap { word in
      [word] + word.split(separator: "=", maxSplits: 1).dropFirst().map(String.init)
    }
    var bytes = Array(message.utf8)
    for part in parts.sorted(by: { $0.utf8.count > $1.utf8.count }) {
      let plain = plain(part)
      if plain != part { bytes = bytes.replacing(Array(part.utf8), with: Array(plain.utf8)) }
    }
    return plainLines(String(decoding: bytes, as: UTF8.self))
  }

  /// Whether text has anything but printable ASCII, which is quick to find out.
  private static func mayNeedEscape(_ text: String) -> Bool { !text.utf8.allSatisfy { (0x20..<0x7F).contains($0) } }

  private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: scalar.properties.isBidiControl
    case .privateUse: PathName.escapedByte(scalar) != nil
    default: false
    }
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\t": "\\t"
    case "\r": "\\r"
    default: scalar.isASCII ? hexadecimal(scalar.value) : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return "\\x" + (digits.count < 2 ? "0" : "") + digits
  }
}
