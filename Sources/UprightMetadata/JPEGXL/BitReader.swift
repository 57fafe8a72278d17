// Bits of a codestream, least significant bit of each byte first: read in order, with the numbers coded in them, or as
// a list that can be edited (ISO 18181-1, B.2).

/// Reads bits, and the numbers coded in them, in order.
struct BitReader: Sendable {
  /// One distribution of a U32 number: a number of bits, and an offset added to their value.
  struct Form: Sendable {
    let bits: Int
    let offset: Int

    /// `bits` bits plus `offset`.
    init(_ bits: Int, plus offset: Int = 0) {
      self.bits = bits
      self.offset = offset
    }

    /// No bits: always `value`.
    static func value(_ value: Int) -> Self { Self(0, plus: value) }
  }

  private let bytes: [UInt8]
  private let start: Int
  /// Number of bits read.
  private(set) var position = 0

  /// Reads `bytes`, which begin at file offset `start`.
  init(_ bytes: [UInt8], at start: Int) {
    self.bytes = bytes
    self.start = start
  }

  /// A number of `count` bits, at most 32.
  ///
  /// - Throws: `.truncated` if there are fewer.
  mutating func bits(_ count: Int) throws(MetadataError) -> Int {
    let first = position
    try skip(count)
    return (first..<position).reduce(0) { $0 | Int(bytes[$1 >> 3] >> UInt8($1 & 7) & 1) << ($1 - first) }
  }

  /// One bit.
  ///
  /// - Throws: `.truncated`.
  mutating func flag() throws(MetadataError) -> Bool { try bits(1) == 1 }

  /// Skips `count` bits.
  ///
  /// - Throws: `.truncated` if there are fewer.
  mutating func skip(_ count: Int) throws(MetadataError) {
    guard count >= 0, count <= bytes.count * 8 - position else {
      throw MetadataError(.truncated, at: start + bytes.count)
    }
    position += count
  }

  /// A U32 number: two bits select its distribution.
  ///
  /// - Throws: `.truncated`.
  mutating func number(_ forms: (Form, Form, Form, Form)) throws(MetadataError) -> Int {
    let form =
      switch try bits(2) {
      case 0: forms.0
      case 1: forms.1
      case 2: forms.2
      default: forms.3
      }
    return try bits(form.bits) + form.offset
  }

  /// An enumerated value.
  ///
  /// - Throws: `.truncated`.
  mutating func kind() throws(MetadataError) -> Int {
    try number((.value(0), .value(1), Form(4, plus: 2), Form(6, plus: 18)))
  }

  /// A U64 number.
  ///
  /// - Throws: `.truncated`.
  mutating func longNumber() throws(MetadataError) -> UInt64 {
    switch try bits(2) {
    case 0: return 0
    case 1: return UInt64(try bits(4) + 1)
    case 2: return UInt64(try bits(8) + 17)
    default: break
    }
    var (value, shift) = (UInt64(try bits(12)), 12)
    while shift <= 60, try flag() {
      value |= UInt64(try bits(shift == 60 ? 4 : 8)) << UInt64(shift)
      shift += 8
    }
    return value
  }
}

/// A list of bits that can be edited.
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
