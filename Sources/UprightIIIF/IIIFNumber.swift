// Numbers in requests: digits and one dot, nothing else (IIIF Image API 3.0, 4.7).

enum IIIFNumber {
  /// No image has a longer side. Products of two such numbers fit an `Int`.
  static let largest = Int(Int32.max)

  /// A whole number of at most 32 digits; nil for anything else, or beyond `largest`.
  static func integer(_ text: Substring) -> Int? {
    guard isShort(text), !text.isEmpty, text.utf8.allSatisfy(isDigit), let value = Int(text), value <= largest
    else { return nil }
    return value
  }

  /// A number with or without decimals; `.5` is one half. Nil for anything else, or beyond `largest`.
  static func decimal(_ text: Substring) -> Double? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard isShort(text), (1...2).contains(parts.count), let last = parts.last, !last.isEmpty,
      parts.allSatisfy({ $0.utf8.allSatisfy(isDigit) }), let value = Double("0\(text)"), value <= Double(largest)
    else { return nil }
    return value
  }

  private static func isShort(_ text: Substring) -> Bool { text.utf8.count <= 32 }

  private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
}
