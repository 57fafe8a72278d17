// What helps with a command line that the parser refuses: a misspelled command or option, a value with a minus sign, a
// word of another program. How Python writes what a request states.

import ArgumentParser
import Upright
import UprightBatch

/// Better words for faults that the parser names by their consequence.
enum LineAdvice {
  /// What is wrong with a line, and the help that explains the right form.
  struct Fault: Equatable {
    let sentence: String
    /// The command whose help is named, as typed.
    let command: String
    var usage: String?
  }

  /// The fault of a line with an unknown command, also after `help`; nil for a line without one, or that begins with an
  /// option.
  static func unknownCommand(in words: [String]) -> Fault? {
    let rest = words.first == "help" ? words.dropFirst() : words[...]
    let (command, path) = command(of: rest)
    let names = command.configuration.subcommands.map(name)
    guard !names.isEmpty, let word = rest.dropFirst(path.count - 1).first, !word.hasPrefix("-"), word != "help" else {
      return nil
    }
    let known = path.count == 1 ? FamiliarWords.advice(onCommand: word) : nil
    let advice =
      known ?? OptionTable.nearest(to: word, among: names).map { "did you mean \($0)?" }
      ?? "the commands are: \(names.joined(separator: ", "))"
    return Fault(
      sentence: "there is no command \(TerminalText.plain(word)); \(advice)", command: path.joined(separator: " "))
  }

  /// What is wrong with a line that the parser rejects; nil if the parser's own message is clear.
  static func fault(in words: [String]) -> Fault? {
    let options = words.prefix { $0 != "--" }
    let (command, path) = command(of: words[...])
    let line = path.joined(separator: " ")
    if path.count > 1, !path.contains("compat"), let sentence = table(of: command).fault(in: words) {
      return Fault(sentence: sentence, command: line, usage: UprightCommand.usageString(for: command))
    }
    if path.last == "rotate", let word = words.dropFirst(path.count - 1).first,
      let right = FamiliarWords.operation(word)
    {
      return Fault(
        sentence: "there is no operation \(TerminalText.plain(word)); use \(right)", command: line,
        usage: UprightCommand.usageString(for: command))
    }
    let (inPlace, output) = (["-i", "--in-place"], ["-o", "--output"])
    guard options.contains(where: inPlace.contains),
      options.contains(where: { word in output.contains { word == $0 || word.hasPrefix($0 + "=") } })
    else { return nil }
    return fault("-i and -o cannot be combined", in: words)
  }

  /// A fault that a line's command found when it ran, with the command's usage.
  static func fault(_ sentence: String, in words: [String]) -> Fault {
    let (command, path) = command(of: words[...])
    return Fault(
      sentence: sentence, command: path.joined(separator: " "), usage: UprightCommand.usageString(for: command))
  }

  /// The line with nothing that only looks like an option: see `OptionTable.withoutLeadingMinus`.
  static func withoutLeadingMinus(_ words: [String]) -> [String] {
    let isValue = words.first == "names" ? OptionTable.beginsLikeName : OptionTable.beginsLikeNegative
    guard words.first != "compat", words.contains(where: isValue) else { return words }
    let (command, path) = command(of: words[...])
    guard command.configuration.subcommands.isEmpty else { return words }
    let verbs = path.dropFirst()
    return verbs + table(of: command).withoutLeadingMinus(Array(words.dropFirst(verbs.count)), where: isValue)
  }

  /// The command that a line's first words name, as typed: `upright labels crop`.
  static func path(of words: [String]) -> String { command(of: words[...]).path.joined(separator: " ") }

  private static func table(of command: any ParsableCommand.Type) -> OptionTable {
    OptionTable(help: UprightCommand.helpMessage(for: command, includeHidden: true, columns: 500))
  }

