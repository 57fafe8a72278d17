// Whether a region's outline contains more information than its box.

import UprightGeometry

extension Region {
  /// Whether the outline is another shape than the box: a polygon of the box's four corners is not.
  var hasMoreThanBox: Bool {
    switch outline {
    case nil: false
    case .polygon(let polygon): polygon.rings.count != 1 || !areCornersOfBox(polygon.rings[0])
    case .rotated(let rect): !areCornersOfBox(rect.corners)
    case .mask, .line, .points, .ellipse: true
    }
  }

  /// Whether points go around the box's corners once; the first may be repeated at the end.
  private func areCornersOfBox(_ points: [Point2D<S>]) -> Bool {
    let points = points.count == 5 && points.first == points.last ? Array(points.dropLast()) : points
    guard points.count == 4 else { return false }
    let sides = points.map { point in
      (
        isRight: side(point.x, box.x, box.maxX, precision.across),
        isLow: side(point.y, box.y, box.maxY, precision.down)
      )
    }
    guard sides.allSatisfy({ $0.isRight != nil && $0.isLow != nil }) else { return false }
    // Neighbors differ in one of the two, and the corner opposite to the first differs in both.
    return (0..<4).allSatisfy { index in
      let (one, next) = (sides[index], sides[(index + 1) % 4])
      return (one.isRight != next.isRight) != (one.isLow != next.isLow)
    } && sides[0].isRight != sides[2].isRight && sides[0].isLow != sides[2].isLow
  }

  /// Whether a number is the larger edge; nil if it is neither, to the precision of the file's digits.
  private func side(_ value: Double, _ low: Double, _ high: Double, _ tolerance: Float) -> Bool? {
    let tolerance = max(1e-6, Double(tolerance))
    if abs(value - low) <= tolerance { return false }
    return abs(value - high) <= tolerance ? true : nil
  }
}
