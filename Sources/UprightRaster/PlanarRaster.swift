// An image in component planes, as JPEG codes it (ITU T.81, A.1.1; JFIF 1.02): luma, and two chroma planes that may be
// subsampled.

public import UprightGeometry

/// The planes of an image in space `S`: luma, blue and red chroma, 8 bits each, with chroma on its own grid.
///
/// A value: copies share memory until one of them is changed.
public struct PlanarRaster<S: Space>: Sendable, Equatable {
  /// Columns and rows of pixels.
  public let size: PixelSize<S>
  /// The chroma subsampling.
  public let chroma: Subsampling
  /// Luma, blue chroma, red chroma; the chroma grid covers the image in steps of `chroma`.
  public internal(set) var planes: [Raster<S>]

  /// Planes of zeros; nil if out of memory, or if the size does not fit an `Int`.
  public init?(size: PixelSize<S>, chroma: Subsampling) {
    let gray = SampleLayout(.gray)
    let coarse = chroma.covering(size)
    guard let luma = Raster(size: size, layout: gray), let blue = Raster(size: coarse, layout: gray),
      let red = Raster(size: coarse, layout: gray)
    else { return nil }
    self.size = size
    self.chroma = chroma
    planes = [luma, blue, red]
  }

  /// An image of luma, blue and red chroma; nil unless these are gray 8-bit rasters of matching sizes.
  public init?(planes: [Raster<S>], chroma: Subsampling) {
    guard planes.count == 3, planes.allSatisfy({ $0.layout == SampleLayout(.gray) }),
      planes[1].size == chroma.covering(planes[0].size), planes[2].size == planes[1].size
    else { return nil }
    size = planes[0].size
    self.chroma = chroma
    self.planes = planes
  }

  /// The subsampling of each plane.
  var steps: [Subsampling] { [.none, chroma, chroma] }

  /// Bytes of the planes of an image of `size`; saturates at the largest integer.
  public static func byteCount(size: PixelSize<S>, chroma: Subsampling) -> Int {
    let coarse = (chroma.covering(size).pixelCount ?? .max).multipliedSaturating(2)
    return (size.pixelCount ?? .max).addingSaturating(coarse)
  }

  /// The image after `orientation`; nil if out of memory.
  ///
  /// Chroma moves in whole samples, as in `place`; ``alignChroma(_:)`` resamples it where an edge that becomes left or
  /// top is inside a sample.
  public func oriented<To: Space>(by orientation: Orientation<S, To>) -> PlanarRaster<To>? {
    guard
      var result = PlanarRaster<To>(size: orientation.applied(to: size), chroma: chroma.applying(orientation))
    else { return nil }
    result.place(self, firstRow: 0, of: size, by: orientation)
    return result
  }

  /// Writes a band of an image's rows to their places after `orientation`.
  ///
  /// `band` contains rows `firstRow`… of an image of `size`, which after `orientation` is this one, chroma included.
  /// Chroma moves in whole samples. If an edge that becomes left or top is inside a sample, colors are shifted by a
  /// fraction of a sample until ``alignChroma(_:)``. Every band after the image's first must begin between samples.
  ///
  /// - Returns: false, with at most some planes changed, if the memory is shared and cannot be copied.
  @discardableResult
  public mutating func place<From: Space>(
    _ band: PlanarRaster<From>, firstRow: Int, of size: PixelSize<From>, by orientation: Orientation<From, S>
  ) -> Bool {
    precondition(
      self.size == orientation.applied(to: size) && chroma == band.chroma.applying(orientation),
      "a band of another image")
    for (plane, step) in band.steps.enumerated() {
      let target = planes[plane].size.bounds
      guard
        planes[plane].place(
          band.planes[plane], firstRow: step.row(of: firstRow), of: step.covering(size), by: orientation, at: target)
      else { return false }
    }
    return true
  }

  /// Changes both planes of chroma; returns false, without a further change, after the first failure.
  mutating func changeChroma(_ body: (inout Raster<S>) -> Bool) -> Bool {
    planes.indices.dropFirst().allSatisfy { body(&planes[$0]) }
  }

  /// Ensures that the memory is not shared before writing; returns false if it cannot be copied.
  mutating func ownMemory() -> Bool { planes.indices.allSatisfy { planes[$0].ownMemory() } }
}

// How much coarser the chroma grid is than the luma grid (ITU T.81, A.1.1; JFIF 1.02 defines its sample positions).

