// What a shell offers in each place of a command line.

import Foundation

/// What can be typed in one place.
enum Candidates: Hashable {
  /// Anything; nothing is offered.
  case anything
  case words([String])
  /// Folders, and files with one of these extensions, or all files if there are none.
  case files([String])
  case folders

  init(_ argument: ArgumentDescription) {
    let kind = argument.completionKind
    if let words = kind?.list?.values ?? (kind == nil ? argument.allValues : nil) {
      self = .words(words)
    } else if let file = kind?.file {
      self = .files(file.extensions)
    } else {
      self = kind?.directory == nil ? .anything : .folders
    }
  }

  /// The kind as scripts for bash and fish spell it, and its words or extensions.
  var spelled: (kind: String, words: [String]) {
    switch self {
    case .anything: ("none", [])
    case .words(let words): ("words", words)
    case .files(let extensions): ("files", extensions)
    case .folders: ("folders", [])
    }
  }
}

/// A place in a command line: the value of an option, or an argument without a name.
struct Place {
  let command: Command
  /// The option's name, the argument's number from 1, or + for all further arguments.
  let key: String
  let candidates: Candidates

  /// The places of all commands.
  static func all(of root: Command) -> [Place] {
    root.all.flatMap { command in
      command.options.filter { $0.kind == .option }.flatMap { option in
        option.typedNames.map { Place(command: command, key: $0, candidates: Candidates(option)) }
      }
        + command.positionals.enumerated().map { index, argument in
          Place(
            command: command, key: argument.isRepeating ? "+" : "\(index + 1)", candidates: Candidates(argument))
        }
    }
  }

  /// The same, collected by what is offered, in the order of its first place.
  static func collected(of root: Command) -> [(candidates: Candidates, keys: [String])] {
    let all = all(of: root)
    let keys = Dictionary(grouping: all, by: \.candidates).mapValues { $0.map { "\($0.command.name) \($0.key)" } }
    var seen: Set<Candidates> = []
    return all.map(\.candidates).filter { seen.insert($0).inserted }.map { ($0, keys[$0] ?? []) }
  }
}

extension Command {
  /// Each line after which a command's name follows, with the commands: `upright labels`, and `upright help labels`.
  var groups: [(line: String, commands: [Command])] {
    let groups = all.filter { !$0.subcommands.isEmpty }
    return groups.map { ($0.name, $0.subcommands) }
      + groups.map { (([name, "help"] + $0.words.dropFirst()).joined(separator: " "), $0.subcommands) }
  }

  /// What it does, in a few words.
  var summary: String { Self.summary(abstract) }

  /// The first sentence of a text without its period.
  static func summary(_ text: String) -> String {
    let plain = text.filter { $0 != "`" }
    let end = plain.range(of: ". ")?.lowerBound ?? plain.range(of: " (default: ")?.lowerBound ?? plain.endIndex
    let sentence = plain[..<end]
    return String(sentence.hasSuffix(".") ? sentence.dropLast() : sentence)
  }
}

extension ArgumentDescription {
  /// What the option does under one of its names, in a few words.
  func summary(of name: String) -> String {
    let summary = Command.summary(abstract ?? valueName)
    let isInverse = typedNames.contains { name == "--no-" + $0.dropFirst(2) }
    return isInverse ? "Do not " + summary.prefix(1).lowercased() + summary.dropFirst() : summary
  }
}

/// A text in single quotes, for any of the shells.
func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
