// The spaces of `map`, by their names on the command line.

package import Upright

/// A space that is chosen at run time.
package enum SpaceName: String, CaseIterable, Sendable {
  /// Points of the view that shows the image.
  case viewport
  /// Pixels of the displayed image.
  case displayed
  /// Pixels of the stored image.
  case stored
  /// 0…1 across the displayed image, from the top left.
  case normalized
  /// 0…1 across the displayed image, from the lower left, y upward.
  case vision
  /// A region in whole displayed pixels (IIIF Image API 3.0, 4.1).
  case iiif

  /// Whether it is 0…1 across the displayed image: between two such spaces, the image's size does not matter.
  package var isFraction: Bool { self == .normalized || self == .vision }

  /// Whether its unit is the image's pixel.
  package var isOfPixels: Bool { self == .displayed || self == .stored || self == .iiif }
}

/// The space that `--from` names: the input.
package enum FromSpace: Space {}

/// The space that `--to` names: the output.
package enum Wanted: Space {}

extension Rect2D {
  /// The same numbers in the given space.
  package func named<Named: Space>(_: Named.Type) -> Rect2D<Named> where S == FromSpace {
    Rect2D<Named>(x: x, y: y, width: width, height: height)
  }

  /// The same numbers in the space that `--to` names.
  package var inToSpace: Rect2D<Wanted> { Rect2D<Wanted>(x: x, y: y, width: width, height: height) }

  /// The top left corner; the lower left one if y points up.
  package var origin: Point2D<S> { Point2D(x: x, y: y) }

  /// Whether each edge is a finite number.
  package var isFinite: Bool { x.isFinite && y.isFinite && maxX.isFinite && maxY.isFinite }
}
