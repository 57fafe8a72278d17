// The help of a command, arranged for people: all of it under headings for `--help`, the little that matters for `-h`.

/// A help page of the parser, in parts.
public struct HelpText {
  /// An option and what it means, as the parser wraps it.
  private struct OptionHelp {
    var lines: [Substring]

    /// The names of the option: `-o`, `--output`.
    var names: [String] {
      let words = (lines.first ?? "").split(separator: " ").prefix { $0.hasPrefix("-") || $0.hasPrefix("<") }
      return words.flatMap { word in
        word.split(separator: "/").map { String($0.last == "," ? $0.dropLast() : $0) }
      }
    }

    /// Its lines without what follows the first sentence.
    var firstSentence: [Substring] {
      var kept: [Substring] = []
      for line in lines {
        let characters = Array(line)
        let end = characters.indices.first { index in
          characters[index] == "." && (index + 1 == characters.count || characters[index + 1] == " ")
        }
        kept.append(end.map { line.prefix($0 + 1) } ?? line)
        if end != nil { break }
      }
      return kept
    }
  }

  /// The headings of options, and the options below each; others are below the first.
  private static let headings: [(title: String, options: Set<String>)] = [
    ("what is made", []),
    (
      "where",
      [
        "--files0-from", "--no-follow", "--recursive", "--output", "--output-template", "--in-place", "--force",
        "--skip-existing", "--update", "--all", "--format", "--cache", "--images", "--html",
      ]
    ),
    (
      "quality",
      ["--quality", "--lossless", "--to-srgb", "--linear", "--tone-map", "--background", "--strip", "--keep-metadata"]
    ),
    (
      "safety",
      [
        "--dry-run", "--journal", "--resume", "--verify", "--durability", "--break-hard-links", "--preserve-mtime",
        "--allow-loss", "--strict-parts", "--max-bytes", "--max-pixels", "--max-memory", "--max-seconds", "--max-body",
        "--sandbox", "--families", "--partial-families",
      ]
    ),
    (
      "output",
      [
        "--json", "--csv", "--quiet", "--verbose", "--summary", "--explain", "--no-progress", "--color", "--log-json",
        "--jobs", "--version", "--help",
      ]
    ),
  ]

  /// The options that people need first, in order of need.
  private static let first = [
    "--in-place", "--output", "--recursive", "--dry-run", "--check", "--size", "--focus", "--gravity", "--pad",
    "--bake", "--to", "--from", "--of", "--images", "--labels", "--format", "--quality", "--strip", "--edge",
    "--journal", "--frame", "--parts", "--explain", "--fail-on", "--force", "--port", "--bind", "--base-url",
    "--status-port", "--state", "--access-log", "--sign-keys", "--expires", "--tree", "--subject", "--python", "--iiif",
    "--only", "--compare", "--html", "--json",
  ]
  private static let mostFirst = 10

  /// The lines before the options.
  private let head: [Substring]
  private let entries: [OptionHelp]
  /// The lines after the options.
  private let rest: [Substring]

  /// The parts of a page; nil for a text that is no page, and for a page without options.
  public init?(_ text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard text.hasPrefix(Self.overview), let start = lines.firstIndex(of: "OPTIONS:") else { return nil }
    let end = lines[start...].firstIndex(of: "") ?? lines.endIndex
    (head, rest) = (Array(lines[..<start]), Array(lines[end...]))
    entries = lines[start + 1..<end].reduce(into: []) { entries, line in
      if line.hasPrefix("  -") { entries.append(OptionHelp(lines: [])) }
      if !entries.isEmpty { entries[entries.count - 1].lines.append(line) }
    }
  }

  private static let overview = "OVERVIEW: "

  /// The whole page, with its options below headings if there are many.
  public var whole: String {
    let groups = Self.headings.indices.map { index in
      (title: Self.headings[index].title, entries: entries.filter { Self.heading(of: $0) == index })
    }
    let isShort = entries.count <= Self.mostFirst || groups[0].entries.isEmpty
    let options: [Substring] =
      isShort
      ? ["OPTIONS:"] + entries.flatMap(\.lines)
      : Array(
        groups.filter { !$0.entries.isEmpty }.map { ["OPTIONS (\($0.title)):"] + $0.entries.flatMap(\.lines) }
          .joined(separator: [""]))
    return (head + options + rest).joined(separator: "\n")
  }

  /// Whether a line asks for what matters first, by `-h`, rather than for all of it.
  public static func isBriefAsked(by words: [String]) -> Bool {
    let options = words.prefix { $0 != "--" }
    return options.contains("-h") && !options.contains("--help") && words.first != "help"
  }

  /// What the command does, its first options, and its examples; nil for a command that only has others below it.
  ///
  /// - Parameters:
  ///   - command: The command, as typed.
  ///   - program: What its usage begins with, if that is the name of a program that the command becomes.
  public func brief(of command: String, runBy program: String? = nil) -> String? {
    guard let usage = usage(of: command, runBy: program), !rest.contains("SUBCOMMANDS:") else { return nil }
    let shown = Self.first.compactMap { name in entries.first { $0.names.contains(name) } }.prefix(Self.mostFirst)
    let examples = paragraph(after: "Examples:").map { [""] + $0 } ?? []
    let lines =
      (paragraph(after: Self.overview) ?? []) + [""] + usage + (shown.isEmpty ? [] : [""])
      + shown.flatMap(\.firstSentence) + examples
      + ["", "'\(command) --help' explains everything, with all \(entries.count) options."]
    return lines.joined(separator: "\n")
  }

  /// The lines of its usage, with the command as typed in place of a program.
  private func usage(of command: String, runBy program: String?) -> [Substring]? {
    guard let lines = paragraph(after: "USAGE: "), let first = lines.first else { return nil }
    let isProgram = program.map { first.hasPrefix($0 + " ") } ?? false
    let typed = isProgram ? command + first.dropFirst(program?.count ?? 0) : String(first)
    return ["Usage: \(typed)"] + lines.dropFirst()
  }

  /// The lines from one that begins with `mark`, of which a label in capitals is left out, to the next empty line.
  private func paragraph(after mark: String) -> [Substring]? {
    guard let start = head.firstIndex(where: { $0.hasPrefix(mark) }) else { return nil }
    let lines = head[start...].prefix { !$0.isEmpty }
    guard mark.hasSuffix(" ") else { return Array(lines) }
    return [head[start].dropFirst(mark.count)] + lines.dropFirst()
  }

  private static func heading(of entry: OptionHelp) -> Int {
    headings.firstIndex { !$0.options.isDisjoint(with: entry.names) } ?? 0
  }
}

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
