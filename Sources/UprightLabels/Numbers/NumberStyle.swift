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
