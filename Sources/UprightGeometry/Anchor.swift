// Which place of a box and of its content coincide where one is smaller than the other (CSS Images 3, 4.6, object-position).

/// The place of a box that its content keeps to: there the two coincide, and the margin or the overflow lies on the other side.
public struct Anchor: Hashable, Sendable {
  /// A place along one direction.
  public enum Position: Hashable, Sendable, CaseIterable {
    /// The left or the top edge.
    case near
    /// The middle.
    case middle
    /// The right or the bottom edge.
    case far

    /// How much of the margin lies before the content.
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

  /// The middle, unless said otherwise.
  public init(_ horizontal: Position = .middle, _ vertical: Position = .middle) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// The middle in both directions.
  public static var center: Self { Self() }
}
