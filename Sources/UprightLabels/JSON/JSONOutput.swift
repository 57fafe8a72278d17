// Writes JSON: literal fragments, strings and numbers in order (RFC 8259).

/// A growing JSON text.
struct JSONOutput {
  private(set) var bytes: [UInt8] = []

  /// Appends a literal fragment.
  mutating func put(_ piece: StaticString) { bytes += piece.description.utf8 }

  /// Appends bytes unchanged.
  mutating func put(bytes piece: [UInt8]) { bytes += piece }

  /// Appends a quoted string.
  mutating func put(text: String) { JSONText.append(text, to: &bytes) }

  /// Appends an integer, or null.
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
