// Laying a raster into a larger one of a single colour.

public import UprightGeometry

extension Raster {
  /// A raster of `size` in which this one lies at the top left corner of `place` and the rest is `fill`.
  ///
  /// What does not fit `place` or the new size is cut off. `fill` has one sample per channel.
  ///
  /// - Returns: nil where `fill` has another number of samples or the memory is not to be had.
  public func padded(to size: PixelSize<S>, at place: PixelRect<S>, fill: [UInt16]) -> Raster<S>? {
    guard fill.count == layout.channels.count, fill.allSatisfy({ $0 <= layout.depth.maximum }),
      var result = Raster(size: size, layout: layout)
    else { return nil }
    result.fill(fill)
    result.place(self, firstRow: 0, of: self.size, by: .identity, at: place)
    return result
  }
}
