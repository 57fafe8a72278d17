// The distinct types of boxes or chunks, for use in messages.

/// Types in order of first occurrence, with their counts.
struct NamedKinds: Hashable, Sendable {
  /// The types to name, limited to as many as a sentence names.
  private(set) var kinds: [FourCC] = []

  private static let limit = 32
  private var counts: [FourCC: Int] = [:]

  /// No types.
  init() {}

  /// The distinct types of a sequence.
  init(_ all: some Sequence<FourCC>) {
    for kind in all { add(kind) }
  }

  /// Adds a type unless it is already included.
  mutating func add(_ kind: FourCC) {
    if kinds.count < Self.limit, !kinds.contains(kind) { kinds.append(kind) }
    if kinds.contains(kind) { counts[kind, default: 0] += 1 }
  }

  /// Total count of the given types.
  func count(of some: [FourCC]) -> Int { some.reduce(0) { $0 + (counts[$1] ?? 0) } }

  /// Total count of the named types, except one.
  func count(besides other: FourCC?) -> Int { counts.reduce(0) { $0 + ($1.key == other ? 0 : $1.value) } }
}
