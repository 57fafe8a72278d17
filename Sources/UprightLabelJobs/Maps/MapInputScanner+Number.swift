// Numbers in JSON's form (RFC 8259, 6), each parsed to the nearest double (IEEE 754, ties to even).

extension MapInputScanner {
  /// Parses the next number, after spaces; accepts leading zeros, and a missing zero before the point.
  package mutating func number() throws(MapInputError) -> Double {
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

  /// Parses digits; returns their count.
  private mutating func digits(into decimal: inout Decimal) -> Int {
    let first = at
    while case let digit = bytes[at] &- UInt8(ascii: "0"), digit < 10 {
      decimal.append(digit)
      at += 1
    }
    return at - first
  }

  /// Parses an exponent; one with more than four digits is left to the general parser.
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
package struct Decimal {
  package var digits: UInt64 = 0
  package var exponent = 0
  /// Whether all digits fit; the maximum is 19.
  package var isExact = true

  package mutating func append(_ digit: UInt8) {
    guard digits < 1_000_000_000_000_000_000 else { return isExact = false }
    digits = digits &* 10 &+ UInt64(digit)
  }

  /// The nearest double; nil if that takes more than one division.
  package var nearest: Double? {
    guard isExact else { return nil }
    if digits <= 1 << 53 {
      // Both are exact doubles, so the single operation rounds once (W. D. Clinger, 1990).
      if exponent == 0 { return Double(digits) }
      if exponent < 0, exponent >= -22 { return Double(digits) / Self.powers[-exponent] }
      if exponent > 0, exponent <= 22 { return Double(digits) * Self.powers[exponent] }
    }
    return exponent <= 0 && exponent >= -19 ? quotient : nil
  }

  /// `digits` divided by a power of ten that fits 64 bits. At least 63 bits of the quotient, the last one set if there
  /// is a remainder, round like the exact quotient.
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
