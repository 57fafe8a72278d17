// Base64 text (RFC 4648, 4).

/// Base64 with padding.
public enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  /// The value of each character; nil for what is none of the alphabet.
  private static let values: [Int?] = (0..<256).map { alphabet.firstIndex(of: UInt8($0)) }

  /// The text for `bytes`.
  public static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let word = (0..<3).reduce(0) { $0 << 8 | ($1 < group.count ? Int(group[start + $1]) : 0) }
      for place in 0..<4 {
        text.append(place <= group.count ? alphabet[word >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes that `text` encodes; nil if it is not padded Base64.
  public static func bytes(_ text: String) -> [UInt8]? {
    let characters = Array(text.utf8)
    guard characters.count.isMultiple(of: 4) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(characters.count / 4 * 3)
    for start in stride(from: 0, to: characters.count, by: 4) {
      let group = characters[start..<start + 4]
      let places = group.prefix { $0 != UInt8(ascii: "=") }.map { values[Int($0)] }
      guard places.count > 1, group.dropFirst(places.count).allSatisfy({ $0 == UInt8(ascii: "=") }) else { return nil }
      var word = 0
      for place in places {
        guard let place else { return nil }
        word = word << 6 | place
      }
      word <<= 6 * (4 - places.count)
      for place in 0..<places.count - 1 { bytes.append(UInt8(truncatingIfNeeded: word >> (16 - 8 * place))) }
    }
    return self.text(bytes).utf8.elementsEqual(characters) ? bytes : nil
  }
}
