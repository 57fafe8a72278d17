// How continuous edges become whole pixels.

/// How a rectangle with continuous edges becomes one of whole pixels.
public enum PixelRounding: Hashable, Sendable, CaseIterable {
  /// The smallest rectangle of whole pixels that covers it: every pixel that it touches.
  case outward
  /// Each edge to the nearest whole pixel, halves to the right and downwards: every pixel whose centre it holds.
  case nearest
  /// The largest rectangle of whole pixels inside it: every pixel that it holds all of.
  case inward

  /// Edges this close to a whole number (to a half, where halves decide) count as that number: no selection means less, and
  /// arithmetic in doubles misses by less as long as picture and view reach no farther than 10⁸ of the picture's pixels.
  @inlinable static var slack: Double { 1e-6 }

  @inlinable func low(_ edge: Double) -> Double {
    switch self {
    case .outward: (edge + Self.slack).rounded(.down)
    case .nearest: (edge + 0.5 + Self.slack).rounded(.down)
    case .inward: (edge - Self.slack).rounded(.up)
    }
  }

  @inlinable func high(_ edge: Double) -> Double {
    switch self {
    case .outward: (edge - Self.slack).rounded(.up)
    case .nearest: low(edge)
    case .inward: (edge + Self.slack).rounded(.down)
    }
  }
}
