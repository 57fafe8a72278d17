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

  /// Samples the raster again in place: a result's pixel is `shift` of a pixel to the right and below its own position.
  ///
  /// Both parts of `shift` are from 0 to 1; an axis whose part is 0 stays exactly as it is.
  ///
  /// - Returns: false, with nothing changed, if a side is longer than 2²⁴ or if out of memory.
  mutating func resample(
    from shift: (across: Double, down: Double), filter: ResampleFilter, kernels: Kernels = .best
  ) -> Bool {
    guard let horizontal = ResampleTaps(shift: shift.across, of: size.width, filter: filter),
      let vertical = ResampleTaps(shift: shift.down, of: size.height, filter: filter),
      let rows = RowFilter(columns: size.width, horizontal, vertical, layout: layout, kernels: kernels), ownMemory()
    else { return false }
    // A result's row is written after all rows that it needs, so none is overwritten before it is read.
    for first in stride(from: 0, to: size.height, by: RowFilter.rowsAtOnce) {
      let count = min(RowFilter.rowsAtOnce, size.height - first)
      rows.take(count, of: storage, at: first * bytesPerRow, step: bytesPerRow)
      let finished = rows.nextResults()
      rows.write(finished, to: storage, at: finished.lowerBound * bytesPerRow, step: bytesPerRow)
    }
    return true
  }
}
