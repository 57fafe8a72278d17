// A search for the orientations that a text names in conventions, and for what precedes the name in code or output.

import Upright

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
