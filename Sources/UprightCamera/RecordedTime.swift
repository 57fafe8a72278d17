// A logger's time, in seconds or fractions of them, exact to the last digit: a binary fraction would change it (RFC
// 4180 has only text).

/// Parses times; the difference of two does not depend on the clock's start.
package enum RecordedTime {
  /// - Parameters:
  ///   - text: A decimal number, with or without an exponent.
  ///   - decimals: The number of decimals of a second in the unit: 3 for milliseconds.
  /// - Returns: nil if it is not a number, or exceeds the range of seconds.
  package static func duration(_ text: Substring, decimals: Int) -> Duration? {
    let parts = text.split(separator: "e", maxSplits: 1, omittingEmptySubsequences: false)
      .flatMap { $0.split(separator: "E", maxSplits: 1, omittingEmptySubsequences: false) }
    guard parts.count <= 2, let mantissa = parts.first else { return nil }
    let exponent = parts.count == 2 ? Int(parts[1]) : 0
    guard let exponent, exponent.magnitude <= Self.longestExponent else { return nil }
    let isBelowZero = mantissa.first == "-"
    let digits = mantissa.first.map { "+-".contains($0) } == true ? mantissa.dropFirst() : mantissa
    let halves = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard halves.count <= 2, !halves.joined().isEmpty, halves.joined().allSatisfy({ ("0"..."9").contains($0) })
    else { return nil }
    return duration(
      halves.joined(), point: halves[0].count + exponent - decimals, isBelowZero: isBelowZero)
  }

  /// The maximum exponent; beyond it, the value is zero or too large.
  private static let longestExponent = 400

  /// The duration with `point` digits before the decimal point; anything finer than an attosecond is dropped.
  private static func duration(_ digits: String, point: Int, isBelowZero: Bool) -> Duration? {
    let padded =
      String(repeating: "0", count: max(0, -point)) + digits
      + String(repeating: "0", count: max(0, point - digits.count))
    let whole = padded.prefix(max(0, point))
    let fraction = padded.dropFirst(max(0, point)).prefix(18)
    guard let seconds = Int64("0" + whole),
      let parts = Int64(fraction + String(repeating: "0", count: 18 - fraction.count))
    else { return nil }
    let sign: Int64 = isBelowZero ? -1 : 1
    return Duration(secondsComponent: sign * seconds, attosecondsComponent: sign * parts)
  }
}
