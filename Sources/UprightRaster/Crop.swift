// Cropping a rectangle of whole pixels from a raster.

public import UprightGeometry

extension Raster {
  /// The existing pixels of `region`; nil if there are none or if out of memory.
  public func cropped(to region: PixelRect<S>) -> Raster<S>? {
    guard let kept = region.clipped(to: size), var result = Raster(size: kept.size, layout: layout) else { return nil }
    let origin = PixelRect<S>(x: -kept.x, y: -kept.y, width: size.width, height: size.height)
    result.place(self, firstRow: 0, of: size, by: .identity, at: origin)
    return result
  }
}
