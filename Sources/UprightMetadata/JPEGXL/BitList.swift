// An editable sequence of bits, least significant bit of each byte first (ISO 18181-1, B.2).

/// A sequence of bits.
struct BitList: Hashable, Sendable {
  private var bits: [Bool]

  /// The bits of `bytes`.
  init(_ bytes: some Sequence<UInt8>) {
    bits = bytes.flatMap { byte in (0..<8).map { byte >> UInt8($0) & 1 == 1 } }
  }

  /// The `count` least significant bits of a number.
  init(_ number: Int, count: Int) { bits = (0..<count).map { number >> $0 & 1 == 1 } }

  /// The bits as bytes; the last byte is padded with zeros.
  var bytes: [UInt8] {
    stride(from: 0, to: bits.count, by: 8).map { start in
      bits[start..<min(start + 8, bits.count)].enumerated().reduce(0) { $0 | ($1.element ? 1 << UInt8($1.offset) : 0) }
    }
  }

  /// Replaces the bits of `range` with any number of other bits.
  mutating func replace(_ range: Range<Int>, with new: BitList) { bits.replaceSubrange(range, with: new.bits) }

  /// Removes the last `count` bits.
  mutating func removeLast(_ count: Int) { bits.removeLast(count) }

  /// Concatenates two sequences.
  static func + (first: BitList, second: BitList) -> BitList {
    var whole = first
    whole.bits += second.bits
    return whole
  }
}
