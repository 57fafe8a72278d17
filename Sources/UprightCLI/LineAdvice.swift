// What helps with a command line that the parser refuses: a misspelled command, a region that looks like an option.

import ArgumentParser
import UprightBatch

/// Better words for faults that the parser names by their consequence.
enum LineAdvice {
  /// The message about a line with an unknown command, also after `help`; nil for a line without one, or that begins
  /// with an option.
  static func unknownCommand(in words: [String]) -> String? {
    let rest = words.first == "help" ? words.dropFirst() : words[...]
    var command: any ParsableCommand.Type = UprightCommand.self
    for word in rest {
      let names = command.configuration.subcommands.map(name)
      guard !names.isEmpty, !word.hasPrefix("-"), word != "help" else { return nil }
      guard let place = names.firstIndex(of: word) else { return sentence(word, names) }
      command = command.configuration.subcommands[place]
    }
    return nil
  }

  /// What is wrong with a line that the parser rejects; nil if the parser's own message is clear.
  static func fault(in words: [String]) -> String? {
    let options = words.prefix { $0 != "--" }
    if let region = options.first(where: isNegativeRegion), options.contains("crop") {
      let plain = TerminalText.plain(region)
      return "\(plain) begins with a minus sign, so it was read as an option. Put it after two dashes: "
        + "upright crop -o out.jpg -- \(plain) photo.jpg"
    }
    let (inPlace, output) = (["-i", "--in-place"], ["-o", "--output"])
    guard options.contains(where: inPlace.contains),
      options.contains(where: { word in output.contains { word == $0 || word.hasPrefix($0 + "=") } })
    else { return nil }
    return "-i and -o cannot be combined"
  }

  /// The parser's own name for a command that states none: that of its type.
  private static func name(_ command: any ParsableCommand.Type) -> String {
    command.configuration.commandName ?? String(describing: command).lowercased()
  }

  private static func sentence(_ word: String, _ names: [String]) -> String {
    let near = names.map { ($0, EditDistance.between(word, $0)) }.min { $0.1 < $1.1 }
    let advice =
      if let near, near.1 <= min(2, max(1, word.count / 2)) { "did you mean \(near.0)?" } else {
        "the commands are: \(names.joined(separator: ", "))"
      }
    return "there is no command \(TerminalText.plain(word)); \(advice)"
  }

  /// `-50,-50,400,400`: four numbers of which the first is negative.
  private static func isNegativeRegion(_ word: String) -> Bool {
    let parts = word.split(separator: ",", omittingEmptySubsequences: false)
    return word.hasPrefix("-") && parts.count == 4 && parts.allSatisfy { Double($0) != nil }
  }
}
