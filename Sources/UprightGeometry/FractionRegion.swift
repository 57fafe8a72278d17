// The pixels that a region in fractions or percent of an image means (IIIF Image API 3.0, 4.1): one rule for addresses,
// command lines and jobs.

extension Rect2D {
  /// The pixels of an image of `size` that a region in fractions of its sides means.
  ///
  /// Each edge goes to the nearest pixel, halves right and down, so that regions that touch share an edge. At least one
  /// pixel is left, unless the region has no width or height, or begins beyond the image's right or lower edge. It is
  /// not clipped.
  public func region<Base: Space>(in size: PixelSize<Base>) -> PixelRect<Base> where S == Normalized<Base> {
    let columns = Self.span(x, x + width, of: size.width, hasPixels: width > 0)
    let rows = Self.span(y, y + height, of: size.height, hasPixels: height > 0)
    return PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
  }

  private static func span(_ first: Double, _ last: Double, of side: Int, hasPixels: Bool) -> Range<Int> {
    let (low, high) = (nearest(first * Double(side)), nearest(last * Double(side)))
    guard hasPixels, !first.isNaN else { return low..<low }
    let begin = first < 1 ? min(low, side - 1) : low
    return begin..<max(begin + 1, high)
  }

  /// No image has a side of as many pixels; beyond, arithmetic on edges could overflow, where `Int` has 32 bits too.
  private static var farthest: Double { min(1e12, Double(Int.max / 4)) }

  private static func nearest(_ edge: Double) -> Int {
    let rounded = PixelRounding.nearest.low(edge)
    return rounded.isNaN ? 0 : Int(max(-farthest, min(farthest, rounded)))
  }
}
