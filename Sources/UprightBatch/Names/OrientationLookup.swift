// An orientation by any of its names: a tag, a word of `rotate`, IIIF's rotation, or what another convention calls it.

package import Upright

extension ExifOrientation {
  /// The tag that this text means here: its number, a word of `rotate`, or IIIF's rotation, except `0`, which is no tag.
  package init?(typed text: String) {
    let word = RotationParameter.synonyms[text]?.rawValue ?? text
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
    /// The titles of the conventions; none if the text is a tag, a word of `rotate`, IIIF's rotation or everyday words.
    package let titles: [String]
  }

  /// The orientations, by their tags.
  package let matches: [Match]
  /// Other orientations that the text could mean: as everyday words; in other conventions if it is a tag or words;
  /// otherwise mirrored ones in conventions that lose the mirror, or a column about consequences.
  package let elsewhere: [Match]
  private let name: String

  /// The orientations that a text names; nil for none.
  ///
  /// `CONVENTION=NAME` searches only the conventions that the first part selects; so do a type, a module or a program
  /// before the name, as code writes them: see `QualifiedName`. A text that is no name is read as everyday words.
  package init?(argument text: String) {
    guard Self.reasonAgainst(text) == nil else { return nil }
    name = text
    let (typed, words) = (ExifOrientation(typed: text), RotationWords(text)?.exif)
    let everywhere = Array(Naming.all.indices)
    let all =
      typed == nil
      ? OrientationSearch.first(for: text, as: [.exact, .joined])
        ?? (words == nil ? OrientationSearch.first(for: text, as: [.loose]) : nil)
      : OrientationSearch(text, in: everywhere, as: [.exact, .joined])
    let named = all.map { $0.names.isEmpty ? $0.others : $0.names } ?? []
    let found = (typed ?? (named.isEmpty ? words : nil)).map { [Match(tag: $0, titles: [])] } ?? named
    guard !found.isEmpty else { return nil }
    matches = found
    let asWords = words.map { [Match(tag: $0, titles: [Self.wordsTitle])] } ?? []
    let number = RotationWords.angle(text).flatMap { ["0", "360"].contains($0) ? nil : $0 }
    let asNumber = number.map { OrientationSearch($0, in: everywhere, as: [.exact]).names }
    let others = (all?.names ?? asNumber ?? []) + (typed == nil ? (all?.others ?? []) + asWords : [])
    elsewhere = Self.merged(others.filter { match in !found.contains { $0.tag == match.tag } })
  }

  private static let wordsTitle = "degrees clockwise"

  /// One match per tag.
  private static func merged(_ matches: [Match]) -> [Match] {
    ExifOrientation.allCases.compactMap { tag in
      let titles = matches.filter { $0.tag == tag }.flatMap(\.titles)
      return titles.isEmpty ? nil : Match(tag: tag, titles: titles)
    }
  }

  /// The orientations' tags.
  package var tags: [ExifOrientation] { matches.map(\.tag) }

  /// Every name of the orientation, after the conventions in which it has this one; if there are several orientations,
  /// only these conventions.
  package var page: String {
    let found = matches.map { match in
      match.tag.line + "\n" + match.titles.map { "    by \($0)\n" }.joined()
    }
    return found.joined() + (matches.count > 1 ? "" : OrientationNames.sections(matches[0].tag)) + others
  }

  /// Where the text names other orientations.
  private var others: String {
    let cells = elsewhere.flatMap { match in match.titles.map { "\(match.tag.rawValue) \($0)" } }
    guard !cells.isEmpty else { return "" }
    let lines = Columns.folded(cells, width: 74).map { "    \($0)\n" }
    return "\nOther orientations that \(name) names, by convention (CONVENTION=\(name) selects one):\n" + lines.joined()
  }
}

extension OrientationLookup {
  /// What is wrong with a text that names no orientation, and which names are similar.
  package static func fault(of text: String) -> String {
    let shown = TerminalText.plain(text)
    if let reason = reasonAgainst(text) { return "\(shown) \(reason)" }
    let near = similar(to: text)
    let list = (near.count > 1 ? near.dropLast().joined(separator: ", ") + " or " : "") + (near.last ?? "")
    return "no orientation is named '\(shown)'" + (near.isEmpty ? "; " : "; did you mean \(list)? ")
      + "\(command: "upright names", .table) lists all names"
  }

  /// At most three names that were probably meant.
  package static func similar(to text: String) -> [String] {
    for part in [text, QualifiedName.lastPart(of: text)] {
      guard part.utf8.count <= 60, part.contains(where: \.isLetter) else { continue }
      let near = OptionTable.allNearest(to: part.lowercased(), among: Array(spellings.keys))
      let printed = near.compactMap { spellings[$0] }.sorted()
      if !printed.isEmpty { return Array(printed.prefix(3)) }
    }
    return []
  }

  /// Every name with letters as it is printed, by its small letters.
  private static let spellings: [String: String] = {
    let words = ExifOrientation.allCases.map(\.word) + Array(RotationParameter.synonyms.keys)
    let everyday = [
      "clockwise", "counterclockwise", "rotate left", "rotate right", "flip horizontally", "flip vertically",
    ]
    let printed = OrientationSpelling.all.joined().flatMap(\.printed)
    let names = (words + everyday + printed).filter { $0.count(where: \.isLetter) > 1 && !$0.contains("=") }
    return Dictionary(names.map { ($0.lowercased(), $0) }) { first, _ in first }
  }()

