// Decimals with more digits than an `Int` holds, as for printed doubles (ECMA-262, Number::toString: up to 17
// digits).

/// A decimal of any length, for numbers that exceed `ExactDecimal`, so that reorienting back restores the same
/// digits.
struct LongDecimal: Hashable {
  /// Maximum number of digits; no coordinate needs more.
  static let maxDigits = 4000
  /// Maximum exponent; no coordinate needs more. Exponents are written out as digits.
  static let maxTens = 400
  /// Digits of a scaled number without a finite decimal form; more than any writer gives, so that such numbers are
  /// recognizable.
  static let scaledDigits = 20
  /// Maximum number of digits that writers give; numbers scaled back are rounded to these.
  static let writtenDigits = 18

  private(set) var isNegative: Bool
  /// All digits, without the decimal point.
  private(set) var digits: [UInt8]
  /// Number of decimal places.
  private(set) var decimals: Int

  private init(isNegative: Bool, digits: [UInt8], decimals: Int) {
    var digits = digits
    if digits.count <= decimals { digits = [UInt8](repeating: 0, count: decimals + 1 - digits.count) + digits }
    let zeros = digits.prefix(digits.count - decimals - 1).prefix { $0 == 0 }.count
    digits.removeFirst(zeros)
    (self.digits, self.decimals) = (digits, decimals)
    self.isNegative = isNegative && digits.contains { $0 != 0 }
  }

  /// An integer.
  init(_ whole: Int) {
    self.init(isNegative: whole < 0, digits: String(whole.magnitude).utf8.map { $0 - 0x30 }, decimals: 0)
  }

  /// The number of a token in its file; nil if it has too many digits.
  init?(_ token: NumberToken, in source: [UInt8]) {
    let text = source[token.range]
    let mantissa = text.prefix { $0 | 0x20 != 0x65 }
    let isZero = mantissa.allSatisfy { $0 &- 0x31 >= 9 }
    let exponent = isZero ? [] : text.dropFirst(mantissa.count + 1)
    guard let tens = exponent.isEmpty ? 0 : Int(String(decoding: exponent, as: UTF8.self)),
      tens.magnitude <= Self.maxTens
    else { return nil }
    let digits = mantissa.filter { $0 &- 0x30 < 10 }.map { $0 - 0x30 }
    let places = (mantissa.firstIndex(of: 0x2E).map { mantissa.endIndex - $0 - 1 } ?? 0) - tens
    guard !digits.isEmpty, digits.count <= Self.maxDigits, places.magnitude <= Self.maxDigits else { return nil }
    self.init(
      isNegative: text.first == 0x2D, digits: digits + [UInt8](repeating: 0, count: max(0, -places)),
      decimals: max(0, places))
  }

  /// Number of digits from the first nonzero digit.
  var significantCount: Int { digits.count - digits.prefix { $0 == 0 }.count }

  /// Whether it is 0.
  var isZero: Bool { digits.allSatisfy { $0 == 0 } }

  // MARK: Sums

  /// The exact difference.
  func minus(_ other: LongDecimal) -> LongDecimal { sum(other, negated: true) }

  /// The exact sum.
  func plus(_ other: LongDecimal) -> LongDecimal { sum(other, negated: false) }

  private func sum(_ other: LongDecimal, negated: Bool) -> LongDecimal {
    let places = max(self.decimals, other.decimals)
    let (one, two) = Self.aligned(scaled(to: places), other.scaled(to: places))
    let otherIsNegative = other.isNegative != negated
    if isNegative == otherIsNegative {
      return LongDecimal(isNegative: isNegative, digits: Self.added(one, two), decimals: places)
    }
    return one.lexicographicallyPrecedes(two)
      ? LongDecimal(isNegative: otherIsNegative, digits: Self.subtracted(two, one), decimals: places)
      : LongDecimal(isNegative: isNegative, digits: Self.subtracted(one, two), decimals: places)
  }

  private func scaled(to places: Int) -> [UInt8] { digits + [UInt8](repeating: 0, count: places - self.decimals) }

  /// Both padded to equal length.
  private static func aligned(_ one: [UInt8], _ two: [UInt8]) -> ([UInt8], [UInt8]) {
    let count = max(one.count, two.count)
    func filled(_ digits: [UInt8]) -> [UInt8] { [UInt8](repeating: 0, count: count - digits.count) + digits }
    return (filled(one), filled(two))
  }

