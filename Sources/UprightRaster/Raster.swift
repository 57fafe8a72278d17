// A grid of pixels in memory that knows its space.

public import UprightGeometry

/// Pixels of a grid in space `S`, row by row from the top, samples side by side, rows without gaps.
///
/// A value: copies share memory until one of them is changed.
public struct Raster<S: Space>: Sendable {
  /// Columns and rows.
  public let size: PixelSize<S>
  /// Channels and depth.
  public let layout: SampleLayout
  var storage: SampleStorage

  /// A grid of zeros, or nil where the memory is not to be had or the size does not fit an `Int`.
  public init?(size: PixelSize<S>, layout: SampleLayout) {
    guard !size.isEmpty, let pixels = size.pixelCount else { return nil }
    let (bytes, overflow) = pixels.multipliedReportingOverflow(by: layout.bytesPerPixel)
    guard !overflow, let storage = SampleStorage(byteCount: bytes) else { return nil }
    self.size = size
    self.layout = layout
    self.storage = storage
  }

  /// Bytes from one row to the next.
  public var bytesPerRow: Int { size.width * layout.bytesPerPixel }
}
