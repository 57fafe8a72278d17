// A four-character code of a box, a brand or a chunk (ISO 14496-12, 4.2; RFC 9649, 2.3). The distinct types of boxes or
// chunks, for use in messages.

/// A four-character code.
package struct FourCC: Hashable, Sendable {
  /// The bytes, big-endian.
  let value: UInt32

  /// The first four of `bytes`; missing ones are 0.
  package init(_ bytes: some Sequence<UInt8>) {
    var (value, rest): (UInt32, _) = (0, bytes.makeIterator())
    for _ in 0..<4 {
      // Codes are made very often, and four steps of an iterator cost less than a prefix.
      guard let byte = rest.next() else {
        self.value = 0
        return
      }
      value = value << 8 | UInt32(byte)
    }
    self.value = value
  }

  /// The four bytes.
  var bytes: [UInt8] { BigEndian.bytes(value) }
}

extension FourCC: ExpressibleByStringLiteral, CustomStringConvertible {
  package init(stringLiteral text: String) { self.init(text.utf8) }

  /// The bytes as text; unprintable characters become dots.
  package var description: String {
    String(decoding: bytes.map { (0x20...0x7E).contains($0) ? $0 : 0x2E }, as: UTF8.self)
  }
}

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
