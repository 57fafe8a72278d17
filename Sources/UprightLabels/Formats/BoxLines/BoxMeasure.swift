// The possible meanings of a box's four numbers (Apple's MLBoundingBoxUnits, -Origin and -Anchor; Vision's
// VNDetectedObjectObservation), and the numbers of a region in one of them.

import UprightGeometry

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

/// Prints the boxes of one image.
struct BoxNumbers<S: Space> {
  private let across, down, height: Double
  private let measure: BoxMeasure

  /// For an image of `size`, which is optional only for pixels from the top; nil if a required size is missing.
  init?(_ measure: BoxMeasure, _ size: PixelSize<S>?) {
    guard size.map({ !$0.isEmpty }) ?? (measure.plane == .pixels) else { return nil }
    self.measure = measure
    height = Double(size?.height ?? 0)
    let isShare = measure.unit == .shares
    (across, down) = isShare ? (1 / Double(size?.width ?? 1), 1 / height) : (1, 1)
  }

  /// A position, a width and a height.
  func numbers(_ region: Region<S>) -> [[UInt8]] {
    let (box, precision) = scaled(region)
    guard measure.anchor == .center else { return BoxText.corner(box, precision) }
    return [
      JSONOutput.number(box.x + box.width / 2, precision.across),
      JSONOutput.number(box.y + box.height / 2, precision.down),
      JSONOutput.number(box.width, precision.across), JSONOutput.number(box.height, precision.down),
    ]
  }

  /// Left, top, right and bottom.
  func edges(_ region: Region<S>) -> [[UInt8]] {
    let (box, precision) = scaled(region)
    return BoxText.edges(box, precision)
  }

  private func scaled(_ region: Region<S>) -> (Rect2D<S>, LabelPrecision<S>) {
    let box = region.box
    let y = measure.origin == .topLeft ? box.y : height - box.y - box.height
    return (
      Rect2D(x: box.x * across, y: y * down, width: box.width * across, height: box.height * down),
      LabelPrecision(region.precision, scaledBy: (across, down))
    )
  }
}

extension LabelPrecision {
  /// A tolerance in another unit, slightly reduced, so that values at its limit, such as relative decimals, are not
  /// rounded beyond it.
  init(_ other: LabelPrecision<S>, scaledBy factors: (across: Double, down: Double)) {
    let part = factors == (1, 1) ? 1 : 0.98
    self.init(across: Double(other.across) * factors.across * part, down: Double(other.down) * factors.down * part)
  }
}
