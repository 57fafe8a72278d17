// The options of exiftran 2.10 (fbida), as its getopt reads them: letters together or apart, some with a value behind them.

import ArgumentParser
import Upright
import UprightBatch

/// The words behind `exiftran`.
enum ExiftranLine {
  private static let turns: [Character: Orientation<Displayed, Displayed>] = [
    "a": .identity, "9": .rotate90, "1": .rotate180, "2": .rotate270, "f": .mirrorVertical, "F": .mirrorHorizontal,
    "t": .transpose, "T": .transverse,
  ]
  private static let refused: [Character: String] = [
    "d": "`upright info` says what a file holds", "c": "comments are left as they are",
    "g": "thumbnails are not made anew",
  ]
  private static let kept: [Character: String] = [
    "t": "a thumbnail has to lie as its picture does",
    "i": "`upright rotate` and `upright fix --to tag` change tags alone",
    "o": "turned pixels under the old tag would be displayed wrong",
  ]

  /// What `words` ask for.
  ///
  /// - Throws: `ValidationError` for what is not done here, with the reason.
  static func parse(_ words: [String]) throws(ValidationError) -> CompatLine {
    var line = CompatLine()
    var turn: Orientation<Displayed, Displayed>?
    var edge = EdgeMode.fail
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        line.paths += rest
        break
      }
      guard word.hasPrefix("-"), word.count > 1 else {
        line.paths.append(word)
        continue
      }
      var letters = word.dropFirst()
      while let letter = letters.popFirst() {
        if let wanted = turns[letter] {
          guard turn == nil || turn == wanted else { throw ValidationError("-\(letter): one turn at a time") }
          turn = wanted
          continue
        }
        switch letter {
        case "i": line.changesInPlace = true
        case "b": line.backsUp = true
        case "p": line.keepsTime = true
        case "n":
          let what = try value(of: letter, &letters, &rest)
          guard what.first == "p" else { throw refusal("-n\(what)", because: what.first.flatMap { kept[$0] }) }
          edge = .trim
        case "o": line.output = try value(of: letter, &letters, &rest)
        default: throw refusal("-\(letter)", because: refused[letter])
        }
      }
    }
    if let turn {
      line.rotate(turn, edge: edge)
      if edge == .fail { line.edgeAdvice = advice(turn) }
    }
    try check(line)
    return line
  }

  /// What does the same with edges that exiftran would leave in the wrong place.
  private static func advice(_ turn: Orientation<Displayed, Displayed>) -> String {
    let rotation = "upright rotate \(turn.word)"
    let (command, byTag) =
      turn.isIdentity
      ? ("upright fix", "`--edge keep-tag` keeps the tag")
      : (rotation + " --bake", "`\(rotation)` changes the tag alone")
    return "exiftran would leave them in the wrong place. `\(command) --edge trim` cuts them off, as -np does, "
      + "`--edge recode` re-encodes the image, \(byTag)"
  }

  private static func check(_ line: CompatLine) throws(ValidationError) {
    guard line.changesInPlace != (line.output != nil) else {
      throw ValidationError(
        line.changesInPlace ? "-i and -o exclude each other" : "say where the result goes: -i, or -o and a file")
    }
    if line.backsUp || line.keepsTime, !line.changesInPlace {
      throw ValidationError("-b and -p mean nothing without -i")
    }
    if line.output != nil, line.paths.count > 1 { throw ValidationError("-o takes one file") }
  }

  /// What stands behind a letter, or is the next word.
  private static func value(
    of letter: Character, _ letters: inout Substring, _ rest: inout ArraySlice<String>
  ) throws(ValidationError) -> String {
    defer { letters = "" }
    guard let value = letters.isEmpty ? rest.popFirst() : String(letters) else {
      throw ValidationError("-\(letter) needs a value")
    }
    return value
  }

  private static func refusal(_ option: String, because reason: String?) -> ValidationError {
    ValidationError("\(option): " + (reason ?? "exiftran has no such option"))
  }
}
