// Boxes and points between the two grids of an image, four or two numbers each (Sources/UprightGeometry/Design.md).

import UprightGeometry

/// The map from one grid of an image to the other.
enum GridMap {
  case toDisplayed(Orientation<Stored, Displayed>, PixelSize<Stored>)
  case toStored(Orientation<Displayed, Stored>, PixelSize<Displayed>)

  /// The map for an image with this orientation and stored size.
  init(_ tag: ExifOrientation, storedSize: PixelSize<Stored>, toStored: Bool) {
    let orientation = Orientation<Stored, Displayed>(exif: tag)
    self =
      toStored
      ? .toStored(orientation.inverse, orientation.applied(to: storedSize)) : .toDisplayed(orientation, storedSize)
  }

  /// A box of left, top, width and height.
  func box(_ box: SIMD4<Double>) -> SIMD4<Double> {
    switch self {
    case .toDisplayed(let orientation, let size): Self.box(box, orientation, size)
    case .toStored(let orientation, let size): Self.box(box, orientation, size)
    }
  }

  /// A box of left, top, right and bottom.
  func corners(_ box: SIMD4<Double>) -> SIMD4<Double> {
    let (one, other) = (point(box.lowHalf), point(box.highHalf))
    return SIMD4(columns: Self.ordered(one.x, other.x), rows: Self.ordered(one.y, other.y))
  }

  /// A point. It is mapped as a box without extent: nothing is multiplied, so infinity stays infinity.
  func point(_ point: SIMD2<Double>) -> SIMD2<Double> {
    box(SIMD4(lowHalf: point, highHalf: .zero)).lowHalf
  }

  private static func box<From: Space, To: Space>(
    _ box: SIMD4<Double>, _ orientation: Orientation<From, To>, _ size: PixelSize<From>
  ) -> SIMD4<Double> {
    let mapped = Rect2D<From>(x: box.x, y: box.y, width: box.z, height: box.w).applying(orientation, in: size)
    return SIMD4(mapped.x, mapped.y, mapped.width, mapped.height)
  }

  /// Both numbers, the smaller one first; with NaN, as they are.
  private static func ordered(_ one: Double, _ other: Double) -> SIMD2<Double> {
    other < one ? SIMD2(other, one) : SIMD2(one, other)
  }
}

extension SIMD4<Double> {
  /// Left, top, right and bottom.
  fileprivate init(columns: SIMD2<Double>, rows: SIMD2<Double>) {
    self.init(columns.x, rows.x, columns.y, rows.y)
  }
}
