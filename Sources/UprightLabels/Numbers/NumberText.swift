// How computed numbers are printed: with as few decimals as lead back to where they came from, or with a fixed number (YOLO's writers: six).

/// Prints numbers that were computed.
enum NumberText {
  /// More decimals than any label needs.
  static let maxDecimals = 15
  /// What arithmetic in doubles may be off by, where coordinates reach no farther than 10⁵.
  static let slack = 1e-10

  /// `value` rounded to so many decimals, which all are printed.
  static func fixed(_ value: Double, decimals: Int) -> ExactDecimal? {
    let scaled = (value * ExactDecimal.power(of: decimals)).rounded()
    guard scaled.magnitude < 9e17 else { return nil }
    return ExactDecimal(digits: Int(scaled), decimals: decimals)
  }

  /// The decimal with the fewest places that is no farther from `value` than `tolerance`, or than what arithmetic may be off by.
  static func shortest(_ value: Double, tolerance: Double) -> ExactDecimal? {
    for places in 0...maxDecimals {
      guard let decimal = fixed(value, decimals: places) else { return nil }
      if (decimal.value - value).magnitude <= max(tolerance, slack) { return decimal }
    }
    return nil
  }

  /// The shortest text that leads back to `value` bit for bit, without an exponent where it fits; for numbers that decimals cannot hold.
  static func exact(_ value: Double) -> [UInt8] {
    let text = Array(value.description.utf8)
    return text.suffix(2) == [0x2E, 0x30] ? text.dropLast(2) : text
  }

  /// Appends `value` with the fewest decimals within `tolerance`.
  static func append(_ value: Double, tolerance: Double, to bytes: inout [UInt8]) {
    if let decimal = shortest(value, tolerance: tolerance) {
      decimal.append(to: &bytes)
    } else {
      bytes += exact(value)
    }
  }
}
