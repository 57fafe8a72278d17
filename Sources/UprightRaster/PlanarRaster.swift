// A picture in component planes, as JPEG codes it (ITU T.81, A.1.1; JFIF 1.02): luma, and two of chroma that may be coarser.

public import UprightGeometry

/// The planes of a picture in space `S`: luma, blue and red chroma, 8 bits each, chroma on a grid of its own.
///
/// A value: copies share memory until one of them is changed.
public struct PlanarRaster<S: Space>: Sendable, Equatable {
  /// Columns and rows of pixels.
  public let size: PixelSize<S>
  /// How much coarser chroma is.
  public let chroma: Subsampling
  /// Luma, blue chroma, red chroma; the grid of the latter two covers the picture in steps of `chroma`.
  public private(set) var planes: [Raster<S>]

  /// Planes of zeros, or nil where the memory is not to be had or the size does not fit an `Int`.
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

  /// A picture of luma, blue and red chroma, or nil where these are not gray rasters of 8 bits whose sizes fit.
  public init?(planes: [Raster<S>], chroma: Subsampling) {
    guard planes.count == 3, planes.allSatisfy({ $0.layout == SampleLayout(.gray) }),
      planes[1].size == chroma.covering(planes[0].size), planes[2].size == planes[1].size
    else { return nil }
    size = planes[0].size
    self.chroma = chroma
    self.planes = planes
  }

  /// How much coarser each plane is than the picture.
  var steps: [Subsampling] { [.none, chroma, chroma] }

  /// Bytes of the planes of a picture of `size`, or the largest integer where they cannot be counted.
  public static func byteCount(size: PixelSize<S>, chroma: Subsampling) -> Int {
    let coarse = (chroma.covering(size).pixelCount ?? .max).multipliedSaturating(2)
    return (size.pixelCount ?? .max).addingSaturating(coarse)
  }

  /// The picture after `orientation`, or nil where the memory is not to be had.
  ///
  /// The edges that become left and top must lie between chroma samples, as in `place`.
  public func oriented<To: Space>(by orientation: Orientation<S, To>) -> PlanarRaster<To>? {
    guard
      var result = PlanarRaster<To>(size: orientation.applied(to: size), chroma: chroma.applying(orientation))
    else { return nil }
    result.place(self, firstRow: 0, of: size, by: orientation)
    return result
  }

  /// Writes a band of a picture's rows to where `orientation` carries them.
  ///
  /// `band` holds rows `firstRow`… of a picture of `size`, which after `orientation` is this one, chroma included.
  /// Of the picture, the edges that become left and top here must lie between chroma samples, or else colours are
  /// displaced by part of one; a band but the picture's first must begin between them too.
  ///
  /// - Returns: false, and at most some planes changed, where the memory is shared and no copy of it is to be had.
  @discardableResult
  public mutating func place<From: Space>(
    _ band: PlanarRaster<From>, firstRow: Int, of size: PixelSize<From>, by orientation: Orientation<From, S>
  ) -> Bool {
    precondition(
      self.size == orientation.applied(to: size) && chroma == band.chroma.applying(orientation),
      "a band of another picture")
    for (plane, step) in band.steps.enumerated() {
      let target = planes[plane].size.bounds
      guard
        planes[plane].place(
          band.planes[plane], firstRow: step.row(of: firstRow), of: step.covering(size), by: orientation, at: target)
      else { return false }
    }
    return true
  }

  /// Makes sure that nobody else sees what is written next; false where no copy is to be had.
  mutating func ownMemory() -> Bool { planes.indices.allSatisfy { planes[$0].ownMemory() } }
}
