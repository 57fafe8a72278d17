// Kinds of boxes or chunks, each once, so that they can be named.

/// Kinds in the order in which they were met.
struct NamedKinds: Hashable, Sendable {
  /// The kinds; no sentence names more.
  private(set) var kinds: [FourCC] = []

  private static let limit = 32

  /// None.
  init() {}

  /// Those of several.
  init(_ all: some Sequence<FourCC>) {
    for kind in all { add(kind) }
  }

  /// Adds one, where it was not met before.
  mutating func add(_ kind: FourCC) {
    if kinds.count < Self.limit, !kinds.contains(kind) { kinds.append(kind) }
  }
}
