// Which points of a box and of its content coincide if one is smaller than the other (CSS Images 3, 4.6,
// object-position).

/// Where content is aligned in a box: the margin or the overflow is on the other side.
public struct ContentAnchor: Hashable, Sendable {
  /// A position along one axis.
  public enum Position: Hashable, Sendable, CaseIterable {
    /// The left or the top edge.
    case near
    /// The middle.
    case middle
    /// The right or the bottom edge.
    case far

    /// The fraction of the margin before the content.
    var share: Double {
      switch self {
      case .near: 0
      case .middle: 0.5
      case .far: 1
      }
    }
  }

  /// Along x: `near` is the left.
  public var horizontal: Position
  /// Along y: `near` is the top.
  public var vertical: Position

  /// Centered by default.
  public init(_ horizontal: Position = .middle, _ vertical: Position = .middle) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// Centered on both axes.
  public static var center: Self { Self() }
}
