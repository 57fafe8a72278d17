// The options of exiftran 2.10 (fbida), parsed as by its getopt: letters combined or separate, some with a value.

import Upright

/// The arguments of `exiftran`.
package enum ExiftranLine {
  /// The tags whose rotation the letters apply to the stored image, whatever its own tag; `a` applies its own.
  private static let tags: [Character: ExifOrientation] = [
    "9": .rightTop, "1": .bottomRight, "2": .leftBottom, "f": .bottomLeft, "F": .topRight, "t": .leftTop,
    "T": .rightBottom,
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
    var operation: Character?
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
        if letter == "a" || tags[letter] != nil {
          guard operation ?? letter == letter else { throw CompatFault("-\(letter): only one rotation at a time") }
          operation = letter
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
    if let operation {
      line.rotate(stored: tags[operation].map { Orientation(exif: $0) }, edge: edge)
      if operation != "a" { line.advice = CompatAdvice(command: "upright rotate ROTATION --bake") }
      if edge == .fail { line.edgeAdvice = advice }
    }
    try check(line)
    return line
  }

  /// The alternative for edges that exiftran would leave in the wrong place.
  @Sendable private static func advice(_ turn: Orientation<Displayed, Displayed>) -> String {
    let rotation = "upright rotate \(turn.word)"
    let (command, byTag) =
      turn.isIdentity
      ? ("upright fix", "`upright fix --edge keep-tag` keeps the tag")
      : (rotation + " --bake", "`\(rotation)` changes the tag alone")
    return """
      exiftran would leave them in the wrong place. `\(command) --edge trim` cuts them off, as -np does, \
      `\(command) --edge recode` re-encodes the image, \(byTag)
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
