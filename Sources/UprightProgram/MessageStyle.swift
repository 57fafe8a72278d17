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
