// How continuous edges are rounded to whole pixels.

/// How a rectangle with continuous edges is rounded to whole pixels.
public enum PixelRounding: Hashable, Sendable, CaseIterable {
  /// The smallest rectangle of whole pixels that covers it: every pixel that it touches.
  case outward
  /// Each edge to the nearest whole pixel, halves right and down: every pixel whose center it contains.
  case nearest
  /// The largest rectangle of whole pixels inside it: every pixel that it contains completely.
  case inward

  /// Edges this close to a whole number (or to a half, for rounding halves) count as that number. No selection is
  /// finer, and double arithmetic errs by less as long as image and view stay within 10⁸ pixels.
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