  private static func added(_ one: [UInt8], _ two: [UInt8]) -> [UInt8] {
    var (result, carry): ([UInt8], UInt8) = ([], 0)
    for (digit, other) in zip(one, two).reversed() {
      let sum = digit + other + carry
      result.append(sum % 10)
      carry = sum / 10
    }
    return (result + [carry]).reversed()
  }

  private static func subtracted(_ one: [UInt8], _ two: [UInt8]) -> [UInt8] {
    var (result, borrow): ([UInt8], UInt8) = ([], 0)
    for (digit, other) in zip(one, two).reversed() {
      let difference = digit + 10 - other - borrow
      result.append(difference % 10)
      borrow = difference < 10 ? 1 : 0
    }
    return result.reversed()
  }

  // MARK: Scaling

  /// The number times `factor` over `divisor`, such that the inverse restores the same digits.
  ///
  /// A result without a finite decimal form gets ``scaledDigits``. A number with more than ``writtenDigits`` is
  /// treated as such a result, and rounded.
  func scaled(by factor: Int, over divisor: Int) -> LongDecimal {
    guard factor > 0, divisor > 0, factor <= 1 << 40, divisor <= 1 << 40 else { return self }
    var carry = 0
    var product: [UInt8] = []
    for digit in digits.reversed() {
      let value = Int(digit) * factor + carry
      product.append(UInt8(value % 10))
      carry = value / 10
    }
    while carry > 0 {
      product.append(UInt8(carry % 10))
      carry /= 10
    }
    let isScaled = significantCount > Self.writtenDigits
    let most = isScaled ? Self.writtenDigits : Self.scaledDigits
    var (quotient, isExact) = Self.divided(product.reversed(), by: divisor, places: decimals, most: most + 1)
    quotient.isNegative = isNegative && !quotient.isZero
    if isExact, quotient.significantCount <= Self.writtenDigits { return quotient }
    let rounded = quotient.rounded(toSignificant: most)
    return isScaled ? rounded.trimmed() : rounded
  }

  /// Long division to a maximum number of significant digits; also returns whether there is no remainder.
  private static func divided(
    _ digits: [UInt8], by divisor: Int, places: Int, most: Int
  ) -> (quotient: LongDecimal, isExact: Bool) {
    var (quotient, rest, significant): ([UInt8], Int, Int) = ([], 0, 0)
    func isBegun(_ digit: Int) -> Bool { significant > 0 || digit > 0 }
    for digit in digits {
      let value = rest * 10 + Int(digit)
      quotient.append(UInt8(value / divisor))
      if isBegun(value / divisor) { significant += 1 }
      rest = value % divisor
    }
    var places = places
    while rest > 0, significant < most, places < maxDigits {
      let value = rest * 10
      quotient.append(UInt8(value / divisor))
      if isBegun(value / divisor) { significant += 1 }
      rest = value % divisor
      places += 1
    }
    return (LongDecimal(isNegative: false, digits: quotient, decimals: places), rest == 0)
  }

  /// Rounded to a maximum number of significant digits; digits before the decimal point are kept.
  private func rounded(toSignificant count: Int) -> LongDecimal {
    let excess = min(significantCount - count, decimals)
    guard excess > 0 else { return self }
    var kept = Array(digits.dropLast(excess))
    if digits[kept.count] >= 5 { kept = Self.added([0] + kept, [UInt8](repeating: 0, count: kept.count) + [1]) }
    return LongDecimal(isNegative: isNegative, digits: kept, decimals: decimals - excess)
  }

  // MARK: Text

  /// The same number without trailing zeros, except for `least` decimal places.
  func trimmed(toPlaces least: Int = 0) -> LongDecimal {
    let zeros = min(decimals - min(least, decimals), digits.reversed().prefix { $0 == 0 }.count)
    return LongDecimal(isNegative: isNegative, digits: Array(digits.dropLast(zeros)), decimals: decimals - zeros)
  }

  /// The same number with at least this many decimal places.
  func padded(toPlaces least: Int) -> LongDecimal {
    guard decimals < least else { return self }
    return LongDecimal(isNegative: isNegative, digits: scaled(to: least), decimals: least)
  }

  /// The digits: `-0.05`, `30`, `30.00`.
  var text: [UInt8] {
    var text: [UInt8] = isNegative ? [0x2D] : []
    text += digits.dropLast(decimals).map { $0 + 0x30 }
    guard decimals > 0 else { return text }
    return text + [0x2E] + digits.suffix(decimals).map { $0 + 0x30 }
  }
}
