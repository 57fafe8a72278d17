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

/// The orientations that have a name, and the conventions in which they have it.
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

  /// The orientations that a text names; nil for none.
  ///
  /// `CONVENTION=NAME` searches only the conventions whose title contains the first part, in capital or small letters.
  /// Without it, numbers are not searched: nearly every convention has the same ones.
  package init?(argument text: String) {
    if let tag = ExifOrientation(typed: text) {
      matches = [Match(tag: tag, titles: [])]
      return
    }
    // Some names have an equals sign themselves, such as FFmpeg's `transpose=1`.
    var found = Self.matches(Self.plain(text), in: Self.namings, withNumbers: false)
    let parts = text.split(separator: "=", maxSplits: 1)
    if found.isEmpty, parts.count == 2 {
      found = Self.matches(Self.plain(parts[1]), in: Self.namings(titled: parts[0].lowercased()), withNumbers: true)
    }
    guard !found.isEmpty else { return nil }
    matches = found
  }

  /// The orientations' tags.
  package var tags: [ExifOrientation] { matches.map(\.tag) }

  /// Every name of the orientation; if there are several, only where each has the name.
  package var page: String {
    guard matches.count > 1 else { return OrientationNames.page(matches[0].tag) }
    return matches.map { match in
      match.tag.line + "\n" + match.titles.map { "    \($0)\n" }.joined()
    }.joined()
  }

  /// The conventions that name orientations: not those whose cells are sides, sizes or other tags.
  private static let namings = Naming.all.filter { naming in
    let isName =
      naming.topic != .group
      || ["exif_tag274", "element", "mirror_first", "rotate_first"].contains {
        naming.title.hasPrefix($0)
      }
    return isName && !others.contains(naming.title)
  }

  /// Columns about consequences of an orientation.
  private static let others: Set<String> = [
    "OpenCV5_VideoCapture_actual", "jpeg_lossless_needs_MCU_multiple", "crop_display(x,y,w,h)_to_stored",
  ]

  /// Cells that state that there is no name.
  private static let placeholders: Set<String> = ["", "-", "none", "n/a", "absent", "copy", "lossy", "(none)"]

  /// What programs write before a name.
  private static let prefixes = [
    "kcgimagepropertyorientation", "cgimagepropertyorientation.", "uiimageorientation", "uiimage.orientation.",
    "image.orientation.", "exifinterface.", "image.transpose.", "cv2.", "cv.", "qimageiohandler.", "transformation",
    "orientation_", "orientation.", ".", "-",
  ]

  private static func namings(titled part: String) -> [Naming] {
    namings.filter { $0.title.lowercased().contains(part) }
  }

  private static func matches(_ name: String, in namings: [Naming], withNumbers: Bool) -> [Match] {
    ExifOrientation.allCases.compactMap { tag in
      let titles = namings.filter { naming in
        let isOwn = !naming.losesMirror || !Orientation<Stored, Displayed>(exif: tag).isMirrored
        return isOwn && spellings(naming.name(of: tag), withNumbers: withNumbers).contains(name)
      }.map(\.title)
      return titles.isEmpty ? nil : Match(tag: tag, titles: titles)
    }
  }

  /// The forms in which a cell is typed: all of it, its alternatives, each without an explanation in parentheses, and a
  /// constant without its number.
  private static func spellings(_ cell: String, withNumbers: Bool) -> Set<String> {
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
    let forms = Set(([cell] + alternatives + unexplained + constants).map { plain($0) }).subtracting(placeholders)
    return withNumbers ? forms : forms.filter { Int($0) == nil }
  }

  /// In small letters, without surrounding spaces, and without what programs write before a name.
  private static func plain(_ text: some StringProtocol) -> String {
    var rest = Substring(text.lowercased())
    while rest.first == " " { rest.removeFirst() }
    while rest.last == " " { rest.removeLast() }
    for prefix in prefixes where rest.hasPrefix(prefix) && rest.count > prefix.count {
      if prefix == "-", Int(rest) != nil { continue }
      rest.removeFirst(prefix.count)
    }
    return String(rest)
  }
}
