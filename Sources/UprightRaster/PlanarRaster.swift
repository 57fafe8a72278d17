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
  public private(set) var planes: [Raster<S>]

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
