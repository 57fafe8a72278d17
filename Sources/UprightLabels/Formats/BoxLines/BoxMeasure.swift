// The possible meanings of a box's four numbers (Apple's MLBoundingBoxUnits, -Origin and -Anchor; Vision's
// VNDetectedObjectObservation).

/// The unit, origin and anchor of boxes, for formats that do not define them.
public struct BoxMeasure: Hashable, Sendable {
  /// The unit of the numbers.
  public enum Unit: Hashable, Sendable, CaseIterable {
    /// Pixels between edges.
    case pixels
    /// Relative to the image's width and height, 0…1.
    case shares
  }

  /// The origin of coordinates.
  public enum Origin: Hashable, Sendable, CaseIterable {
    /// The top left corner, with y pointing down.
    case topLeft
    /// The lower left corner, with y pointing up.
    case bottomLeft
  }

  /// The point of the box at `x` and `y`.
  public enum Anchor: Hashable, Sendable, CaseIterable {
    /// The corner nearest to the origin.
    case corner
    /// The center.
    case center
  }

  /// The unit of the numbers.
  public var unit: Unit
  /// The origin of coordinates.
  public var origin: Origin
  /// The point of the box at `x` and `y`.
  public var anchor: Anchor

  /// A measure from three choices.
  public init(unit: Unit, origin: Origin, anchor: Anchor) {
    (self.unit, self.origin, self.anchor) = (unit, origin, anchor)
  }

  /// Left, top, width and height in pixels.
  public static let pixels = Self(unit: .pixels, origin: .topLeft, anchor: .corner)
  /// Apple Vision's bounding boxes: relative coordinates from the lower left.
  public static let vision = Self(unit: .shares, origin: .bottomLeft, anchor: .corner)
  /// Create ML's default: the center, in pixels from the top left.
  public static let createML = Self(unit: .pixels, origin: .topLeft, anchor: .center)
}

extension BoxMeasure {
  /// The coordinate system of positions.
  var plane: LabelPlane { LabelPlane(extent: unit == .shares ? 1 : nil, risesUp: origin == .bottomLeft) }

  /// The shape for four numbers: a position, a width and a height.
  func shape(_ numbers: [NumberToken]) -> ListedShape {
    ListedShape(kind: anchor == .center ? .centerBox : .cornerBox, numbers: numbers)
  }
}
