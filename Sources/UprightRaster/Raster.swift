// A pixel grid in memory with its coordinate space.

public import UprightGeometry

/// Pixels of a grid in space `S`, row by row from the top, interleaved, without gaps between rows.
///
/// A value: copies share memory until one of them is changed.
public struct Raster<S: Space>: Sendable {
  /// Columns and rows.
  public let size: PixelSize<S>
  /// Channels and depth.
  public let layout: SampleLayout
  var storage: SampleStorage

  /// A grid of zeros; nil if out of memory, or if the size does not fit an `Int`.
  public init?(size: PixelSize<S>, layout: SampleLayout) {
    guard !size.isEmpty, let pixels = size.pixelCount else { return nil }
    let (bytes, overflow) = pixels.multipliedReportingOverflow(by: layout.bytesPerPixel)
    guard !overflow, let storage = SampleStorage(byteCount: bytes) else { return nil }
    self.size = size
    self.layout = layout
    self.storage = storage
  }

  /// A grid with these bytes, row by row from the top; nil if their number does not match.
  public init?(size: PixelSize<S>, layout: SampleLayout, bytes: [UInt8]) {
    let (needed, overflow) = (size.pixelCount ?? 0).multipliedReportingOverflow(by: layout.bytesPerPixel)
    guard !overflow, needed == bytes.count else { return nil }
    self.init(size: size, layout: layout)
    storage.setBytes(bytes)
  }

  /// The same pixels in another space; both share their memory until one of them is changed.
  init<Other: Space>(sharing other: Raster<Other>) {
    size = PixelSize(width: other.size.width, height: other.size.height)
    layout = other.layout
    storage = other.storage
  }

  /// Bytes from one row to the next.
  public var bytesPerRow: Int { size.width * layout.bytesPerPixel }

  /// All bytes, row by row from the top; 16-bit samples in native byte order.
  public var bytes: [UInt8] { storage.bytes }

  /// One sample: column `x`, row `y` and `channel` must be inside.
  public func sample(x: Int, y: Int, channel: Int) -> UInt16 {
    storage.sample(at: index(x: x, y: y, channel: channel), layout.depth)
  }

  /// Changes one sample: column `x`, row `y` and `channel` must be inside, the value within the depth.
  ///
  /// - Returns: false, with nothing changed, if the memory is shared and cannot be copied.
  @discardableResult
  public mutating func setSample(_ value: UInt16, x: Int, y: Int, channel: Int) -> Bool {
    let place = index(x: x, y: y, channel: channel)
    guard ownMemory() else { return false }
    storage.setSample(value, at: place, layout.depth)
    return true
  }

  /// The samples of one pixel in channel order: column `x` and row `y` must be inside.
  public func pixel(x: Int, y: Int) -> [UInt16] {
    (0..<layout.channels.count).map { sample(x: x, y: y, channel: $0) }
  }

  /// Sets every pixel to these samples, one per channel.
  ///
  /// - Returns: false, with nothing changed, if the memory is shared and cannot be copied.
  @discardableResult
  public mutating func fill(_ samples: [UInt16]) -> Bool {
    precondition(samples.count == layout.channels.count, "one sample per channel")
    guard ownMemory() else { return false }
    for (channel, value) in samples.enumerated() { storage.setSample(value, at: channel, layout.depth) }
    storage.repeatPrefix(layout.bytesPerPixel)
    return true
  }

  /// Overwrites row `y`; returns false if there is no such row, if `bytes` are not one, or if out of memory.
  package mutating func setRow(_ y: Int, _ bytes: [UInt8]) -> Bool {
    let length = size.width * layout.bytesPerPixel
    guard 0..<size.height ~= y, bytes.count == length, ownMemory() else { return false }
    storage.setBytes(bytes, at: y * length)
    return true
  }

  /// The existing rows of `range`; nil if there are none or if out of memory.
  public func rows(_ range: Range<Int>) -> Raster<S>? {
    let held = range.clamped(to: 0..<size.height)
    return cropped(to: PixelRect(x: 0, y: held.lowerBound, width: size.width, height: held.count))
  }

  /// Ensures that the memory is not shared before writing; returns false if it cannot be copied.
  mutating func ownMemory() -> Bool {
    if isKnownUniquelyReferenced(&storage) { return true }
    guard let own = storage.copy() else { return false }
    storage = own
    return true
  }

  private func index(x: Int, y: Int, channel: Int) -> Int {
    precondition(
      0..<size.width ~= x && 0..<size.height ~= y && 0..<layout.channels.count ~= channel, "outside the raster")
    return (y * size.width + x) * layout.channels.count + channel
  }
}

extension Raster: Equatable {
  /// Whether size, layout and every sample are equal.
  public static func == (one: Self, other: Self) -> Bool {
    one.size == other.size && one.layout == other.layout && one.storage.holdsSameBytes(as: other.storage)
  }
}

// The eight orientations on pixels (TIFF 6.0, tag 274): whole images, and bands from a decoder. Cropping and padding
// place pixels too.
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
