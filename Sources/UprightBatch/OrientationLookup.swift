// An orientation by any of its names: a tag, a word of `rotate`, IIIF's rotation, or what another convention calls it.

package import Upright

extension ExifOrientation {
  /// The tag that this text means here: its number, a word of `rotate`, or IIIF's rotation, except `0`, which is no tag.
  package init?(typed text: String) {
    let word = RotateRequest.Operation.synonyms[text]?.rawValue ?? text
    let named = Self.allCases.first { $0.word == word || String($0.rawValue) == text }
    guard !text.allSatisfy({ $0 == "0" || $0 == "." }), let found = named ?? IIIFRotation(text)?.exif else {
      return nil
    }
    self = found
  }
}

/// The orientations that have a name, and the conventions in which they have it. Every name that `OrientationNames` prints
/// is found.
package struct OrientationLookup: Hashable, Sendable {
  /// An orientation with this name.
  package struct Match: Hashable, Sendable {
    /// The orientation.
    package let tag: ExifOrientation
    /// The titles of the conventions; none if the text is a tag, a word of `rotate` or IIIF's rotation.
    package let titles: [String]
  }

  /// The orientations, by their tags.
  package let matches: [Match]
  /// Other orientations that the text could mean: in other conventions if it is a tag, a word of `rotate` or IIIF's
  /// rotation; otherwise mirrored ones in conventions that lose the mirror, or a column about consequences.
  package let elsewhere: [Match]
  private let name: String

  /// The orientations that a text names; nil for none.
  ///
  /// `CONVENTION=NAME` searches only the conventions whose title contains the first part, in capital or small letters.
  package init?(argument text: String) {
    name = text
    let typed = ExifOrientation(typed: text)
    let whole = Search(text, in: Naming.all)
    let all = whole.isEmpty && typed == nil ? Self.searches(splitting: text).first { !$0.isEmpty } ?? whole : whole
    let found = typed.map { [Match(tag: $0, titles: [])] } ?? (all.names.isEmpty ? all.others : all.names)
    guard !found.isEmpty else { return nil }
    matches = found
    elsewhere = (all.names + (typed == nil ? all.others : [])).filter { match in
      !found.contains { $0.tag == match.tag }
    }
  }

  /// The orientations' tags.
  package var tags: [ExifOrientation] { matches.map(\.tag) }

  /// Every name of the orientation; if there are several, only where each has the name.
  package var page: String {
    guard matches.count > 1 else { return OrientationNames.page(matches[0].tag) + others }
    let found = matches.map { match in match.tag.line + "\n" + match.titles.map { "    \($0)\n" }.joined() }
    return found.joined() + others
  }

  /// Where the text names other orientations.
  private var others: String {
    let cells = elsewhere.flatMap { match in match.titles.map { "\(match.tag.rawValue) \($0)" } }
    guard !cells.isEmpty else { return "" }
    let lines = Columns.folded(cells, width: 74).map { "    \($0)\n" }
    return "\nOther orientations that \(name) names, by convention (CONVENTION=\(name) selects one):\n" + lines.joined()
  }

  /// The searches for `CONVENTION=NAME`: titles and names have equals signs, too.
  private static func searches(splitting text: String) -> [Search] {
    text.indices.filter { text[$0] == "=" }.map { index in
      let part = text[..<index].lowercased()
      return Search(text[text.index(after: index)...], in: Naming.all.filter { $0.title.lowercased().contains(part) })
    }
  }
}

/// A search for a name in some conventions.
private struct Search {
  /// The orientations that have the name.
  let names: [OrientationLookup.Match]
  /// The orientations about which it is said, or from which it cannot be told apart.
  let others: [OrientationLookup.Match]

  var isEmpty: Bool { names.isEmpty && others.isEmpty }

  /// Exact names before those that differ in spaces, commas and hyphens.
  init(_ text: some StringProtocol, in namings: [Naming]) {
    let name = Spelling.plain(text)
    guard !name.isEmpty else {
      (names, others) = ([], [])
      return
    }
    let exact = Self.find(in: namings) { $0.contains(name) }
    let joined = Spelling.joined(name)
    (names, others) =
      exact.names.isEmpty && exact.others.isEmpty
      ? Self.find(in: namings) { spellings in spellings.contains { Spelling.joined($0) == joined } } : exact
  }