  /// The command that a line's first words name, and these words after `upright`.
  private static func command(of words: ArraySlice<String>) -> (any ParsableCommand.Type, path: [String]) {
    var (command, path): (any ParsableCommand.Type, [String]) = (UprightCommand.self, ["upright"])
    for word in words {
      guard let next = command.configuration.subcommands.first(where: { name($0) == word }) else { break }
      command = next
      path.append(word)
    }
    return (command, path)
  }

  /// The parser's own name for a command that states none: that of its type.
  private static func name(_ command: any ParsableCommand.Type) -> String {
    command.configuration.commandName ?? String(describing: command).lowercased()
  }
}

// Words that people know from other programs, and the commands here that do what they mean.

/// What leads from a familiar word to the right one.
enum FamiliarWords {
  /// The advice on a word where a command was expected; nil for a word that is not known from elsewhere.
  static func advice(onCommand word: String) -> String? {
    let right: String? =
      switch word {
      case "mirror", "flip", "flop": "rotate mirror-horizontal (left and right change places) or rotate mirror-vertical"
      case "turn", "rotate-left", "rotate-right": "rotate left or rotate right"
      case "autorot", "autorotate", "auto-rotate", "autoorient", "auto-orient", "upright", "straighten": "fix"
      case "resize", "scale", "thumbnail", "thumbnails", "shrink": "thumb"
      case "convert", "transcode": "fix --format FORMAT -o FILE"
      case "strip", "scrub", "clean": "fix --strip PARTS"
      case "identify", "exif", "metadata", "inspect", "ls", "list": "info"
      case "compare", "cmp": "verify"
      case "revert", "restore", "rollback": "undo"
      case "contact-sheet", "montage": "sheet"
      case "tag", "set", "retag": "orient"
      default: nil
      }
    return right.map { "use upright \($0)" }
  }

  /// The operation of `rotate` that a word means; nil for one that is not known from elsewhere.
  static func operation(_ word: String) -> String? {
    switch word {
    case "flop", "horizontal", "flip-horizontal", "fliph", "hflip": "mirror-horizontal"
    case "vertical", "flip-vertical", "flipv", "vflip": "mirror-vertical"
    case "mirror", "flip":
      "mirror-horizontal (left and right change places) or mirror-vertical (top and bottom change places)"
    case "-90", "-90°", "counterclockwise", "anticlockwise", "counter-clockwise", "anti-clockwise", "270°", "l", "L":
      "ccw"
    case "-270", "-270°", "clockwise", "90°", "+90", "r", "R": "cw"
    case "-180", "180°", "+180", "half", "upside-down": "180"
    default: nil
    }
  }
}

// How Python writes what a request states, for the program that its package runs.

/// The names of options as arguments of the functions of the Python package: `edge="recode"`.
struct PythonSpelling: Spelling {
  /// The environment variable by which a program that runs this one states its language.
  static let variable = "UPRIGHT_SPELLING"
  /// What it states for Python.
  static let language = "python"

  func option(_ option: RequestOption, _ value: String?) -> String {
    guard let name = Self.argument(option) else { return CommandLineSpelling.ofProgram(option, value) }
    guard let value, !name.contains("=") else { return name }
    let isPlaceholder = !value.contains(where: \.isLowercase)
    return "\(name)=" + (isPlaceholder ? value.replacing("/", with: "") : "\"\(value)\"")
  }

  private static func argument(_ option: RequestOption) -> String? {
    switch option {
    case .inPlace: "output=None"
    case .overwrite: "overwrite=True"
    case .resume, .recursive, .strictParts: option.name(separatedBy: "_") + "=True"
    case .allowedLosses: "allow_loss"
    case .from: "from_format"
    case .to, .stale, .edge, .quality, .frame, .page, .format, .labels, .labelFormat, .labelSpace, .output, .journal,
      .maxPixels, .maxMemory, .maxSeconds, .images, .names, .fromSpace, .toSpace:
      option.name(separatedBy: "_")
    default: nil
    }
  }
}
