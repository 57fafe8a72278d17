// The name of an orientation in every convention, for people and programs.

package import Upright
import UprightFiles

/// The names of orientations as a page, a table, CSV records or JSON Lines.
package enum OrientationNames {
  /// One line per tag, for programs.
  package static func json(_ tags: [ExifOrientation]) -> String {
    tags.map { tag in
      let names = Naming.all.map { naming in
        JSONLine.object([
          .init("title", .text(naming.title)), .init("name", .text(naming.name(of: tag))),
          .init("losesMirror", .flag(naming.losesMirror)),
        ])
      }
      let members: [JSONLine.Member] = [
        .schema, .init("orientation", .number(Int(tag.rawValue))), .init("names", .list(names)),
      ]
      return JSONLine.object(members).line + "\n"
    }.joined()
  }

  /// A record of titles, and one per tag.
  package static func csv(_ tags: [ExifOrientation]) -> String {
    CommaSeparated.record(Naming.all.map(\.title))
      + tags.map { tag in CommaSeparated.record(Naming.all.map { $0.name(of: tag) }) }.joined()
  }

  /// Every name of one orientation, after its tag.
  package static func page(_ tag: ExifOrientation) -> String { tag.line + "\n" + sections(tag) }

  /// Every name of one orientation.
  package static func sections(_ tag: ExifOrientation) -> String {
    let width = 36
    return sections { naming in
      let (title, name) = (title(of: naming), shown(naming.name(of: tag)))
      return title.count <= width
        ? ["\(Columns.padded(title, to: width))  \(name)"] : [title, Columns.padded("", to: width + 2) + name]
    }
  }

  /// Every name of all eight, in as many columns as fit.
  package static var table: String {
    ExifOrientation.allCases.map { $0.line + "\n" }.joined()
      + sections { naming in
        let cells = ExifOrientation.allCases.map { "\($0.rawValue) \(shown(naming.name(of: $0)))" }
        return [title(of: naming)] + Columns.folded(cells, width: 74).map { "    \($0)" }
      }
  }

  private static func sections(_ lines: (Naming) -> [String]) -> String {
    Naming.Topic.allCases.map { topic in
      let namings = Naming.all.filter { $0.topic == topic }
      return "\n\(topic.rawValue)\n" + namings.flatMap(lines).map { $0 + "\n" }.joined()
    }.joined() + "\n* cannot express mirroring; — cannot express this orientation\n"
  }

  private static func title(of naming: Naming) -> String { (naming.losesMirror ? "* " : "  ") + naming.title }

  private static func shown(_ name: String) -> String { name.isEmpty ? "—" : name }
}

// The forms in which the name of an orientation is printed, and in which people type it.

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

// The eight orientations in words for people.

extension ExifOrientation {
  /// The tag, its word and what it means, in columns.
  package var line: String { "tag \(rawValue)  \(Columns.padded(word, to: 17))  \(meaning)" }

  /// What to do to the stored image to display it upright, in order.
  package var meaning: String {
    let form = Orientation<Stored, Displayed>(exif: self).mirrorFirst
    let steps = [
      form.mirrored ? "mirror left to right" : nil,
      form.thenClockwise > 0 ? "rotate \(form.thenClockwise * 90)° clockwise" : nil,
    ]
    let text = steps.compactMap(\.self).joined(separator: ", then ")
    return text.isEmpty ? "as stored" : text
  }
}
