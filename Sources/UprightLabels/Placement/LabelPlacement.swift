// Where labels are in a result that shows a part of an image, reoriented and scaled: the map that its pixels follow, and
// its edges.

public import UprightGeometry

/// The place of an image's pixels in a result.
public struct LabelPlacement<S: Space>: Hashable, Sendable {
  /// The size of the result.
  public let size: PixelSize<Output>
  /// The map of continuous coordinates.
  public let map: Transform2D<S, Output>
  /// How an axis of the result runs along one of the image.
  let orientation: Orientation<S, Output>
  /// How much longer the sides of a reoriented region become.
  let scale: Size2D<Output>

  /// nil if the map is not made of quarter turns, mirrors, scaling and translation, or the result is empty.
  public init?(_ map: Transform2D<S, Output>, size: PixelSize<Output>) {
    let swaps = map.a == 0 && map.d == 0
    guard swaps || map.b == 0 && map.c == 0, let orientation = Self.orientation(map, swaps), !size.isEmpty,
      [map.a, map.b, map.c, map.d, map.tx, map.ty].allSatisfy({ $0.isFinite })
    else { return nil }
    (self.map, self.size, self.orientation) = (map, size, orientation)
    scale =
      swaps
      ? Size2D(width: map.c.magnitude, height: map.b.magnitude)
      : Size2D(width: map.a.magnitude, height: map.d.magnitude)
  }

  /// The orientation whose map has the same signs.
  private static func orientation(_ map: Transform2D<S, Output>, _ swaps: Bool) -> Orientation<S, Output>? {
    func sign(_ value: Double) -> Int { value == 0 ? 0 : value < 0 ? -1 : 1 }
    let signs = [map.a, map.b, map.c, map.d].map(sign)
    guard signs.count(where: { $0 != 0 }) == 2 else { return nil }
    return Orientation.all.first { orientation in
      let own = Transform2D(orientation, in: PixelSize<S>(width: 1, height: 1))
      return [own.a, own.b, own.c, own.d].map(sign) == signs
    }
  }

  /// The edges of the result.
  var bounds: Rect2D<Output> { size.bounds.rect }

  /// Whether both sides are scaled alike, so that angles stay.
  var keepsAngles: Bool { scale.width == scale.height }
}

/// How regions at a result's edges are treated.
public struct LabelClipping: Hashable, Sendable {
  /// What a rotated box becomes if an edge cuts it.
  public enum RotatedBox: String, Hashable, Sendable, CaseIterable {
    /// The smallest rotated box around what is left.
    case fit
    /// The same, with corners outside the result.
    case keep
  }

  /// The share of a region's area that must be inside the result, 0…1; others are left out.
  public var minVisible: Double
  /// What a rotated box becomes.
  public var rotatedBox: RotatedBox
  /// Whether polygons of four corners are rotated boxes, as in YOLO's rows of four corners.
  public var areCornersBoxes: Bool

  /// Regions of which anything is left are kept, and rotated boxes are fitted.
  public init(minVisible: Double = 0, rotatedBox: RotatedBox = .fit, areCornersBoxes: Bool = false) {
    (self.minVisible, self.rotatedBox, self.areCornersBoxes) = (minVisible, rotatedBox, areCornersBoxes)
  }
}

extension LabelledImage {
  /// The labels of a result of the image, and the indices of the regions that the result does not show.
  public func placed(
    _ placement: LabelPlacement<S>, as name: String, _ clipping: LabelClipping = LabelClipping()
  ) -> (image: LabelledImage<Output>, hidden: Set<Int>) {
    var (shown, hidden): ([Region<Output>], Set<Int>) = ([], [])
    for (index, region) in regions.enumerated() {
      let parts = region.placed(placement, clipping)
      if parts.isEmpty { hidden.insert(index) }
      shown += parts
    }
    return (LabelledImage<Output>(name: name, size: placement.size, regions: shown), hidden)
  }
}
