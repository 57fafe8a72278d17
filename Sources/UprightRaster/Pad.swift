// Placing a raster in a larger one of a single color.

public import UprightGeometry

extension Raster {
  /// A raster of `size` with this one at the top left corner of `place`, and `fill` elsewhere.
  ///
  /// What does not fit in `place` or the new size is clipped. `fill` has one sample per channel.
  ///
  /// - Returns: nil if `fill` has another number of samples, or if out of memory.
  public func padded(to size: PixelSize<S>, at place: PixelRect<S>, fill: [UInt16]) -> Raster<S>? {
    guard fill.count == layout.channels.count, fill.allSatisfy({ $0 <= layout.depth.maximum }),
      var result = Raster(size: size, layout: layout)
    else { return nil }
    result.fill(fill)
    result.place(self, firstRow: 0, of: self.size, by: .identity, at: place)
    return result
  }
}
