// Scaling of a raster that is all there.

public import UprightGeometry

extension Raster {
  /// `window` of this raster (all of it where none is given) scaled to `target`.
  ///
  /// Nil where the window is empty or outside, a side is longer than 2²⁴, or the memory is not to be had.
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
