// Names of orientations as sources and people write them: after a type, a module, a program or a field, or in everyday
// words.

import Upright

/// A text, split into a qualifier that selects conventions, and a name.
struct QualifiedName {
  /// What precedes the name.
  let qualifier: Substring
  /// The rest, without surrounding separators and quotes.
  let name: String

  /// Qualifiers that are not the start of a word in a title, and the starts of words that they stand for.
  private static let aliases: [String: [String]] = [
    "tag": ["exiftag274"], "0x0112": ["exiftag274"], "274": ["exiftag274"],
    "orientation": ["exiftag274", "androidxexifinterface", "exiftooltext", "exiv2text", "jheadtext"],
    "pil": ["pillow"], "image": ["pillow", "swiftuiimageorientation"], "transpose": ["pillow", "ffmpegfilter"],
    "cv": ["opencv"], "cv2": ["opencv"], "np": ["numpy"], "torch": ["numpy"], "pyvips": ["libvips", "vipsangle"],
    "vips": ["libvips", "vipsangle"], "magick": ["imagemagick"], "magickcore": ["imagemagick"],
    "convert": ["imagemagick"], "mogrify": ["imagemagick"], "vf": ["ffmpegfilter"], "transformation": ["qt"],
    "displaymatrix": ["ffprobe"], "rotationof": ["ffprobe"], "rawvalue": ["raw"],
    "uiinterfaceorientation": ["avcapturevideoorientation"],
  ]

  private static let separators: Set<Character> = [" ", "\t", ".", ":", "=", "(", "_", "#", ",", "\"", "'"]

  /// Every split at a separator, or before a capital letter after a small one: first at equals signs, and last within
  /// the names of types and constants. None for texts that are longer than a title with a name.
  static func splits(of text: String) -> [Self] {
    guard text.utf8.count <= 200 else { return [] }
    let places = text.indices.dropFirst().filter { isBoundary($0, in: text) }
    func rank(_ place: String.Index) -> Int {
      text[place] == "=" ? 0 : separators.subtracting("_").contains(text[place]) ? 1 : 2
    }
    let ordered = (0...2).flatMap { number in places.filter { rank($0) == number } }
    return ordered.prefix(16).map { place in
      let name = trimmed(text[place...])
      return Self(qualifier: text[..<place], name: RotationWords.angle(name) ?? name)
    }.filter { !$0.name.isEmpty }
  }

  /// The sets of conventions, by their places in `Naming.all`, that the qualifier or its last word may select, the
  /// likeliest first: by an alias, by the start of a title, and by any word in it.
  func conventions(among namings: [Int], byLastWord: Bool) -> [[Int]] {
    guard let key = byLastWord ? Self.lastWord(of: qualifier) : Self.key(qualifier) else { return [] }
    // A verb is no convention, and libraries differ about methods: `rotate` goes with the words after it, and
    // `image.rotate(90)` has no meaning without the type of `image`.
    guard key.count > 1, !RotationWords.isVerb(key) else { return [] }
    let aliases = Self.aliases[key] ?? []
    return [
      namings.filter { naming in aliases.contains { Self.title(naming, hasWordStartingWith: $0) } },
      namings.filter { Self.titleWords[$0].first?.hasPrefix(key) ?? false },
      namings.filter { Self.title($0, hasWordStartingWith: key) },
    ].filter { !$0.isEmpty }
  }

  /// A call without its first argument if that is the name of a variable: `flip(1)` for `flip(img, 1)`; nil if it has
  /// none.
  static func withoutImage(_ text: String) -> String? {
    guard let open = text.firstIndex(of: "(") else { return nil }
    let rest = text[text.index(after: open)...]
    let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    guard let first = name.first, first.isLowercase, let end = rest[name.endIndex...].first, ",)".contains(end) else {
      return nil
    }
    let further = rest[name.endIndex...].drop { $0 == "," || $0 == " " }
    return String(text[...open]) + further
  }

  /// The last part of a text that may be a name: what follows its last separator.
  static func lastPart(of text: String) -> String {
    let parts = text.split { ".:=(\"'".contains($0) }
    return parts.last.map { trimmed($0) } ?? ""
  }

  private static func isBoundary(_ place: String.Index, in text: some StringProtocol) -> Bool {
    if separators.contains(text[place]) { return true }
    return text[place].isUppercase && text[text.index(before: place)].isLowercase
  }

  private static func trimmed(_ text: Substring) -> String {
    var rest = text.drop { separators.contains($0) }
    while let last = rest.last {
      let isUnbalanced = last == ")" && rest.count(where: { $0 == ")" }) > rest.count(where: { $0 == "(" })
      guard isUnbalanced || last == " " || last == "\"" || last == "'" else { break }
      rest.removeLast()
    }
    return String(rest)
  }

  /// Small letters and digits only.
  private static func key(_ text: some StringProtocol) -> String {
    text.lowercased().filter { $0.isLetter || $0.isNumber }
  }

  /// The last word of a path or a call, in small letters; nil for a sentence.
  private static func lastWord(of text: Substring) -> String? {
    var rest = text
    while let last = rest.last, separators.contains(last) { rest.removeLast() }
    guard let start = rest.indices.dropFirst().last(where: { isBoundary($0, in: rest) }) else { return nil }
    let word = rest[start...]
    let isSentence =
      word.first == " " && word.dropFirst().first?.isLetter == true && rest[..<start].last?.isLetter == true
    return isSentence ? nil : key(word)
  }

  private static func title(_ naming: Int, hasWordStartingWith key: String) -> Bool {
    titleWords[naming].contains { $0.hasPrefix(key) }
  }

  /// For each convention, the rest of its title from the start of each word.
  private static let titleWords: [[String]] = Naming.all.map { naming in
    let title = naming.title
    return title.indices.filter { place in
      guard title[place].isLetter || title[place].isNumber else { return false }
      guard place > title.startIndex else { return true }
      let before = title[title.index(before: place)]
      return !before.isLetter && !before.isNumber || title[place].isUppercase && before.isLowercase
    }.map { key(title[$0...]) }
  }
}

// Rotations and mirrors in everyday words, as displayed: `90° CCW`, `rotate left`, `flip horizontally`.

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
