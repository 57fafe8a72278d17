// Scaling of a complete raster.

public import UprightGeometry

extension Raster {
  /// `window` of this raster (all of it by default) scaled to `target`.
  ///
  /// Nil if the window is empty or outside, if a side is longer than 2²⁴, or if out of memory.
  public func resized(
    to target: PixelSize<S>, window: Rect2D<S>? = nil, filter: ResampleFilter = .lanczos3
  ) -> Raster<S>? {
    guard
      var resampler = Resampler(
        from: size, window: window ?? size.bounds.rect, to: target, layout: layout, filter: filter)
    else { return nil }
    resampler.push(self, firstRow: 0)
    return resampler.finish()
  }
}
