// What the four numbers of a box may mean (Apple's MLBoundingBoxUnits, -Origin and -Anchor; Vision's VNDetectedObjectObservation).

/// In what and from where a box is measured, where a format leaves that open.
public struct BoxMeasure: Hashable, Sendable {
  /// In what numbers count.
  public enum Unit: Hashable, Sendable, CaseIterable {
    /// Pixels between edges.
    case pixels
    /// Shares of the picture's width and height, 0…1.
    case shares
  }

  /// From where they are counted.
  public enum Origin: Hashable, Sendable, CaseIterable {
    /// From the top left corner, y downwards.
    case topLeft
    /// From the lower left corner, y upwards.
    case bottomLeft
  }

  /// Which place of the box `x` and `y` are.
  public enum Anchor: Hashable, Sendable, CaseIterable {
    /// The corner nearest to the origin.
    case corner
    /// The middle.
    case center
  }

  /// In what numbers count.
  public var unit: Unit
  /// From where they are counted.
  public var origin: Origin
  /// Which place of the box `x` and `y` are.
  public var anchor: Anchor

  /// A measure of three choices.
  public init(unit: Unit, origin: Origin, anchor: Anchor) {
    (self.unit, self.origin, self.anchor) = (unit, origin, anchor)
  }

  /// Left, top, width and height in pixels.
  public static let pixels = Self(unit: .pixels, origin: .topLeft, anchor: .corner)
  /// Apple Vision's bounding boxes: shares, from the lower left.
  public static let vision = Self(unit: .shares, origin: .bottomLeft, anchor: .corner)
  /// What Create ML takes annotations for if it is told nothing: the middle, in pixels from the top left.
  public static let createML = Self(unit: .pixels, origin: .topLeft, anchor: .center)
}

extension BoxMeasure {
  /// In what places are counted.
  var plane: LabelPlane { LabelPlane(extent: unit == .shares ? 1 : nil, risesUp: origin == .bottomLeft) }

  /// The shape of four numbers: a place, a width and a height.
  func shape(_ numbers: [NumberToken]) -> ListedShape {
    ListedShape(kind: anchor == .center ? .centerBox : .cornerBox, numbers: numbers)
  }
}
