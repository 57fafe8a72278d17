// The eight orientations on pixels (TIFF 6.0, tag 274): whole images, and bands from a decoder. Cropping and padding
// place pixels too.

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

// Cropping a rectangle of whole pixels from a raster.

extension Raster {
  /// The existing pixels of `region`; nil if there are none or if out of memory.
  public func cropped(to region: PixelRect<S>) -> Raster<S>? {
    guard let kept = region.clipped(to: size), var result = Raster(size: kept.size, layout: layout) else { return nil }
    let origin = PixelRect<S>(x: -kept.x, y: -kept.y, width: size.width, height: size.height)
    result.place(self, firstRow: 0, of: size, by: .identity, at: origin)
    return result
  }
}

// Placing a raster in a larger one of a single color.

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
