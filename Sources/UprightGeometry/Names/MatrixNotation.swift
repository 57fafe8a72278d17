// The notation `matrix(…)` of CSS Transforms 1 (12.2) and SVG 1.1 (7.6), which differ only in the separators.

/// Six numbers in parentheses.
enum MatrixNotation {
  /// `matrix(a,b,c,d,tx,ty)`, with the numbers separated by `separator`.
  static func text(_ numbers: [String], separator: String) -> String {
    "matrix(" + numbers.joined(separator: separator) + ")"
  }

  /// Parses a map whose numbers are separated by commas or spaces.
  static func transform(_ text: String) -> Transform2D<Stored, Displayed>? {
    guard text.hasPrefix("matrix("), text.hasSuffix(")") else { return nil }
    let inside = text.dropFirst(7).dropLast()
    let parts = inside.split(separator: ",", omittingEmptySubsequences: false).flatMap { part in
      let words = part.split(separator: " ")
      return words.isEmpty ? [""] : words
    }
    let six = parts.compactMap { $0.allSatisfy(isDecimal) ? Double($0) : nil }
    guard parts.count == 6, six.count == 6 else { return nil }
    return Transform2D(a: six[0], b: six[1], c: six[2], d: six[3], tx: six[4], ty: six[5])
  }

  /// Excludes hexadecimal digits, "inf" and "nan", which other parsers accept.
  private static func isDecimal(_ letter: Character) -> Bool { "+-.eE0123456789".contains(letter) }
}