  private static func find(
    in namings: [Naming], where isNamed: (Set<String>) -> Bool
  ) -> (names: [OrientationLookup.Match], others: [OrientationLookup.Match]) {
    var (names, others): ([OrientationLookup.Match], [OrientationLookup.Match]) = ([], [])
    for tag in ExifOrientation.allCases {
      let titled = namings.filter { isNamed(Spelling.all(of: tag, in: $0)) }
      let isMirrored = Orientation<Stored, Displayed>(exif: tag).isMirrored
      let own = titled.filter { $0.namesOrientations && !($0.losesMirror && isMirrored) }.map(\.title)
      let rest = titled.map(\.title).filter { !own.contains($0) }
      if !own.isEmpty { names.append(.init(tag: tag, titles: own)) }
      if !rest.isEmpty { others.append(.init(tag: tag, titles: rest)) }
    }
    return (names, others)
  }
}

extension Naming {
  /// Whether its cells name orientations: not sides, coordinates or other consequences.
  package var namesOrientations: Bool { topic != .group || Self.namingGroup.contains { title.hasPrefix($0) } }

  /// Whether its cells are numbers that state a fact about an orientation: no one looks for `1` as "mirrored".
  package var isFlag: Bool { title == "swaps_width_height" || title == "mirrored" }

  private static let namingGroup = ["exif_tag274", "element", "mirror_first", "rotate_first"]
}

/// The forms in which a name is typed.
private enum Spelling {
  /// Cells that state that an orientation cannot be expressed.
  private static let placeholders: Set<String> = ["", "n/a", "lossy"]

  /// What programs write before a name.
  private static let prefixes = [
    "kcgimagepropertyorientation", "cgimagepropertyorientation.", "uiimageorientation", "uiimage.orientation.",
    "image.orientation.", "exifinterface.", "image.transpose.", "cv2.", "cv.", "qimageiohandler.", "transformation",
    "orientation_", "orientation.", ".", "-",
  ]

  /// The forms of a cell: all of it, its alternatives, each without an explanation in parentheses, and a constant
  /// without its number. Where Apple's numbers are printed, its names are accepted, too.
  static func all(of tag: ExifOrientation, in naming: Naming) -> Set<String> {
    guard !naming.isFlag else { return [] }
    let cell = naming.name(of: tag)
    let alternatives = cell.split(separator: "|").flatMap { $0.split(separator: " or ") }.map(String.init)
    let constants = alternatives.flatMap { alternative in
      // A call of one function is named by its argument.
      let isCall = alternative.hasSuffix(")") && alternative.count(where: { $0 == "(" }) == 1
      let name = isCall ? alternative.dropLast().drop { $0 != "(" }.dropFirst() : alternative[...]
      return name.split(separator: "=").map(String.init)
    }
    let unexplained = alternatives.compactMap { alternative in
      alternative.hasSuffix(")") ? alternative.firstRange(of: " (").map { String(alternative[..<$0.lowerBound]) } : nil
    }
    let words = naming.title.hasSuffix("Orientation_raw") ? [AppleOrientation(exif: tag).rawValue] : []
    return Set(([cell] + alternatives + unexplained + constants + words).map { plain($0) }).subtracting(placeholders)
  }

  /// In small letters, without surrounding spaces, and without what programs write before a name.
  static func plain(_ text: some StringProtocol) -> String {
    var rest = Substring(text.lowercased())
    while rest.first == " " { rest.removeFirst() }
    while rest.last == " " { rest.removeLast() }
    for prefix in prefixes where rest.hasPrefix(prefix) && rest.count > prefix.count {
      if prefix == "-", Int(rest) != nil { continue }
      rest.removeFirst(prefix.count)
    }
    return String(rest)
  }

  /// Without spaces, commas and underscores, and without hyphens between letters: `right-top` is `RightTop`.
  static func joined(_ name: String) -> String {
    let characters = Array(name)
    return String(
      characters.indices.filter { index in
        let isInside = index > 0 && index + 1 < characters.count
        let isHyphen = characters[index] == "-" && isInside && characters[index - 1].isLetter
        return !" ,_".contains(characters[index]) && !(isHyphen && characters[index + 1].isLetter)
      }.map { characters[$0] })
  }
}
