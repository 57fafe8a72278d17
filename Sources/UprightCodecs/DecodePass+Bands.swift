// Shared by decoders: valid regions, and the bands of rows that they deliver.

package import Upright

extension PixelRect<Stored> {
  /// Checks that the region is inside an image of this size.
  ///
  /// - Throws: `.unanswerable`.
  package func check(inside size: (width: Int, height: Int)) throws(UprightError) {
    guard x >= 0, y >= 0, width > 0, height > 0, width <= size.width - x, height <= size.height - y
    else { throw .unanswerable(field: "region", reason: "\(self) is not inside \(size.width)x\(size.height)") }
  }
}

extension DecodePass {
  /// Calls `body` with an empty band for the next rows of the pass, and the index of the first, until the pass is
  /// complete.
  ///
  /// - Throws: `.codec` if there is no memory for a band, and errors of `body`.
  package func bands(
    _ format: ContainerFormat, _ body: (inout Raster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) {
    var rows = try emptyBand(of: min(Self.bandRows, size.height), format)
    for first in stride(from: 0, to: size.height, by: Self.bandRows) {
      let left = size.height - first
      if left < rows.size.height { rows = try emptyBand(of: left, format) }
      try body(&rows, first)
    }
  }

  /// A band of this many rows.
  ///
  /// - Throws: `.codec` if there is no memory for it.
  func emptyBand(of rows: Int, _ format: ContainerFormat) throws(UprightError) -> Raster<Decoded> {
    guard let band = Raster(size: PixelSize<Decoded>(width: size.width, height: rows), layout: layout) else {
      throw .outOfMemory
    }
    return band
  }
}
