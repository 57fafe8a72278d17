// In which style a file writes its numbers, so that numbers which are computed anew look like the others and lead back to them.

/// How a file writes numbers; what matters is what becomes of zeros behind the point.
enum NumberStyle: Hashable {
  /// As few digits as are needed, and no point without any behind it (JavaScript).
  case plain
  /// As few as are needed, and at least one behind the point (Python).
  case pointed
  /// The same number behind the point everywhere (C's `%.2f`).
  case fixed(Int)

  /// Of a sum of two numbers of the file, how many places it is printed with.
  ///
  /// A number that has more places than the other decides alone, so that what is printed leads back to it.
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

  /// A number that was computed, with the zeros that this style writes and no others.
  func written(_ number: LongDecimal) -> LongDecimal {
    switch self {
    case .plain: number.trimmed()
    case .pointed: number.trimmed(toPlaces: 1).padded(toPlaces: 1)
    case .fixed(let places): number.trimmed(toPlaces: places).padded(toPlaces: places)
    }
  }
}

/// Looks at a file's numbers to find its style.
struct NumberStyleEvidence {
  private var hasWhole = false
  private var hasPointed = false
  private var hasPointZero = false
  private var places: Int?
  private var isUneven = false
  private var hasZeros = false

  /// Takes one of the file's numbers into account: one of a box, or, not `inBox`, of a point, whose places a turn keeps.
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

  /// What the numbers were written by.
  var style: NumberStyle {
    if !isUneven, hasZeros, let places { return .fixed(places) }
    return hasPointZero || hasPointed && !hasWhole ? .pointed : .plain
  }
}
