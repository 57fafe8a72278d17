// Rotations and mirrors in everyday words, as displayed: `90° CCW`, `rotate left`, `flip horizontally`.

import Upright

/// The orientation of an image after rotations and mirrors in words. An angle without a direction is clockwise.
struct RotationWords {
  /// The orientation of an image that is upright without them.
  let exif: ExifOrientation

  /// nil for a text with any other word, and for angles that are not quarter turns.
  ///
  /// Clauses are separated by commas, `and` or `then`: `mirror horizontal and rotate 270 CW`.
  init?(_ text: String) {
    guard text.utf8.count <= 200 else { return nil }
    let clauses = Self.words(of: text).split { ["and", "then", ",", "+"].contains($0) }
    let turns = clauses.map { Self.mirror($0) ?? Self.rotation($0) }
    guard !turns.isEmpty else { return nil }
    var orientation = Orientation<Stored, Displayed>.identity
    for turn in turns {
      guard let turn else { return nil }
      orientation = orientation.then(turn)
    }
    exif = orientation.exif
  }

  /// Whether a word asks for a rotation or a mirror.
  static func isVerb(_ word: String) -> Bool {
    word != "rotation" && (rotating.contains(word) || mirroring.contains(word))
  }

  /// The number of degrees in an angle with a unit or decimals, such as `-90.00 degrees`; nil for any other text.
  static func angle(_ text: String) -> String? {
    let words = words(of: text)
    guard text.utf8.count <= 200, let number = words.first.flatMap({ wholeNumber($0) }), "\(number)" != text,
      words.dropFirst().allSatisfy({ units.contains($0) })
    else { return nil }
    return "\(number)"
  }

  private static let rotating: Set = ["rotate", "rotated", "rotation", "rot", "turn", "turned"]
  private static let mirroring: Set = ["flip", "flipped", "mirror", "mirrored"]
  private static let clockwise: Set = ["cw", "clockwise"]
  private static let counterclockwise: Set = ["ccw", "counterclockwise", "anticlockwise"]
  private static let units: Set = ["°", "deg", "degree", "degrees"]
  /// Programs and languages whose angles are clockwise.
  private static let tools: Set = ["jpegtran", "magick", "convert", "mogrify", "css", "transform"]
  private static let amounts = ["quarter": 90, "half": 180]

  private static func rotation(_ words: ArraySlice<String>) -> Orientation<Displayed, Displayed>? {
    var (degrees, signs): ([Int], [Int]) = ([], [])
    let turns = words.contains { rotating.contains($0) }
    for word in words {
      if let number = amounts[word] ?? wholeNumber(word) {
        degrees.append(number)
      } else if clockwise.contains(word) || turns && word == "right" {
        signs.append(1)
      } else if counterclockwise.contains(word) || turns && word == "left" {
        signs.append(-1)
      } else if !rotating.contains(word), !units.contains(word), !tools.contains(word) {
        return nil
      }
    }
    guard degrees.count <= 1, signs.count <= 1, !degrees.isEmpty || !signs.isEmpty else { return nil }
    let angle = (degrees.first ?? 90) * (signs.first ?? 1)
    guard angle % 90 == 0, abs(angle) <= 360 else { return nil }
    return [.identity, .rotate90, .rotate180, .rotate270][angle / 90 & 3]
  }

  private static func mirror(_ words: ArraySlice<String>) -> Orientation<Displayed, Displayed>? {
    guard let verb = words.first, mirroring.contains(verb) else { return nil }
    switch words.dropFirst().joined(separator: " ") {
    case "horizontal", "horizontally", "left to right", "left right": return .mirrorHorizontal
    case "vertical", "vertically", "top to bottom", "top bottom": return .mirrorVertical
    default: return nil
    }
  }

  /// A number without decimals, or with zeros only.
  private static func wholeNumber(_ word: String) -> Int? {
    let parts = word.split(separator: ".", omittingEmptySubsequences: false)
    guard let number = parts.first.flatMap({ Int($0) }), -360...360 ~= number, parts.count <= 2 else { return nil }
    return parts.dropFirst().allSatisfy { !$0.isEmpty && $0.allSatisfy { $0 == "0" } } ? number : nil
  }

  /// Words in small letters, numbers apart from their units, and words apart that code joins: `rotateLeft`, `90CW`.
  private static func words(of text: String) -> [String] {
    var (words, last): ([String], Character) = ([], " ")
    var isOpen = false
    for character in text {
      let isSeparator = " \t_=:()".contains(character) || character == "-" && last.isLetter
      let isAlone = character == "," || character == "°"
      let isNew = character.isUppercase && last.isLowercase || character.isLetter && last.isNumber
      if isSeparator {
        isOpen = false
      } else if isAlone || !isOpen || isNew {
        words.append(character.lowercased())
        isOpen = !isAlone
      } else {
        words[words.count - 1] += character.lowercased()
      }
      last = character
    }
    return joiningPairs(words.map(withoutHyphens))
  }

  /// An option without its hyphens.
  private static func withoutHyphens(_ word: String) -> String {
    let rest = word.drop { $0 == "-" }
    return rest.first?.isLetter == true ? String(rest) : word
  }

  /// `counter-clockwise` as one word, and `upside-down` as its angle.
  private static func joiningPairs(_ words: [String]) -> [String] {
    var joined: [String] = []
    for word in words {
      switch (joined.last, word) {
      case ("counter", "clockwise"), ("anti", "clockwise"): joined[joined.count - 1] = "counterclockwise"
      case ("upside", "down"): joined[joined.count - 1] = "180"
      default: joined.append(word)
      }
    }
    return joined
  }
}
