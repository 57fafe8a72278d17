// A page of the manual, section 1, made from a command's own description.

import Foundation

/// A page of the manual.
struct ManualPage {
  let command: Command
  /// The program itself, which has all other commands and the table of exit codes.
  let root: Command
  let version: String
  /// When the version was published, empty if it is not.
  let date: String

  /// The name of its file.
  var file: String { command.page + ".1" }

  /// The page.
  var text: String {
    let head = [
      #".\" Written by Scripts/manual from the program's own description of its commands; do not edit."#,
      // mandoc reads the date only without escapes.
      ".TH \(Roff.quoted(command.page.uppercased())) \"1\" \"\(date)\" \(Roff.quoted("upright " + version)) "
        + Roff.quoted("Upright Manual"),
      // Names of options are not hyphenated.
      ".nh", ".nr HY 0", ".ad l",
    ]
    let sections: [(title: String, lines: [String])] = [
      ("NAME", [name]), ("SYNOPSIS", synopsis), ("DESCRIPTION", description), ("COMMANDS", commands),
      ("ARGUMENTS", command.positionals.flatMap(entry)), ("OPTIONS", command.options.flatMap(entry)),
      ("EXIT STATUS", exitCodes), ("ENVIRONMENT", entries(PageNotes.environment(command))),
      ("FILES", entries(PageNotes.files(command))), ("EXAMPLES", [Roff.example(examples)]), ("SEE ALSO", [seeAlso]),
    ]
    let body = sections.filter { !$0.lines.isEmpty }.flatMap { [".SH " + $0.title] + $0.lines }
    return (head + body).joined(separator: "\n") + "\n"
  }

  private var name: String {
    var text = command.abstract.filter { $0 != "`" }
    if text.hasSuffix(".") { text.removeLast() }
    return Roff.wrapped(
      Roff.literal(command.page) + " \\- " + Roff.literal(text.prefix(1).lowercased() + text.dropFirst()))
  }

  private var synopsis: [String] {
    guard command.subcommands.isEmpty else {
      return [
        Roff.bold(command.name) + " " + Roff.italic("command") + " [" + Roff.italic("arguments") + "]", ".br",
        Roff.bold(root.name + (command.words.count > 1 ? " help " + command.words.dropFirst().joined() : " help"))
          + " [" + Roff.italic("command") + "]",
      ]
    }
    let required = command.options.filter { !$0.isOptional }.map { option in
      Roff.bold(option.typedNames[0]) + " " + Roff.italic(option.valueName)
    }
    let positionals = command.positionals.map { argument in
      let name = Roff.italic(argument.valueName) + (argument.isRepeating ? " ..." : "")
      return argument.isOptional ? "[" + name + "]" : name
    }
    let words = [Roff.bold(command.name)] + required + ["[" + Roff.italic("options") + "]"] + positionals
    return [Roff.wrapped(words.joined(separator: " "))]
  }

  private var description: [String] {
    let paragraphs = command.discussion.paragraphs
    return Array((paragraphs.isEmpty ? [.text(command.abstract)] : paragraphs).map(lines).joined(separator: [".PP"]))
  }

  private func lines(_ paragraph: Discussion.Paragraph) -> [String] {
    switch paragraph {
    case .text(let text): [Roff.prose(text)]
    case .table(let title, let rows):
      [Roff.prose(title)] + rows.flatMap { [".TP", Roff.bold($0.term), Roff.prose($0.meaning)] }
    }
  }

  private var commands: [String] {
    command.subcommands.flatMap { [".TP", reference($0), Roff.prose($0.abstract)] }
  }

  /// An option or an argument, as in the help.
  private func entry(_ argument: ArgumentDescription) -> [String] {
    let value = Roff.italic(argument.valueName)
    let names = argument.typedNames.map { Roff.bold($0) }.joined(separator: ", ")
    let tag =
      switch argument.kind {
      case .positional: value + (argument.isRepeating ? " ..." : "")
      case .option: names + " " + value
      case .flag: names
      }
    let values = argument.allValues.map { "Values: " + $0.joined(separator: ", ") + "." }
    let standard = argument.defaultValue.map { "Default: " + $0 + "." }
    let text = [argument.abstract, values, standard].compactMap(\.self).joined(separator: " ")
    let more = argument.discussion.map { [".IP", Roff.prose($0.replacing("\n", with: " "))] } ?? []
    return [".TP", tag, Roff.prose(text)] + more
  }

  private func entries(_ notes: [PageNotes.Note]) -> [String] {
    notes.flatMap { [".TP", Roff.wrapped(Roff.bold($0.name)), Roff.prose($0.text)] }
  }

  /// All rows, but a negative answer only where the row names the command.
  private var exitCodes: [String] {
    let own = command.words.dropFirst().joined(separator: " ")
    let rows = root.discussion.exitCodes.filter { row in
      guard row.term == "1", !own.isEmpty else { return true }
      return row.meaning.replacing(": ", with: ", ").replacing(" or ", with: ", ").components(separatedBy: ", ")
        .contains { $0 == own || $0.hasPrefix(own + " ") }
    }
    return rows.flatMap { [".TP", Roff.bold($0.term), Roff.prose(Self.sentence($0.meaning))] }
  }

  private static func sentence(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() + "." }

  /// Its own examples; the program's page has the first one of each command.
  private var examples: [String] {
    command.discussion.examples.isEmpty
      ? command.subcommands.compactMap(\.discussion.examples.first) : command.discussion.examples
  }

  private func reference(_ other: Command) -> String { reference(other.page) }

  private func reference(_ page: String) -> String { Roff.bold(page) + "(1)" }

  /// The commands above and beside it, those that it is related to and those that its text names; for other programs'
  /// command lines also those programs.
  private var seeAlso: String {
    guard command.words.count > 1 else {
      return PageNotes.otherPrograms.map(reference).joined(separator: ",\n")
    }
    let family = root.all.filter { other in
      let isAbove = command.words.starts(with: other.words)
      let isBeside = command.words.count > 2 && other.words.dropLast() == command.words.dropLast()
      return isAbove || isBeside
    }
    let last = command.words[command.words.count - 1]
    let related = command.words.count > 2 ? [last] : PageNotes.related.filter { $0.contains(last) }.joined() + []
    let known = root.subcommands.filter { related.contains($0.words[1]) }
    let pages = Set((family + namedCommands + known).map(\.page)).subtracting([command.page])
    let others = PageNotes.otherPrograms.filter { command.words.dropFirst().first == "compat" && namesProgram($0) }
    return (pages.sorted() + others).map(reference).joined(separator: ",\n")
  }

  private func namesProgram(_ name: String) -> Bool {
    command.words.last == name || command.subcommands.contains { $0.words.last == name }
  }

  /// The commands that its text names between backquotes; one beside it comes before one of the program.
  private var namedCommands: [Command] {
    let arguments = command.arguments.flatMap { [$0.abstract ?? "", $0.discussion ?? ""] }
    let texts = [command.abstract] + command.discussion.texts + arguments
    let quoted = texts.flatMap { text in
      text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
    }
    return quoted.compactMap { line in
      let words = line.split(separator: " ").map(String.init)
      let isWhole = words.first == root.name
      let places = isWhole ? [[]] : [Array(command.words.dropLast()), command.words, root.words]
      return places.lazy.compactMap { longest($0 + words) }.first
    }
  }

  /// The command that a line begins with; nil for the program alone.
  private func longest(_ line: [String]) -> Command? {
    root.all.filter { $0.words.count > 1 && line.starts(with: $0.words) }.max { $0.words.count < $1.words.count }
  }
}
