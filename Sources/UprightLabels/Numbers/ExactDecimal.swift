// Exact decimal numbers: a file's digits, added and subtracted without rounding.

/// `digits` · 10^-`decimals`.
struct ExactDecimal: Hashable {
  /// All digits as one integer, with the sign.
  var digits: Int
  /// Number of decimal places, 0…18.
  var decimals: Int

  init(digits: Int, decimals: Int) { (self.digits, self.decimals) = (digits, decimals) }

  /// An integer.
  init(_ whole: Int) { self.init(digits: whole, decimals: 0) }

  /// `digits` · 10^`tens`; nil on overflow.
  init?(digits: Int, tens: Int) {
    guard tens <= 18 else { return nil }
    let (product, overflow) = digits.multipliedReportingOverflow(by: Self.tens[tens])
    guard !overflow else { return nil }
    self.init(digits: product, decimals: 0)
  }

  private static let tens: [Int] = (0..<19).map { (0..<$0).reduce(1) { all, _ in all * 10 } }
  private static let powers: [Double] = (0..<23).map { (0..<$0).reduce(1) { all, _ in all * 10 } }

  /// 10 to the power of 0…22, which a `Double` represents exactly.
  static func power(of places: Int) -> Double { powers[min(22, max(0, places))] }

  /// The nearest `Double`, for at most 15 digits.
  var value: Double { decimals == 0 ? Double(digits) : Double(digits) / Self.powers[decimals] }

  /// The same number with more decimal places; nil on overflow.
  func scaled(to places: Int) -> ExactDecimal? {
    guard places > self.decimals else { return places == self.decimals ? self : nil }
    let (product, overflow) = digits.multipliedReportingOverflow(by: Self.tens[places - self.decimals])
    return overflow ? nil : ExactDecimal(digits: product, decimals: places)
  }

  /// The exact sum; nil on overflow.
  func plus(_ other: ExactDecimal) -> ExactDecimal? {
    let places = max(decimals, other.decimals)
    guard let one = scaled(to: places), let two = other.scaled(to: places) else { return nil }
    let (sum, overflow) = one.digits.addingReportingOverflow(two.digits)
    return overflow ? nil : ExactDecimal(digits: sum, decimals: places)
  }

  /// The exact difference; nil on overflow.
  func minus(_ other: ExactDecimal) -> ExactDecimal? {
    plus(ExactDecimal(digits: -other.digits, decimals: other.decimals))
  }

  /// Whether it is less than another number of similar magnitude.
  func isLess(than other: ExactDecimal) -> Bool { minus(other).map { $0.digits < 0 } ?? (value < other.value) }

  /// The same number without trailing zeros, except for `least` decimal places.
  func trimmed(toPlaces least: Int = 0) -> ExactDecimal {
    var result = self
    while result.decimals > least, result.digits % 10 == 0 {
      result.digits /= 10
      result.decimals -= 1
    }
    return result.scaled(to: max(least, result.decimals)) ?? result
  }

  /// Appends the digits: `-0.05`, `30`, `30.00`.
  func append(to bytes: inout [UInt8]) {
    if digits < 0 { bytes.append(0x2D) }
    let magnitude = digits.magnitude
    var divisor = UInt(1)
    var count = 1
    while count <= decimals || magnitude / divisor >= 10 {
      divisor *= 10
      count += 1
    }
    while count > 0 {
      bytes.append(0x30 + UInt8(truncatingIfNeeded: magnitude / divisor % 10))
      divisor /= 10
      count -= 1
      if count == decimals, count > 0 { bytes.append(0x2E) }
    }
  }

  /// The digits as text.
  var text: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return bytes
  }
}
