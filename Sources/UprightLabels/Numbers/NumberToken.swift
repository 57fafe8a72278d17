// A number in a file: its bytes, its value, and its exact decimal (RFC 8259, 6; Python's `float` in line-based text).

/// A number and its range.
struct NumberToken: Hashable {
  /// The range of its bytes in the file.
  var range: Range<Int>
  /// The nearest `Double`.
  var value: Double
  /// The exact value; nil if it has more than 18 digits.
  var exact: ExactDecimal?

  static let zero = NumberToken(range: 0..<0, value: 0, exact: ExactDecimal(digits: 0, decimals: 0))

  /// Whether it is small enough to be an image coordinate.
  var isPlace: Bool { value.magnitude <= 1e9 }

  /// Half a unit of the last place: the maximum rounding error.
  var halfUnit: Double { 0.5 / ExactDecimal.power(of: exact?.decimals ?? 17) }
}

extension NumberToken {
  /// The number that occupies all of `place`; nil if it is invalid. `strictly` allows only JSON's syntax, otherwise
  /// also a plus sign and bare decimal points.
  init?(_ bytes: [UInt8], _ place: Range<Int>, strictly: Bool = false) {
    var at = place.lowerBound
    guard let token = NumberToken(bytes.span, at: &at, end: place.upperBound, strictly: strictly),
      at == place.upperBound
    else { return nil }
    self = token
  }

  /// Parses the number at `at` and advances past it; nil if there is none.
  init?(_ bytes: Span<UInt8>, at: inout Int, end: Int, strictly: Bool) {
    let first = at
    var isNegative = false
    if at < end, bytes[at] == 0x2D || !strictly && bytes[at] == 0x2B {
      isNegative = bytes[at] == 0x2D
      at += 1
    }
    let whole = at
    var (digits, count, places) = (0, 0, 0)
    while at < end, case let digit = bytes[at] &- 0x30, digit < 10 {
      if count < 18 { digits = digits &* 10 &+ Int(digit) }
      if digits != 0 { count &+= 1 }
      at &+= 1
    }
    let wholeCount = at &- whole
    if strictly, wholeCount == 0 || wholeCount > 1 && bytes[whole] == 0x30 { return nil }
    if at < end, bytes[at] == 0x2E {
      let point = at
      at &+= 1
      while at < end, case let digit = bytes[at] &- 0x30, digit < 10 {
        if count < 18 { digits = digits &* 10 &+ Int(digit) }
        if digits != 0 { count &+= 1 }
        at &+= 1
      }
      places = at &- point &- 1
      if places == 0, strictly || wholeCount == 0 { return nil }
    } else if wholeCount == 0 {
      return nil
    }
    guard let exponent = Self.exponent(bytes, &at, end) else { return nil }
    let value = isNegative ? -digits : digits
    self.init(first..<at, value, count: count, places: places - exponent, bytes)
  }

  @inline(__always)
  private init(_ place: Range<Int>, _ digits: Int, count: Int, places: Int, _ bytes: Span<UInt8>) {
    if count <= 18, places >= 0, places <= 18 {
      let exact = ExactDecimal(digits: digits, decimals: places)
      if count <= 15 {
        self.init(range: place, value: exact.value, exact: exact)
      } else {
        self.init(range: place, value: Self.nearest(bytes, place), exact: exact)
      }
    } else {
      let exact = count <= 18 && places < 0 && places >= -18 ? ExactDecimal(digits: digits, tens: -places) : nil
      self.init(range: place, value: Self.nearest(bytes, place), exact: exact)
    }
  }

  @inline(__always)
  private static func exponent(_ bytes: Span<UInt8>, _ at: inout Int, _ end: Int) -> Int? {
    guard at < end, bytes[at] | 0x20 == 0x65 else { return 0 }
    return writtenExponent(bytes, &at, end)
  }

  private static func writtenExponent(_ bytes: Span<UInt8>, _ at: inout Int, _ end: Int) -> Int? {
    at += 1
    var isNegative = false
    if at < end, bytes[at] == 0x2D || bytes[at] == 0x2B {
      isNegative = bytes[at] == 0x2D
      at += 1
    }
    let first = at
    var exponent = 0
    while at < end, case let digit = bytes[at] &- 0x30, digit < 10 {
      exponent = min(99_999, exponent * 10 + Int(digit))
      at += 1
    }
    return at == first ? nil : isNegative ? -exponent : exponent
  }

  /// The nearest `Double`, by the standard library; infinite on overflow.
  private static func nearest(_ bytes: Span<UInt8>, _ place: Range<Int>) -> Double {
    var digits: [UInt8] = []
    for at in place { digits.append(bytes[at]) }
    return Double(String(decoding: digits, as: UTF8.self)) ?? .nan
  }
}
