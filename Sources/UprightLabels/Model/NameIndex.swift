// A lazy index of class names, to find a class without a linear search (COCO's "categories" may contain many
// thousands).

/// Indices of names. The cache does not take part in comparisons.
struct NameIndex: Hashable, Sendable {
  private var places: [String: Int] = [:]
  private var isCurrent = false

  /// The index of the first `name` in the list `names`.
  mutating func first(of name: String, in names: [String]) -> Int? {
    if !isCurrent {
      places = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: min)
      isCurrent = true
    }
    return places[name]
  }

  /// Records that a new name was appended, and nothing else changed.
  mutating func added(_ name: String, at place: Int) {
    places[name] = place
    isCurrent = true
  }

  /// Invalidates the index after any other change.
  mutating func forget() { isCurrent = false }

  static func == (_: Self, _: Self) -> Bool { true }

  func hash(into _: inout Hasher) {}
}
