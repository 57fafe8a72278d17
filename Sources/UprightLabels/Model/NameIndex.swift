// Where names of classes stand in their list, so that a class is found by its name without going through all (COCO's "categories" may be many thousands).

/// Places of names; what is remembered here is part of no comparison.
struct NameIndex: Hashable, Sendable {
  private var places: [String: Int] = [:]
  private var isCurrent = false

  /// The first place of `name` in the list, as `names` is.
  mutating func first(of name: String, in names: [String]) -> Int? {
    if !isCurrent {
      places = Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: min)
      isCurrent = true
    }
    return places[name]
  }

  /// The list has got one more name, which was not in it; nothing else has changed.
  mutating func added(_ name: String, at place: Int) {
    places[name] = place
    isCurrent = true
  }

  /// The list has changed in some way.
  mutating func forget() { isCurrent = false }

  static func == (_: Self, _: Self) -> Bool { true }

  func hash(into _: inout Hasher) {}
}
