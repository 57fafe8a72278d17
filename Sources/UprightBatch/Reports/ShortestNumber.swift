// Numbers in the fewest digits that parse to the same double (IEEE 754).

/// Writes numbers: integers without a decimal point, and zero without a sign.
package enum ShortestNumber {
  /// Appends the digits of `number`.
  package static func append(_ number: Double, to bytes: inout [UInt8]) {
    guard number.magnitude < 0x1p54, case let whole = Int(number), Double(whole) == number else {
      return bytes.append(contentsOf: number.description.utf8)
    }
    if whole < 0 { bytes.append(UInt8(ascii: "-")) }
    append(whole.magnitude, to: &bytes)
  }

  /// The digits of `number`.
  package static func text(_ number: Double) -> String {
    var bytes: [UInt8] = []
    append(number, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The number with the fewest decimals, at most 9, that differs from `number` by at most `error`; `number` if there is
  /// none.
  package static func plain(_ number: Double, within error: Double) -> Double {
    guard number.magnitude < 0x1p40 else { return number }
    var scale = 1.0
    for _ in 0...9 {
      let near = (number * scale).rounded() / scale
      if (near - number).magnitude <= error { return near == 0 ? 0 : near }
      scale *= 10
    }
    return number
  }

  private static func append(_ number: UInt, to bytes: inout [UInt8]) {
    if number >= 10 { append(number / 10, to: &bytes) }
    bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}
