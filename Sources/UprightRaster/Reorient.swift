// The eight orientations on pixels (TIFF 6.0, tag 274): whole images, and bands from a decoder.

public import UprightGeometry

extension Raster {
  /// The image after `orientation`; nil if out of memory. The identity needs no memory.
  public func oriented<To: Space>(by orientation: Orientation<S, To>) -> Raster<To>? {
    if orientation.isIdentity { return Raster<To>(sharing: self) }
    let turned = orientation.applied(to: size)
    guard var result = Raster<To>(size: turned, layout: layout) else { return nil }
    result.place(self, firstRow: 0, of: size, by: orientation, at: turned.bounds)
    return result
  }

  /// Writes a band of an image's rows to their places after `orientation`.
  ///
  /// `band` contains rows `firstRow`… of an image of `size`. After `orientation`, that image covers `origin` of this
  /// raster from its top left corner; what is outside `origin`, `size` or this raster is clipped. The band must have
  /// the image's width and this raster's layout.
  ///
  /// - Returns: false, with nothing changed, if the memory is shared and cannot be copied.
  @discardableResult
  public mutating func place<From: Space>(
    _ band: Raster<From>, firstRow: Int, of size: PixelSize<From>, by orientation: Orientation<From, S>,
    at origin: PixelRect<S>
  ) -> Bool {
    place(band, firstRow: firstRow, of: size, by: orientation, at: origin, kernels: .best)
  }

  /// The same with a given set of inner loops.
  mutating func place<From: Space>(
    _ band: Raster<From>, firstRow: Int, of size: PixelSize<From>, by orientation: Orientation<From, S>,
    at origin: PixelRect<S>, kernels: Kernels
  ) -> Bool {
    precondition(band.layout == layout && band.size.width == size.width, "a band of another image")
    guard ownMemory() else { return false }
    let whole = orientation.applied(to: size)
    let covered = PixelRect<S>(
      x: origin.x, y: origin.y, width: min(origin.width, whole.width), height: min(origin.height, whole.height))
    guard let visible = covered.clipped(to: self.size) else { return true }
    let wanted = PixelRect<S>(
      x: visible.x - origin.x, y: visible.y - origin.y, width: visible.width, height: visible.height
    ).applying(orientation.inverse, in: whole)
    let top = max(wanted.y, firstRow)
    let bottom = min(wanted.maxY, firstRow + band.size.height)
    guard bottom > top else { return true }
    let back = orientation.inverse
    let written = PixelRect<From>(x: wanted.x, y: top, width: wanted.width, height: bottom - top)
      .applying(orientation, in: size)

    let index = { (x: Int, y: Int) -> Int in
      let spot = PixelRect<S>(x: x, y: y, width: 1, height: 1).applying(back, in: whole)
      return (spot.y - firstRow) * size.width + spot.x
    }
    let first = index(written.x, written.y)
    storage.move(
      PixelWalk(
        columns: written.width, rows: written.height,
        target: (written.y + origin.y) * self.size.width + written.x + origin.x, targetRowStep: self.size.width,
        source: first, sourceColumnStep: index(written.x + 1, written.y) - first,
        sourceRowStep: index(written.x, written.y + 1) - first),
      of: layout.bytesPerPixel, from: band.storage, by: kernels)
    return true
  }
}
