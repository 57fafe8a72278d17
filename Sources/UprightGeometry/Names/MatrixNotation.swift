// The notation `matrix(…)` that CSS Transforms 1 (12.2) and SVG 1.1 (7.6) share but for what stands between the numbers.

/// Six numbers in brackets.
enum MatrixNotation {
  /// `matrix(a,b,c,d,tx,ty)`, the numbers apart by `separator`.
  static func text(_ numbers: [String], separator: String) -> String {
    "matrix(" + numbers.joined(separator: separator) + ")"
  }

  /// The map that is written: numbers apart by commas or spaces.
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

  /// Hexadecimal digits, "inf" and "nan" are numbers elsewhere.
  private static func isDecimal(_ letter: Character) -> Bool { "+-.eE0123456789".contains(letter) }
}
