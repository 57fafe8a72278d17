// How continuous edges become whole pixels.

/// How a rectangle with continuous edges becomes one of whole pixels.
public enum PixelRounding: Hashable, Sendable, CaseIterable {
  /// The smallest rectangle of whole pixels that covers it.
  case outward
  /// Each edge to the nearest whole pixel.
  case nearest
  /// The largest rectangle of whole pixels inside it.
  case inward

  /// Edges this close to a whole number count as that number: arithmetic in doubles misses it by less, and no selection means it.
  static let slack = 1e-6

  func low(_ edge: Double) -> Double {
    switch self {
    case .outward: (edge + Self.slack).rounded(.down)
    case .nearest: edge.rounded()
    case .inward: (edge - Self.slack).rounded(.up)
    }
  }

  func high(_ edge: Double) -> Double {
    switch self {
    case .outward: (edge - Self.slack).rounded(.up)
    case .nearest: edge.rounded()
    case .inward: (edge + Self.slack).rounded(.down)
    }
  }
}
