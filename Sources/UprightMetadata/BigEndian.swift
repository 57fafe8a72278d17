// Bytes as numbers and as text. Numbers with the most significant byte first, as in JPEG segments, PNG chunks, boxes
// and ICC profiles, or last, as in RIFF, GIF and bitmaps. Bytes eight at a time. Bytes as hexadecimal text (RFC 4648, 8,
// in lowercase).

/// Reads and writes big-endian numbers.
enum BigEndian {
  /// The last `size` bytes of a number.
  static func bytes(_ number: Int, size: Int = 4) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    for place in (0..<size).reversed() { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * place))) }
    return bytes
  }

  /// Its four bytes.
  static func bytes(_ number: UInt32) -> [UInt8] { bytes(Int(number)) }

  /// The number that consists of these bytes.
  static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    var number = 0
    for byte in bytes { number = number << 8 | Int(byte) }
    return number
  }

  /// The number that consists of these bytes.
  static func number(_ bytes: [UInt8]) -> Int { number(bytes[...]) }

  /// The numbers of `size` bytes each that follow one another; `.max` for one that does not fit 63 bits.
  static func numbers(_ bytes: [UInt8], size: Int) -> [Int] {
    stride(from: 0, through: bytes.count - size, by: size).map { place in
      size == 8 && bytes[place] >= 0x80 ? .max : number(bytes[place..<place + size])
    }
  }
}

/// Reads and writes little-endian numbers.
package enum LittleEndian {
  /// The low `size` bytes of a number.
  package static func bytes(_ number: Int, size: Int = 4) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// The number that consists of these bytes.
  package static func number(_ bytes: some BidirectionalCollection<UInt8>) -> Int {
    bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}

extension Span<UInt8> {
  /// Eight bytes, the first one highest; all of them must exist.
  @inlinable @inline(__always) package func word(at position: Int) -> UInt64 {
    let part = extracting(position..<position &+ 8)
    let high = UInt32(part[0]) << 24 | UInt32(part[1]) << 16 | UInt32(part[2]) << 8 | UInt32(part[3])
    let low = UInt32(part[4]) << 24 | UInt32(part[5]) << 16 | UInt32(part[6]) << 8 | UInt32(part[7])
    return UInt64(high) << 32 | UInt64(low)
  }
}

extension UInt64 {
  /// Whether one of its bytes is 0xFF: a byte of its complement is 0.
  @inlinable @inline(__always) package var hasFF: Bool {
    (~self &- 0x0101_0101_0101_0101) & self & 0x8080_8080_8080_8080 != 0
  }
}

/// Encodes each byte as two digits, and decodes them.
package enum Hex {
  private static let digits = Array("0123456789abcdef".utf8)

  /// The text for `bytes`.
  package static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// The bytes that `text` encodes; nil if it is not valid.
  package static func bytes(_ text: String) -> [UInt8]? {
    let characters = Array(text.utf8)
    guard characters.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: characters.count, by: 2) {
      guard let high = digits.firstIndex(of: characters[start]), let low = digits.firstIndex(of: characters[start + 1])
      else { return nil }
      bytes.append(UInt8(high << 4 | low))
    }
    return bytes
  }
}
