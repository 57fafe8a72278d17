// The spaces that `map` knows, by the words that are typed for them.

import ArgumentParser
import Upright
import UprightBatch

/// A space that is chosen when the program runs.
enum SpaceName: String, CaseIterable, ExpressibleByArgument {
  /// Points of the view that shows the picture.
  case viewport
  /// Pixels of the picture as a person sees it.
  case displayed
  /// Pixels as the file holds them.
  case stored
  /// 0…1 across the displayed picture, from the top left.
  case normalized
  /// 0…1 across the displayed picture, from the lower left, y upwards.
  case vision
  /// A region in whole displayed pixels (IIIF Image API 3.0, 4.1).
  case iiif

  /// Whether it is 0…1 across the displayed picture: between two such the picture's size does not matter.
  var isFraction: Bool { self == .normalized || self == .vision }

  /// Whether its unit is the picture's pixel.
  var isOfPixels: Bool { self == .displayed || self == .stored || self == .iiif }
}

/// The space that `--from` names, where rectangles come from.
enum FromSpace: Space {}

/// The space that `--to` names, where rectangles go.
enum Wanted: Space {}

extension Rect2D {
  /// The same numbers in the space that was named for them.
  func named<Named: Space>(_: Named.Type) -> Rect2D<Named> where S == FromSpace {
    Rect2D<Named>(x: x, y: y, width: width, height: height)
  }

  /// The same numbers in the space that `--to` names.
  var inToSpace: Rect2D<Wanted> { Rect2D<Wanted>(x: x, y: y, width: width, height: height) }

  /// The top left corner; where y runs upwards, the lower left one.
  var origin: Point2D<S> { Point2D(x: x, y: y) }

  /// Whether each edge is a finite number.
  var isFinite: Bool { x.isFinite && y.isFinite && maxX.isFinite && maxY.isFinite }
}
