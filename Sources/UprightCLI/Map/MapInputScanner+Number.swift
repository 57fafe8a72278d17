// Numbers as JSON writes them (RFC 8259, 6), each read to the nearest double (IEEE 754, ties to even).

extension MapInputScanner {
  /// The number that comes next, spaces aside; zeros before it do no harm, nor does none before its point.
  mutating func number() throws(MapInputError) -> Double {
    skipSpaces()
    let first = at
    let isNegative = bytes[at] == UInt8(ascii: "-")
    if isNegative { at += 1 }
    var decimal = Decimal()
    let whole = digits(into: &decimal)
    if bytes[at] == UInt8(ascii: ".") {
      at += 1
      let count = digits(into: &decimal)
      guard count > 0 else { throw fault(.noNumber) }
      decimal.exponent -= count
    } else if whole == 0 {
      throw fault(.noNumber)
    }
    if bytes[at] | 0x20 == UInt8(ascii: "e") { try exponent(into: &decimal) }
    if let magnitude = decimal.nearest { return isNegative ? -magnitude : magnitude }
    guard let number = Double(String(decoding: bytes[first..<at], as: UTF8.self)), number.isFinite else {
      at = first
      throw fault(.tooLarge)
    }
    return number
  }

  /// Takes in digits, and says how many there were.
  private mutating func digits(into decimal: inout Decimal) -> Int {
    let first = at
    while case let digit = bytes[at] &- UInt8(ascii: "0"), digit < 10 {
      decimal.append(digit)
      at += 1
    }
    return at - first
  }

  /// Numbers whose exponents have more than four digits are left to the exact reading of any number.
  private mutating func exponent(into decimal: inout Decimal) throws(MapInputError) {
    at += 1
    let isNegative = bytes[at] == UInt8(ascii: "-")
    if isNegative || bytes[at] == UInt8(ascii: "+") { at += 1 }
    var exponent = Decimal()
    guard digits(into: &exponent) > 0 else { throw fault(.noNumber) }
    decimal.isExact = decimal.isExact && exponent.isExact && exponent.digits < 10_000
    if decimal.isExact { decimal.exponent += isNegative ? -Int(exponent.digits) : Int(exponent.digits) }
  }
}

/// A decimal number: `digits` · 10^`exponent`.
struct Decimal {
  var digits: UInt64 = 0
  var exponent = 0
  /// Whether all digits are there; at most 19 have room.
  var isExact = true

  mutating func append(_ digit: UInt8) {
    guard digits < 1_000_000_000_000_000_000 else { return isExact = false }
    digits = digits &* 10 &+ UInt64(digit)
  }

  /// The nearest double, or nil where that takes more than one division.
  var nearest: Double? {
    guard isExact else { return nil }
    if digits <= 1 << 53 {
      // Both are exact as doubles, so that the one operation rounds once (W. D. Clinger, 1990).
      if exponent == 0 { return Double(digits) }
      if exponent < 0, exponent >= -22 { return Double(digits) / Self.powers[-exponent] }
      if exponent > 0, exponent <= 22 { return Double(digits) * Self.powers[exponent] }
    }
    return exponent <= 0 && exponent >= -19 ? quotient : nil
  }

  /// `digits` by a power of ten that fits 64 bits: 63 bits or more of the quotient, the last one set where something remains, round as all of it would.
  private var quotient: Double {
    let divisor = Self.wholePowers[-exponent]
    let (up, down) = (digits.leadingZeroBitCount, divisor.leadingZeroBitCount)
    let (own, by) = (digits << UInt64(up), divisor << UInt64(down))
    let (high, low) = own < by ? (own, 0) : (own >> 1, own << 63)
    let (quotient, remainder) = by.dividingFullWidth((high, low))
    let shift = down - up - (own < by ? 64 : 63)
    let scale = Double(bitPattern: UInt64(1023 + shift) << 52)
    return Double(quotient | (remainder == 0 ? 0 : 1)) * scale
  }

  private static let powers: [Double] = wholePowers.map { Double($0) } + [1e20, 1e21, 1e22]
  private static let wholePowers: [UInt64] = (0...19).map { (0..<$0).reduce(1) { power, _ in power * 10 } }
}
