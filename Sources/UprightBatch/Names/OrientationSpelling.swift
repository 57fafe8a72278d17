// The forms in which the name of an orientation is printed, and in which people type it.

import Upright

/// How closely a typed name must match a printed one.
enum SpellingForm: CaseIterable {
  /// In capital or small letters.
  case exact
  /// Also without spaces, commas and underscores, and without hyphens between letters: `right-top` is `RightTop`.
  case joined
  /// Also without other punctuation: `irot=3` is `irot3`.
  case loose

  /// The name in this form.
  func applied(to text: some StringProtocol) -> String {
    let name = Self.plain(text)
    switch self {
    case .exact: return name
    case .joined: return Self.joined(name)
    case .loose: return Self.joined(name).filter { !"=:()[].;'\"".contains($0) }
    }
  }

  /// In small letters, without surrounding spaces, and without a leading dot or an option's hyphen.
  private static func plain(_ text: some StringProtocol) -> String {
    var rest = Substring(text.lowercased())
    while rest.first == " " { rest.removeFirst() }
    while rest.last == " " { rest.removeLast() }
    if rest.first == ".", rest.count > 1 { rest.removeFirst() }
    if rest.first == "-", rest.count > 1, Int(rest) == nil { rest.removeFirst() }
    return String(rest)
  }

  private static func joined(_ name: String) -> String {
    let characters = Array(name)
    return String(
      characters.indices.filter { index in
        let isInside = index > 0 && index + 1 < characters.count
        let isHyphen = characters[index] == "-" && isInside && characters[index - 1].isLetter
        return !" ,_".contains(characters[index]) && !(isHyphen && characters[index + 1].isLetter)
      }.map { characters[$0] })
  }
}

/// The printed names of one orientation in one convention.
struct OrientationSpelling {
  /// As printed, without cells that state that an orientation cannot be expressed.
  let printed: [String]
  private let forms: [SpellingForm: Set<String>]

  /// The spellings by the convention's place in `Naming.all` and the orientation's in `ExifOrientation.allCases`.
  static let all: [[Self]] = Naming.all.map { naming in ExifOrientation.allCases.map { Self(of: $0, in: naming) } }

  private init(of tag: ExifOrientation, in naming: Naming) {
    let cell = naming.isFlag ? "" : naming.name(of: tag)
    let names = Self.names(in: cell) + Self.furtherNames(of: tag, in: naming, cell: cell)
    let able = names.filter { !["", "n/a", "lossy"].contains($0) }
    let forms = SpellingForm.allCases.map { form in (form, Set(able.map { form.applied(to: $0) }).subtracting([""])) }
    printed = able
    self.forms = Dictionary(uniqueKeysWithValues: forms)
  }

  /// Whether a name that is already in a form is one of these.
  func contains(_ name: String, as form: SpellingForm) -> Bool { forms[form]?.contains(name) ?? false }

  /// All of a cell, its alternatives, each without an explanation in parentheses, and a constant without its number.
  private static func names(in cell: String) -> [String] {
    let alternatives = cell.split(separator: "|").flatMap { $0.split(separator: " or ") }.map(String.init)
    let constants = alternatives.flatMap { alternative in
      // A call of one function is named by its argument.
      let isCall = alternative.hasSuffix(")") && alternative.count(where: { $0 == "(" }) == 1
      let name = isCall ? alternative.dropLast().drop { $0 != "(" }.dropFirst() : alternative[...]
      return name.contains { " (".contains($0) } ? [] : name.split(separator: "=").map(String.init)
    }
    let unexplained = alternatives.compactMap { alternative in
      alternative.hasSuffix(")") ? alternative.firstRange(of: " (").map { String(alternative[..<$0.lowerBound]) } : nil
    }
    return ([cell] + alternatives + unexplained + constants).filter { !$0.isEmpty }
  }

  /// Names in code that a cell abbreviates: Apple's where it has numbers, constants with their common prefix or suffix
  /// or without it, and NumPy's calls with a default or another count of the same rotation.
  private static func furtherNames(of tag: ExifOrientation, in naming: Naming, cell: String) -> [String] {
    let constant = cell.prefix { $0 != "=" }
    switch naming.title {
    case let title where title.hasSuffix("Orientation_raw"): return [AppleOrientation(exif: tag).rawValue]
    case "androidx_ExifInterface": return constant.hasPrefix("ORIENTATION_") ? [String(constant.dropFirst(12))] : []
    case "ImageMagick_OrientationType": return ["\(constant)Orientation"]
    case "numpy" where cell.hasPrefix("rot90 k="):
      let counts = ["1": ["", "1", "-3"], "2": ["2", "-2"], "-1": ["-1", "3"]][cell.dropFirst(8)] ?? []
      return ["np", "numpy", "torch"].flatMap { module in
        counts.flatMap { ["\(module).rot90(\($0))", "\(module).rot90(k=\($0))"] }
      }
    default: return []
    }
  }
}
