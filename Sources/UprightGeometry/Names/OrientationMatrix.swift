// An orientation as the linear part of an affine map, in the row-vector form of SVG 1.1 (7.4) and of ISO 14496-12
// (8.3.2).

/// The four integers of an orientation's map, y down: x' = a·x + c·y + tx, y' = b·x + d·y + ty.
public struct OrientationMatrix: OrientationNaming {
  /// x' per x: -1, 0 or 1.
  public let a: Int
  /// y' per x: -1, 0 or 1.
  public let b: Int
  /// x' per y: -1, 0 or 1.
  public let c: Int
  /// y' per y: -1, 0 or 1.
  public let d: Int

  /// The matrix of the tag.
  public init(exif: ExifOrientation) {
    let map = Transform2D(Orientation<Stored, Displayed>(exif: exif), in: PixelSize(width: 0, height: 0))
    (a, b, c, d) = (Int(map.a), Int(map.b), Int(map.c), Int(map.d))
  }

  /// tx and ty, which move a reoriented image of `width` and `height` back to the origin, in any number type.
  package func translation<Number>(width: Number, height: Number, zero: Number) -> (x: Number, y: Number) {
    (a < 0 ? width : c < 0 ? height : zero, b < 0 ? width : d < 0 ? height : zero)
  }

  /// The six numbers in the usual order, with tx and ty as texts.
  func texts(width: String = "W", height: String = "H") -> [String] {
    let shift = translation(width: width, height: height, zero: "0")
    return [a, b, c, d].map { String($0) } + [shift.x, shift.y]
  }
}

extension Orientation {
  /// The orientation of an affine map, whatever its scale and translation, by its signs.
  ///
  /// - Parameter tolerance: The maximum of the numbers that should be 0, relative to the others; the default is
  ///   slightly less than one degree.
  /// - Returns: nil if the map is not one of the eight: 45 degrees, skewed, or degenerate.
  public init?(classifying map: Transform2D<From, To>, tolerance: Double = 1 / 64) {
    let (straight, crossed) = ([map.a, map.d], [map.b, map.c])
    let swaps = map.a.magnitude + map.d.magnitude < map.b.magnitude + map.c.magnitude
    let (large, small) = swaps ? (crossed, straight) : (straight, crossed)
    guard let least = large.map({ $0.magnitude }).min(), least > 0, map.isFinite,
      small.allSatisfy({ $0.magnitude <= tolerance * least })
    else { return nil }
    let signs = large.map { $0 < 0 }
    let found = Self.all.first { candidate in
      let matrix = OrientationMatrix(exif: candidate.tag)
      return candidate.swapsAxes == swaps
        && (swaps ? [matrix.b, matrix.c] : [matrix.a, matrix.d]).map { $0 < 0 } == signs
    }
    guard let found else { return nil }
    self = found
  }
}
