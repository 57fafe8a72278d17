// Bytes as hexadecimal text (RFC 4648, 8, in lowercase).

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
