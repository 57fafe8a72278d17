// Prints computed numbers and boxes with as few decimals as restore the original, or with a fixed number (YOLO: six).

import UprightGeometry

/// Prints computed numbers.
enum NumberText {
  /// Maximum number of decimals; no label needs more.
  static let maxDecimals = 15
  /// Maximum rounding error of `Double` arithmetic with coordinates up to 10⁵.
  static let slack = 1e-10

  /// `value` rounded to a fixed number of decimals, including trailing zeros.
  static func fixed(_ value: Double, decimals: Int) -> ExactDecimal? {
    let scaled = (value * ExactDecimal.power(of: decimals)).rounded()
    guard scaled.magnitude < 9e17 else { return nil }
    return ExactDecimal(digits: Int(scaled), decimals: decimals)
  }

  /// The decimal with the fewest places that differs from `value` by at most `tolerance` or the rounding error.
  static func shortest(_ value: Double, tolerance: Double) -> ExactDecimal? {
    for places in 0...maxDecimals {
      guard let decimal = fixed(value, decimals: places) else { return nil }
      if (decimal.value - value).magnitude <= max(tolerance, slack) { return decimal }
    }
    return nil
  }

  /// The shortest text that restores `value` bit for bit, without an exponent if possible; for numbers that decimals
  /// cannot hold.
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

  /// `value` with the fewest decimals within `tolerance`.
  static func text(_ value: Double, tolerance: Double = 0) -> String {
    var bytes: [UInt8] = []
    append(value, tolerance: tolerance, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Points as `x,y`, in XML and SVG.
  static func points<S: Space>(
    _ points: [Point2D<S>], _ precision: LabelPrecision<S>, separator: String
  ) -> String {
    points.map {
      text($0.x, tolerance: Double(precision.across)) + "," + text($0.y, tolerance: Double(precision.down))
    }.joined(separator: separator)
  }

  /// The attributes of an ellipse in XML and SVG: its center and its radii, before it is rotated.
  static func ellipse<S: Space>(_ rect: RotatedRect<S>) -> [(String, String)] {
    let numbers = [rect.center.x, rect.center.y, rect.size.width / 2, rect.size.height / 2]
    return zip(["cx", "cy", "rx", "ry"], numbers).map { ($0, text($1)) }
  }
}

/// One dimension of a box in decimals: both ends and the length.
struct PrintedExtent {
  let low, high, length: ExactDecimal

  /// The fewest decimals with which center and length stay within `tolerance`; nil if none do.
  init?(from low: Double, length: Double, tolerance: Double) {
    // Halves round up, so a value half a unit lower is restored, and one half a unit higher is not.
    let within = -max(tolerance * 1.000001, NumberText.slack)...max(tolerance * 0.999999, NumberText.slack)
    for places in 0...NumberText.maxDecimals {
      guard let size = NumberText.fixed(length, decimals: places), let near = NumberText.fixed(low, decimals: places),
        let far = near.plus(size)
      else { return nil }
      let middle = near.value + size.value / 2 - (low + length / 2)
      guard within.contains(size.value - length), within.contains(middle) else { continue }
      self.init(low: near, high: far, length: size)
      return
    }
    return nil
  }

  private init(low: ExactDecimal, high: ExactDecimal, length: ExactDecimal) {
    (self.low, self.high, self.length) = (low.trimmed(), high.trimmed(), length.trimmed())
  }
}

/// Prints a box.
enum BoxText {
  /// Left, top, width and height.
  static func corner<S: Space>(_ box: Rect2D<S>, _ precision: LabelPrecision<S>) -> [[UInt8]] {
    let (across, down) = extents(box, precision)
    return [
      text(across?.low, box.x), text(down?.low, box.y), text(across?.length, box.width), text(down?.length, box.height),
    ]
  }

  /// Left, top, right and bottom.
  static func edges<S: Space>(_ box: Rect2D<S>, _ precision: LabelPrecision<S>) -> [[UInt8]] {
    let (across, down) = extents(box, precision)
    return [
      text(across?.low, box.x), text(down?.low, box.y), text(across?.high, box.maxX), text(down?.high, box.maxY),
    ]
  }

  private static func extents<S: Space>(
    _ box: Rect2D<S>, _ precision: LabelPrecision<S>
  ) -> (PrintedExtent?, PrintedExtent?) {
    (
      PrintedExtent(from: box.x, length: box.width, tolerance: Double(precision.across)),
      PrintedExtent(from: box.y, length: box.height, tolerance: Double(precision.down))
    )
  }

  private static func text(_ decimal: ExactDecimal?, _ value: Double) -> [UInt8] {
    decimal?.text ?? NumberText.exact(value)
  }
}

// The style of a file's numbers, so that computed numbers look like the others and restore them when inverted.

/// How a file writes numbers, in particular trailing zeros.
enum NumberStyle: Hashable {
  /// As few digits as needed, and no trailing decimal point (JavaScript).
  case plain
  /// As few as needed, but at least one decimal place (Python).
  case pointed
  /// A fixed number of decimal places (C's `%.2f`).
  case fixed(Int)

  /// A sum of two numbers of the file with the decimal places to print.
  ///
  /// If `own` has more decimal places than `other`, it determines them alone, so that the inverse restores it.
  func decimals(of sum: ExactDecimal, own: ExactDecimal, other: ExactDecimal) -> ExactDecimal {
    guard own.decimals <= other.decimals else { return sum }
    switch self {
    case .fixed: return sum
    case .plain: return sum.trimmed()
    case .pointed: return sum.trimmed(toPlaces: min(1, sum.decimals))
    }
  }

  /// The same for numbers of any length.
  func decimals(of sum: LongDecimal, own: LongDecimal, other: LongDecimal) -> LongDecimal {
    guard own.decimals <= other.decimals else { return sum }
    switch self {
    case .fixed: return sum
    case .plain: return sum.trimmed()
    case .pointed: return sum.trimmed(toPlaces: 1)
    }
  }

  /// A computed number with the trailing zeros of this style.
  func written(_ number: LongDecimal) -> LongDecimal {
    switch self {
    case .plain: number.trimmed()
    case .pointed: number.trimmed(toPlaces: 1).padded(toPlaces: 1)
    case .fixed(let places): number.trimmed(toPlaces: places).padded(toPlaces: places)
    }
  }
}

/// Collects evidence of a file's number style.
struct NumberStyleEvidence {
  private var hasWhole = false
  private var hasPointed = false
  private var hasPointZero = false
  private var places: Int?
  private var isUneven = false
  private var hasZeros = false

  /// Adds one of the file's numbers. Unless `inBox`, it belongs to a point, whose decimal places a reorientation
  /// keeps.
  mutating func see(_ token: NumberToken, inBox: Bool = true) {
    guard let exact = token.exact else { return }
    if exact.decimals == 0 { hasWhole = true }
    guard inBox else { return }
    if exact.decimals > 0 { hasPointed = true }
    if exact.decimals == 1, exact.digits % 10 == 0 { hasPointZero = true }
    if let places, places != exact.decimals { isUneven = true }
    places = exact.decimals
    if exact.decimals > 1, exact.digits % 10 == 0 { hasZeros = true }
  }

  /// The style that fits the evidence.
  var style: NumberStyle {
    if !isUneven, hasZeros, let places { return .fixed(places) }
    return hasPointZero || hasPointed && !hasWhole ? .pointed : .plain
  }
}
