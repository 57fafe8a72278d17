// Base64 text (RFC 4648, 4), and the form of it for addresses (5).

/// Base64 with padding; for addresses, with `-` and `_`, and without padding.
enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")
  /// The value of each character; nil for what is none of the alphabet.
  private static let values: [Int?] = (0..<256).map { alphabet.firstIndex(of: UInt8($0)) }

  /// The text for `bytes` in an address.
  static func address(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let word = (0..<3).reduce(0) { $0 << 8 | ($1 < group.count ? Int(group[start + $1]) : 0) }
      for place in 0...group.count { text.append(alphabet[word >> (18 - 6 * place) & 63]) }
    }
    return String(decoding: text.map(inAddress), as: UTF8.self)
  }

  /// The bytes that `text` in an address encodes; nil if it is not what `address(_:)` writes.
  static func bytes(address text: some StringProtocol) -> [UInt8]? {
    let isAddress = text.utf8.allSatisfy { $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "/") && $0 != padding }
    let places = text.utf8.map { values[Int(fromAddress($0))] }
    guard isAddress, places.count % 4 != 1, let bytes = bytes(places), address(bytes) == text else { return nil }
    return bytes
  }

  /// The bytes that `text` encodes; nil if it is not padded Base64.
  static func bytes(_ text: some StringProtocol) -> [UInt8]? {
    let characters = Array(text.utf8)
    guard !characters.isEmpty, characters.count.isMultiple(of: 4) else { return nil }
    let places = characters.prefix { $0 != padding }.map { values[Int($0)] }
    let rest = characters.dropFirst(places.count)
    guard rest.count < 3, rest.allSatisfy({ $0 == padding }), let bytes = bytes(places) else { return nil }
    // What is left of the last character must be zero.
    return address(bytes).utf8.elementsEqual(characters.prefix(places.count).map(inAddress)) ? bytes : nil
  }

  private static func bytes(_ places: [Int?]) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(places.count / 4 * 3 + 2)
    var (word, bits) = (0, 0)
    for place in places {
      guard let place else { return nil }
      (word, bits) = ((word << 6 | place) & 0xFFFF, bits + 6)
      guard bits >= 8 else { continue }
      bits -= 8
      bytes.append(UInt8(truncatingIfNeeded: word >> bits))
    }
    return bytes
  }

  private static func inAddress(_ character: UInt8) -> UInt8 {
    switch character {
    case UInt8(ascii: "+"): UInt8(ascii: "-")
    case UInt8(ascii: "/"): UInt8(ascii: "_")
    default: character
    }
  }

  private static func fromAddress(_ character: UInt8) -> UInt8 {
    switch character {
    case UInt8(ascii: "-"): UInt8(ascii: "+")
    case UInt8(ascii: "_"): UInt8(ascii: "/")
    default: character
    }
  }
}
