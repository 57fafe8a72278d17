// The completion for zsh, from version 5.

import Foundation

/// A function for zsh, in the words of its own `_arguments`.
struct ZshCompletion {
  let root: Command

  var text: String {
    """
    #compdef \(root.name)
    # Completes the command line of \(root.name) in zsh. Written by Scripts/manual; do not edit.

    \(root.all.map(function).joined(separator: "\n\n"))

    \(root.all.filter { !$0.subcommands.isEmpty }.map(help).joined(separator: "\n\n"))

    _upright "$@"

    """
  }

  private static func functionName(_ words: [String]) -> String { "_" + words.joined(separator: "_") }

  private func function(_ command: Command) -> String {
    let options = command.options.flatMap(specifications)
    let name = Self.functionName(command.words)
    guard command.subcommands.isEmpty else {
      let help = command.words == root.words ? [("help", "Show the help of a command", "_upright_help")] : []
      let rows = command.subcommands.map { ($0.words[$0.words.count - 1], $0.summary, Self.functionName($0.words)) }
      return group(name, rows + help, options)
    }
    let lines =
      options
      + command.positionals.enumerated().map { index, argument in
        let place = argument.isRepeating ? "*" : "\(index + 1)"
        return quoted("\(place):\(Self.label(argument.valueName)):\(action(Candidates(argument)))")
      }
    return "\(name)() {\n  _arguments -s -S \\\n    \(lines.joined(separator: " \\\n    "))\n}"
  }

  /// The commands after `help` and the names of some commands.
  private func help(_ command: Command) -> String {
    let words = [root.name, "help"] + command.words.dropFirst()
    let rows = command.subcommands.map { sub in
      let last = sub.words[sub.words.count - 1]
      return (last, sub.summary, sub.subcommands.isEmpty ? ":" : Self.functionName(words + [last]))
    }
    return group(Self.functionName(words), rows, [])
  }

  /// A function that completes the name of a command, and calls that command's function for the rest.
  private func group(_ name: String, _ rows: [(name: String, summary: String, function: String)], _ options: [String])
    -> String
  {
    """
    \(name)() {
      local curcontext=$curcontext state line
      local -a commands=(
        \(rows.map { quoted("\($0.name):\($0.summary.replacing(":", with: "\\:"))") }.joined(separator: "\n    "))
      )
      _arguments -C \\
        \((options + ["'1: :->command'", "'*:: :->rest'"]).joined(separator: " \\\n    "))
      case $state in
      command) _describe -t commands command commands ;;
      rest)
        case $words[1] in
        \(rows.map { "\($0.name)) \($0.function) ;;" }.joined(separator: "\n    "))
        esac
        ;;
      esac
    }
    """
  }

  /// One specification for each name of an option; an option that may occur once excludes its other names.
  private func specifications(_ option: ArgumentDescription) -> [String] {
    let names = option.typedNames
    let others = option.isRepeating || names.count == 1 ? "" : "(" + names.joined(separator: " ") + ")"
    let repeats = option.isRepeating ? "*" : ""
    return names.map { name in
      let summary = Self.escaped(option.summary(of: name))
      guard option.kind == .option else { return quoted("\(others)\(repeats)\(name)[\(summary)]") }
      let joined = name.hasPrefix("--") ? "=" : ""
      let value = ":\(Self.label(option.valueName)):\(action(Candidates(option)))"
      return quoted("\(others)\(repeats)\(name)\(joined)[\(summary)]\(value)")
    }
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("[", with: "\\[").replacing("]", with: "\\]")
  }

  /// The words above what is offered.
  private static func label(_ text: String) -> String { text.replacing(":", with: "\\:") }

  private func action(_ candidates: Candidates) -> String {
    switch candidates {
    case .anything: " "
    case .words(let words): "(" + words.joined(separator: " ") + ")"
    case .files([]): "_files"
    case .files(let extensions): "_files -g \"(#i)*.(\(extensions.joined(separator: "|")))(-.)\""
    case .folders: "_files -/"
    }
  }
}
