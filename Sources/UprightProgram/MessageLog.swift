// Messages, reports and progress on standard error: for people, or as JSON lines for programs.

import Synchronization
public import Upright
package import UprightFiles

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

/// The messages of the process on standard error. A failure to write them is ignored.
public enum MessageLog {
  /// How much a message matters.
  public enum Level: String, Sendable, CaseIterable {
    /// A file or a request failed.
    case error
    /// A result that may not be what is expected, or what to do next.
    case note
  }

  private static let current = Mutex(MessageStyle())

  /// The style of all messages from now on.
  package static var style: MessageStyle {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  /// Writes one message, which may have several lines.
  public static func write(_ message: String, _ level: Level = .note) {
    let hasColor = style.color.hasColor(
      isTerminal: StandardStream.error.terminalColumns != nil, isForbidden: StandardStream.forbidsColor)
    write(style.isJSON ? json(message, level).line : text(message, level, hasColor: hasColor))
  }

  /// Writes the message of a command line that cannot be run.
  package static func writeUsage(_ message: String) {
    write(style.isJSON ? json(message, .error).line : message)
  }

  /// Writes that the file at `path` failed.
  ///
  /// - Parameters:
  ///   - error: Why.
  ///   - path: The file, or what else the error is about.
  ///   - part: Which of the file's regions failed, from 0; nil for the whole file.
  ///   - advice: How options that the error advises are spelled; nil for as in other messages.
  public static func failure(
    _ error: UprightError, of path: String, part: Int? = nil, advice: (any Spelling)? = nil
  ) {
    guard style.isJSON else {
      let sentence = advice?.used { error.sentence(about: path) } ?? error.sentence(about: path)
      return write(TerminalText.plain("\(path): \(sentence)"), .error)
    }
    report(error.report(about: path, part: part))
  }

  /// Logs the outcome of a file, if the log is for programs.
  package static func report(_ line: @autoclosure () -> JSONLine) {
    guard style.isJSON, case .object(let members) = line() else { return }
    write(JSONLine.object(members + [.init("event", .text("report"))]).line)
  }

  /// Logs how many files are done.
  static func progress(_ done: Int, of count: Int) {
    write(
      JSONLine.object([
        .schema, .init("event", .text("progress")), .init("done", .number(done)),
        .init("of", .number(count)),
      ]).line)
  }

  /// A message for people.
  static func text(_ message: String, _ level: Level, hasColor: Bool) -> String {
    let name = hasColor ? "\u{1B}[\(level == .error ? 31 : 33)mupright:\u{1B}[0m" : "upright:"
    return "\(name) \(TerminalText.plainLines(message))"
  }

  /// A message for programs.
  static func json(_ message: String, _ level: Level) -> JSONLine {
    .object([
      .schema, .init("event", .text("message")), .init("level", .text(level.rawValue)),
      .init("message", .text(message)),
    ])
  }

  private static func write(_ line: String) { try? StandardStream.error.write(line + "\n") }
}