  /// Why a name of a related idea is no orientation's; nil for any other text.
  private static func reasonAgainst(_ text: String) -> String? {
    let name = SpellingForm.loose.applied(to: text.prefix(200))
    if followers.contains(where: { name.contains($0) }) {
      return "makes an image upright by its tag, whichever that is, so it names no orientation"
    }
    guard text.contains("ROTATION_") || screenNames.contains(where: { name.contains($0) }) else { return nil }
    return
      "is how a device or its screen is rotated; how its photos are oriented depends on how the camera is mounted: "
      + "upright camera explain computes it"
  }

  /// Browsers' names for how a screen is rotated. Android's begin with `ROTATION_`.
  private static let screenNames =
    ["landscapeprimary", "landscapesecondary", "portraitprimary", "portraitsecondary"]
  /// Functions and options that follow the tag.
  private static let followers = ["exiftranspose", "autorot", "autoorient", "fromimage"]
}

extension Naming {
  /// Whether its cells name orientations: not sides, coordinates or other consequences.
  package var namesOrientations: Bool {
    guard topic == .group else { return title != "jpeg_lossless_needs_MCU_multiple" }
    return Self.namingGroup.contains { title.hasPrefix($0) }
  }

  /// Whether its cells are numbers that state a fact about an orientation: no one looks for `1` as "mirrored".
  package var isFlag: Bool { title == "swaps_width_height" || title == "mirrored" }

  private static let namingGroup = ["exif_tag274", "element", "mirror_first", "rotate_first"]
}

// A search for the orientations that a text names in conventions, and for what precedes the name in code or output.

/// The orientations that a name means in some conventions.
struct OrientationSearch {
  /// The orientations that have the name.
  let names: [OrientationLookup.Match]
  /// The orientations about which it is said, or from which it cannot be told apart.
  let others: [OrientationLookup.Match]

  var isEmpty: Bool { names.isEmpty && others.isEmpty }

  /// A search in conventions, by their places in `Naming.all`: the closest form that finds something.
  init(_ text: some StringProtocol, in namings: [Int], as forms: [SpellingForm]) {
    var found: (names: [OrientationLookup.Match], others: [OrientationLookup.Match]) = ([], [])
    for form in forms where found.names.isEmpty && found.others.isEmpty {
      let name = form.applied(to: text)
      if !name.isEmpty { found = Self.find(name, as: form, in: namings) }
    }
    (names, others) = found
  }

  private static func find(
    _ name: String, as form: SpellingForm, in namings: [Int]
  ) -> (names: [OrientationLookup.Match], others: [OrientationLookup.Match]) {
    var (names, others): ([OrientationLookup.Match], [OrientationLookup.Match]) = ([], [])
    for (place, tag) in ExifOrientation.allCases.enumerated() {
      let titled = namings.filter { OrientationSpelling.all[$0][place].contains(name, as: form) }.map { Naming.all[$0] }
      let isMirrored = Orientation<Stored, Displayed>(exif: tag).isMirrored
      let own = titled.filter { $0.namesOrientations && !($0.losesMirror && isMirrored) }.map(\.title)
      let rest = titled.map(\.title).filter { !own.contains($0) }
      if !own.isEmpty { names.append(.init(tag: tag, titles: own)) }
      if !rest.isEmpty { others.append(.init(tag: tag, titles: rest)) }
    }
    return (names, others)
  }

  /// The first that finds something: the whole text, then what follows a qualifier; then both without the image that a
  /// call is given.
  static func first(for text: String, as forms: [SpellingForm]) -> Self? {
    let everywhere = Array(Naming.all.indices)
    var budget = 1_000
    for text in [text, QualifiedName.withoutImage(text)].compactMap(\.self) {
      let whole = Self(text, in: everywhere, as: forms)
      if let found = whole.isEmpty ? qualified(text, in: everywhere, as: forms, within: &budget) : whole {
        return found
      }
    }
    return nil
  }

  /// A name after one or more qualifiers, such as `PIL.Image.ROTATE_270` or `UIImage=3`, in at most as many searches.
  private static func qualified(
    _ text: String, in namings: [Int], as forms: [SpellingForm], within searches: inout Int
  ) -> Self? {
    let parts = QualifiedName.splits(of: text)
    // A path may begin anywhere, so its last word may select a convention alone.
    for byLastWord in [false, true] {
      for part in parts {
        for chosen in part.conventions(among: namings, byLastWord: byLastWord) {
          guard searches > 0 else { return nil }
          searches -= 1
          let found = Self(part.name, in: chosen, as: forms)
          if !found.isEmpty { return found }
          if let found = qualified(part.name, in: chosen, as: forms, within: &searches) { return found }
        }
      }
    }
    return nil
  }
}

// How much two words differ, to find the word that was meant.

/// The number of edits between two words.
package enum EditDistance {
  /// How many characters have to be inserted, removed or replaced (Levenshtein's distance).
  package static func between(_ one: String, _ other: String) -> Int {
    let (rows, columns) = (Array(one), Array(other))
    var costs = Array(0...columns.count)
    for (row, character) in rows.enumerated() {
      var diagonal = costs[0]
      costs[0] = row + 1
      for (column, candidate) in columns.enumerated() {
        let replaced = diagonal + (character == candidate ? 0 : 1)
        diagonal = costs[column + 1]
        costs[column + 1] = min(replaced, diagonal + 1, costs[column] + 1)
      }
    }
    return costs[columns.count]
  }
}
