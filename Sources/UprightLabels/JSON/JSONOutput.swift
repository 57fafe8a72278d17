// JSON as it is written: pieces, texts and numbers, one behind the other (RFC 8259).

/// Bytes of JSON that grow.
struct JSONOutput {
  private(set) var bytes: [UInt8] = []

  /// A piece as it stands.
  mutating func put(_ piece: StaticString) { bytes += piece.description.utf8 }

  /// Bytes as they stand.
  mutating func put(bytes piece: [UInt8]) { bytes += piece }

  /// Text in quotes.
  mutating func put(text: String) { JSONText.append(text, to: &bytes) }

  /// A whole number, or null.
  mutating func put(_ number: Int?) {
    if let number { bytes += String(number).utf8 } else { put("null") }
  }

  /// A number with the fewest decimals within `tolerance`.
  static func number(_ value: Double, _ tolerance: Float) -> [UInt8] {
    var bytes: [UInt8] = []
    NumberText.append(value, tolerance: Double(tolerance), to: &bytes)
    return bytes
  }
}
