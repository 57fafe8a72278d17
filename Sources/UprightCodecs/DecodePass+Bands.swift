// Shared by decoders: valid regions, and the bands of rows that they deliver.

package import Upright

extension PixelRect<Stored> {
  /// The region in a part that was cut out at `bounds`.
  func moved(into bounds: PixelRect<Stored>) -> Self {
    PixelRect(x: x - bounds.x, y: y - bounds.y, width: width, height: height)
  }

  /// Checks that the region is inside an image of this size.
  ///
  /// - Throws: `.unanswerable`.
  package func check(inside size: (width: Int, height: Int)) throws(UprightError) {
    guard x >= 0, y >= 0, width > 0, height > 0, width <= size.width - x, height <= size.height - y
    else { throw .unanswerable(field: "region", reason: "\(self) is not inside \(size.width)x\(size.height)") }
  }
}

extension DecodePass {
  /// Checks that the pass is one of a decoder that reduces to 1/1, 1/2, 1/4 and 1/8: its region is inside an image of this
  /// size, and its edges are multiples of the denominator or the image's own.
  ///
  /// - Throws: `.unanswerable`.
  func check(inside size: (width: Int, height: Int), _ format: ContainerFormat) throws(UprightError) {
    guard [1, 2, 4, 8].contains(denominator) else {
      throw .unanswerable(field: "denominator", reason: "\(format.name) decodes to 1/1, 1/2, 1/4 and 1/8")
    }
    try region.check(inside: size)
    func isMultiple(_ edge: Int) -> Bool { edge % denominator == 0 }
    guard isMultiple(region.x), isMultiple(region.y), isMultiple(region.width) || region.maxX == size.width,
      isMultiple(region.height) || region.maxY == size.height
    else {
      throw .unanswerable(field: "region", reason: "the edges of \(region) are not multiples of \(denominator) pixels")
    }
  }

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
