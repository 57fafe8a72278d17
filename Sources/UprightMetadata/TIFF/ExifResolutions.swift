// Horizontal and vertical resolution: in print (TIFF 6.0, XResolution) and on the sensor (EXIF 2.32, 4.6.5,
// FocalPlaneXResolution).

internal import UprightGeometry

extension ExifRewriter {
  /// Swaps both with the axes. A scaled image has more or fewer pixels on the same sensor, and keeps its print
  /// resolution.
  mutating func moveResolutions() {
    if edit.swapsAxes { swap(.xResolution, .yResolution, in: block.ifd0) }
    let map = edit.map
    let focal = [TIFFTag.focalPlaneXResolution, .focalPlaneYResolution]
    if edit.swapsAxes { swap(focal[0], focal[1], in: block.exifDirectory) }
    for (tag, scale) in zip(focal, edit.swapsAxes ? [map.c, map.b] : [map.a, map.d]) {
      self.scale(tag, by: scale.magnitude)
    }
  }

  private mutating func swap(_ one: TIFFTag, _ other: TIFFTag, in directory: TIFFDirectory?) {
    guard let first = place(of: one, in: directory), let second = place(of: other, in: directory),
      !first.overlaps(second)
    else { return }
    let values = [first, second].map { Array(block.bytes[$0]) }
    block.bytes.replaceSubrange(first, with: values[1])
    block.bytes.replaceSubrange(second, with: values[0])
  }

  private mutating func scale(_ tag: TIFFTag, by factor: Double) {
    guard factor.isFinite, factor != 1, let place = place(of: tag, in: block.exifDirectory),
      let numerator = block.u32(at: place.lowerBound), let denominator = block.u32(at: place.lowerBound + 4),
      let scaled = Self.fraction(Double(numerator) * factor, denominator)
    else { return }
    block.put(scaled.numerator, size: 4, at: place.lowerBound)
    block.put(scaled.denominator, size: 4, at: place.lowerBound + 4)
  }

  /// Makes a fractional numerator an integer by a larger denominator, as far as four bytes allow.
  private static func fraction(_ numerator: Double, _ denominator: Int) -> (numerator: Int, denominator: Int)? {
    var (above, below) = (numerator, denominator)
    while (above - above.rounded()).magnitude > 1e-7 * above, above < 4e8, below < 400_000_000 {
      (above, below) = (above * 10, below * 10)
    }
    guard above.rounded() <= Double(UInt32.max) else { return nil }
    return (Int(above.rounded()), below)
  }

  /// The range of a rational's eight bytes, unless they overlap something else.
  private func place(of tag: TIFFTag, in directory: TIFFDirectory?) -> Range<Int>? {
    guard let entry = directory?.first(tag), entry.type == 5, entry.count == 1,
      entry.valueOffset <= block.bytes.count - 8
    else { return nil }
    let place = entry.valueOffset..<entry.valueOffset + 8
    return isFree(place) ? place : nil
  }
}
