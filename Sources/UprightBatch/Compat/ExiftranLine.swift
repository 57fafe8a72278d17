// The options of exiftran 2.10 (fbida), parsed as by its getopt: letters combined or separate, some with a value.

import Upright

/// The arguments of `exiftran`.
package enum ExiftranLine {
  private static let turns: [Character: Orientation<Displayed, Displayed>] = [
    "a": .identity, "9": .rotate90, "1": .rotate180, "2": .rotate270, "f": .mirrorVertical, "F": .mirrorHorizontal,
    "t": .transpose, "T": .transverse,
  ]
  private static let refused: [Character: String] = [
    "d": "use `upright info` to see what a file contains", "c": "comments are not changed",
    "g": "thumbnails are not regenerated",
  ]
  private static let kept: [Character: String] = [
    "t": "a thumbnail must have the image's orientation",
    "i": "use `upright rotate` or `upright fix --to tag` to change only the tag",
    "o": "rotated pixels with the old tag would be displayed wrongly",
  ]

  /// Parses `words`.
  ///
  /// - Throws: `CompatFault` with the reason for unsupported options.
  package static func parse(_ words: [String]) throws(CompatFault) -> CompatLine {
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
          guard turn == nil || turn == wanted else { throw CompatFault("-\(letter): only one rotation at a time") }
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

  /// The alternative for edges that exiftran would leave in the wrong place.
  private static func advice(_ turn: Orientation<Displayed, Displayed>) -> String {
    let rotation = "upright rotate \(turn.word)"
    let (command, byTag) =
      turn.isIdentity
      ? ("upright fix", "`--edge keep-tag` keeps the tag")
      : (rotation + " --bake", "`\(rotation)` changes the tag alone")
    return """
      exiftran would leave them in the wrong place. `\(command) --edge trim` cuts them off, as -np does, `--edge \
      recode` re-encodes the image, \(byTag)
      """
  }

  private static func check(_ line: CompatLine) throws(CompatFault) {
    guard line.changesInPlace != (line.output != nil) else {
      throw CompatFault(
        line.changesInPlace ? "-i and -o cannot be combined" : "say where the result goes: -i, or -o and a file")
    }
    if line.backsUp || line.keepsTime, !line.changesInPlace {
      throw CompatFault("-b and -p need -i")
    }
    if line.output != nil, line.paths.count > 1 { throw CompatFault("-o takes one file") }
  }

  /// The value after a letter, or the next argument.
  private static func value(
    of letter: Character, _ letters: inout Substring, _ rest: inout ArraySlice<String>
  ) throws(CompatFault) -> String {
    defer { letters = "" }
    guard let value = letters.isEmpty ? rest.popFirst() : String(letters) else {
      throw CompatFault("-\(letter) needs a value")
    }
    return value
  }

  private static func refusal(_ option: String, because reason: String?) -> CompatFault {
    CompatFault("\(option): " + (reason ?? "exiftran has no such option"))
  }
}
