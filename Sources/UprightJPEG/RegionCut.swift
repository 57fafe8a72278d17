// Cuts units of a scan out as a JPEG of its own: coded bits are copied, only the first differences are re-encoded.

package import UprightGeometry
package import UprightMetadata

/// A part of a JPEG as a small JPEG, whose pixels decode to those of the whole.
package struct RegionCut: Hashable, Sendable {
  /// A sequential JPEG without metadata, and without restart markers.
  package let bytes: [UInt8]
  /// The stored pixels it has; all but the last units of the image are whole.
  package let bounds: PixelRect<Stored>
}

extension RegionIndex {
  /// Cuts the units out that hold `region`, and `margin` units around them, as far as there are any.
  ///
  /// With a margin of 1, each pixel of `region` decodes to what it is in a decode of the whole file, at 1/1, 1/2, 1/4
  /// and 1/8: libjpeg smooths chroma across the nearest samples only.
  ///
  /// - Throws: `.regionOutside`, `.indexMismatch`, and for damage.
  package func cut(
    _ region: PixelRect<Stored>, from source: some ByteSource, margin: Int = 1
  ) throws(ScanFault) -> RegionCut {
    guard region.x >= 0, region.y >= 0, !region.isEmpty, region.maxX <= header.size.width,
      region.maxY <= header.size.height
    else { throw ScanFault(.regionOutside, at: 0) }
    guard source.byteCount == fingerprint.byteCount else { throw ScanFault(.indexMismatch, at: source.byteCount) }
    let unit = header.unitSize
    let columns = Self.units(region.x..<region.maxX, of: unit.width, margin, in: header.unitsAcross)
    let rows = Self.units(region.y..<region.maxY, of: unit.height, margin, in: header.unitsDown)
    var splice = UnitSplice(self)
    for row in rows {
      let first = row * header.unitsAcross
      try splice.add(first + columns.lowerBound..<first + columns.upperBound, from: source)
    }
    let (x, y) = (columns.lowerBound * unit.width, rows.lowerBound * unit.height)
    let bounds = PixelRect<Stored>(
      x: x, y: y, width: min(columns.upperBound * unit.width, header.size.width) - x,
      height: min(rows.upperBound * unit.height, header.size.height) - y)
    return RegionCut(bytes: splice.finish(bounds.size), bounds: bounds)
  }

  private static func units(_ pixels: Range<Int>, of size: Int, _ margin: Int, in count: Int) -> Range<Int> {
    let first = pixels.lowerBound / size
    let last = (pixels.upperBound - 1) / size
    let more = min(max(0, margin), count)
    return max(0, first - more)..<min(count, last + 1 + more)
  }
}
