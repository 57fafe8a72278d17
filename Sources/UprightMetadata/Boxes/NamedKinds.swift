// Kinds of boxes or chunks, each once, so that they can be named.

/// Kinds in the order in which they were met.
struct NamedKinds: Hashable, Sendable {
  /// The kinds; no sentence names more.
  private(set) var kinds: [FourCC] = []

  private static let limit = 32
  private var counts: [FourCC: Int] = [:]

  /// None.
  init() {}

  /// Those of several.
  init(_ all: some Sequence<FourCC>) {
    for kind in all { add(kind) }
  }

  /// Adds one, where it was not met before.
  mutating func add(_ kind: FourCC) {
    if kinds.count < Self.limit, !kinds.contains(kind) { kinds.append(kind) }
    if kinds.contains(kind) { counts[kind, default: 0] += 1 }
  }

  /// How many there were of the kinds that are named, without those of one.
  func count(besides other: FourCC?) -> Int { counts.reduce(0) { $0 + ($1.key == other ? 0 : $1.value) } }
}
