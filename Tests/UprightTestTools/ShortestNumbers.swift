// Text whose numbers may be spelled in another way: what is compared is their value (RFC 8259, 6; XML Schema 2, 3.3.5).

/// Texts with every number in its shortest spelling.
package enum ShortestNumbers {
  /// Whether texts differ in how numbers are written alone.
  package static func areAlike(_ one: [UInt8], _ other: [UInt8]) -> Bool { one == other || plain(one) == plain(other) }

  /// The bytes with every number in its shortest spelling: the style of a number may change, its value may not.
  static func plain(_ bytes: [UInt8]) -> [UInt8] {
    var (result, at): ([UInt8], Int) = ([], 0)
    while at < bytes.count {
      let run = bytes[at...].prefix { isPartOfNumber($0) }
      result += plainNumber(run)
      at += run.count
      if at < bytes.count { result.append(bytes[at]) }
      at += 1
    }
    return result
  }

  private static func isPartOfNumber(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || byte == 0x2E || byte == 0x2B || byte == 0x2D || byte | 0x20 == 0x65
  }

  /// Sign, digits, and the power of ten of the last; the bytes themselves if they are not a number.
  private static func plainNumber(_ text: ArraySlice<UInt8>) -> [UInt8] {
    let isNegative = text.first == 0x2D
    let rest = text.drop { $0 == 0x2D || $0 == 0x2B }
    let mantissa = rest.prefix { $0 | 0x20 != 0x65 }
    let power = rest.dropFirst(mantissa.count + 1)
    let parts = mantissa.split(separator: 0x2E, maxSplits: 1, omittingEmptySubsequences: false)
    let places = parts.count == 2 ? parts[1].count : 0
    var digits = Array(parts.joined())
    guard text.count - rest.count <= 1, !digits.isEmpty, digits.allSatisfy({ $0 &- 0x30 < 10 }),
      let tens = mantissa.count == rest.count ? 0 : Int(String(decoding: power, as: UTF8.self))
    else { return Array(text) }
    let zeros = digits.reversed().prefix { $0 == 0x30 }.count
    digits = Array(digits.dropLast(zeros).drop { $0 == 0x30 })
    if digits.isEmpty { return [0x30] }
    return (isNegative ? [0x2D] : []) + digits + Array("e\(tens - places + zeros)".utf8)
  }
}
