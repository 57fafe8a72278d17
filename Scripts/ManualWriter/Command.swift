// A command with its full name: what a page of the manual describes and a shell completes.

import Foundation

/// A command of the program.
struct Command {
  /// Its name as it is typed, from the program's on.
  let words: [String]
  let abstract: String
  let discussion: Discussion
  /// What it takes, in the order of its help; without what the help hides.
  let arguments: [ArgumentDescription]
  /// Its subcommands; without the parser's own `help`.
  let subcommands: [Command]

  init(_ description: CommandDescription, below parent: [String] = []) {
    let words = parent + [description.commandName]
    self.words = words
    abstract = description.abstract
    discussion = Discussion(description.discussion ?? "")
    arguments = (description.arguments ?? []).filter(\.shouldDisplay).reduce(into: []) { all, argument in
      if let last = all.indices.last, argument.isInverse(of: all[last]) {
        all[last].names? += argument.names ?? []
      } else {
        all.append(argument)
      }
    }
    subcommands = (description.subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
      .map { Command($0, below: words) }
  }

  /// Its name as it is typed.
  var name: String { words.joined(separator: " ") }

  /// The name of its page.
  var page: String { words.joined(separator: "-") }

  /// Itself, and everything below it.
  var all: [Command] { [self] + subcommands.flatMap(\.all) }

  var options: [ArgumentDescription] { arguments.filter { $0.kind != .positional } }
  var positionals: [ArgumentDescription] { arguments.filter { $0.kind == .positional } }

  /// Whether it has an option of this name, as it is typed.
  func takes(_ option: String) -> Bool { options.contains { $0.typedNames.contains(option) } }
}

extension ArgumentDescription {
  /// Whether it is the flag `--no-NAME` of the flag `--NAME`: the help describes the two as one.
  func isInverse(of other: Self) -> Bool {
    kind == .flag && other.kind == .flag && (names ?? []).count == 1
      && (other.names ?? []).contains { "no-" + $0.name == names?[0].name }
  }
}

/// The long part of a command's help.
struct Discussion {
  enum Paragraph {
    case text(String)
    case table(title: String, rows: [Row])
  }

  /// A term, and what it means.
  typealias Row = (term: String, meaning: String)

  /// The text, without examples and exit codes.
  private(set) var paragraphs: [Paragraph] = []
  /// Command lines that show how it is used.
  private(set) var examples: [String] = []
  /// The table of exit codes.
  private(set) var exitCodes: [Row] = []

  /// Examples and tables begin with a line that names them, and their lines are indented.
  init(_ text: String) {
    for paragraph in text.components(separatedBy: "\n\n") where !paragraph.isEmpty {
      let lines = paragraph.components(separatedBy: "\n")
      switch lines[0] {
      case "Example:", "Examples:": examples += lines.dropFirst().map { $0.trimmingCharacters(in: .whitespaces) }
      case "Exit codes:": exitCodes += Self.rows(lines.dropFirst())
      case let title where lines.count > 1 && lines[1].hasPrefix("  "):
        paragraphs.append(.table(title: title, rows: Self.rows(lines.dropFirst())))
      default: paragraphs.append(.text(lines.joined(separator: " ")))
      }
    }
  }

  /// The rows in lines that begin with a term and spaces, or are indented further and continue the line before.
  private static func rows(_ lines: some Sequence<String>) -> [Row] {
    lines.reduce(into: []) { rows, line in
      let text = line.trimmingCharacters(in: .whitespaces)
      if line.prefix(while: { $0 == " " }).count > 2, !rows.isEmpty {
        rows[rows.count - 1].meaning += " " + text
      } else {
        let end = text.range(of: "  ")?.lowerBound ?? text.endIndex
        rows.append((String(text[..<end]), text[end...].trimmingCharacters(in: .whitespaces)))
      }
    }
  }

  /// All its sentences.
  var texts: [String] {
    paragraphs.flatMap { paragraph in
      switch paragraph {
      case .text(let text): [text]
      case .table(let title, let rows): [title] + rows.map(\.meaning)
      }
    }
  }
}