/// Luma samples per chroma sample, horizontally and vertically: 2 × 2 is "4:2:0", 2 × 1 "4:2:2", 1 × 2 "4:4:0", 1 × 1
/// "4:4:4".
///
/// A chroma sample is centered on the pixels that it covers; at the far edges it may cover fewer.
public struct Subsampling: Hashable, Sendable {
  /// Luma samples per chroma sample horizontally: 1, 2 or 4.
  public let horizontal: Int
  /// Luma samples per chroma sample vertically: 1, 2 or 4.
  public let vertical: Int

  /// Horizontally and vertically.
  public init(horizontal: Int, vertical: Int) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// Chroma at full resolution.
  public static var none: Subsampling { Subsampling(horizontal: 1, vertical: 1) }

  /// The same in the axes of an image reoriented by `orientation`.
  public func applying<From: Space, To: Space>(_ orientation: Orientation<From, To>) -> Subsampling {
    orientation.swapsAxes ? Subsampling(horizontal: vertical, vertical: horizontal) : self
  }

  /// The samples needed to cover pixels of `size`; the last ones may be partial.
  public func covering<S: Space>(_ size: PixelSize<S>) -> PixelSize<S> {
    PixelSize(width: Self.count(size.width, by: horizontal), height: Self.count(size.height, by: vertical))
  }

  /// The sample of the first whole group of pixels from row `row`.
  func row(of row: Int) -> Int { Self.count(row, by: vertical) }

  private static func count(_ pixels: Int, by step: Int) -> Int {
    let (whole, rest) = pixels.quotientAndRemainder(dividingBy: step)
    return rest > 0 ? whole + 1 : whole
  }
}

// Chroma of an image whose left or top edge is inside a chroma sample, as after mirroring an odd side (JFIF 1.02: a
// sample is centered on its pixels).

/// How many pixels the first chroma sample begins before an image's left and top edges.
///
/// A JPEG's first sample begins at the edges, so chroma with an overhang must be resampled.
public struct ChromaOverhang: Hashable, Sendable {
  /// Pixels before the left edge.
  public let left: Int
  /// Pixels above the top edge.
  public let top: Int

  /// Pixels before the left edge, and above the top edge.
  public init(left: Int, top: Int) {
    self.left = left
    self.top = top
  }

  /// Chroma that begins at both edges.
  public static var none: ChromaOverhang { ChromaOverhang(left: 0, top: 0) }
}

extension Subsampling {
  /// The overhang of `region`, a part of an image with this subsampling, after `orientation`.
  ///
  /// Nil if both edges of an axis are inside chroma samples. Then the samples are one more than the result can have.
  public func overhang<From: Space, To: Space>(
    of region: PixelRect<From>, reorientedBy orientation: Orientation<From, To>
  ) -> ChromaOverhang? {
    let reversed = orientation.reversesFromAxes
    guard
      let across = Self.overhang(from: region.x, to: region.maxX, by: horizontal, isReversed: reversed.horizontal),
      let down = Self.overhang(from: region.y, to: region.maxY, by: vertical, isReversed: reversed.vertical)
    else { return nil }
    return orientation.swapsAxes ? ChromaOverhang(left: down, top: across) : ChromaOverhang(left: across, top: down)
  }

  private static func overhang(from start: Int, to end: Int, by step: Int, isReversed: Bool) -> Int? {
    let (before, after) = (start % step, (step - end % step) % step)
    guard before == 0 || after == 0 else { return nil }
    return isReversed ? after : before
  }
}

extension PlanarRaster {
  /// Resamples chroma so that its first sample begins at the left and top edges; until then, it begins `overhang`
  /// before them.
  ///
  /// - Returns: false, with at most some planes changed, if out of memory.
  public mutating func alignChroma(_ overhang: ChromaOverhang) -> Bool {
    guard overhang != .none else { return true }
    let shift = (
      across: Double(overhang.left) / Double(chroma.horizontal), down: Double(overhang.top) / Double(chroma.vertical)
    )
    return changeChroma { $0.resample(from: shift, filter: Self.aligningFilter) }
  }

  /// The maximum bytes that ``alignChroma(_:)`` keeps besides the planes; saturates at `Int.max`.
  public static func aligningBytes(size: PixelSize<S>, chroma: Subsampling) -> Int {
    let coarse = chroma.covering(size)
    return Resampler<S>.workingBytes(from: coarse, to: coarse, layout: SampleLayout(.gray), filter: aligningFilter)
  }

  /// The filter whose result decoders display nearest to the source: 0.1 to 1 dB of chroma above a linear one.
  private static var aligningFilter: ResampleFilter { .lanczos3 }
}
