// The color space stated by an Exif block (EXIF 2.32, 4.6.4.D and 4.6.5.B: ColorSpace; DCF 2.0, 5.3: R98 for sRGB, R03 for Adobe
// RGB).

extension ExifRewriter {
  /// Makes every color space field in the block state sRGB, the only one that readers without color management know.
  mutating func setColors() {
    for tag in [TIFFTag.whitePoint, .primaryChromaticities, .transferFunction] {
      if let main = block.ifd0, let entry = main.first(tag) { _ = block.remove(entry, from: main) }
    }
    guard let directory = block.exifDirectory else { return }
    if let entry = directory.first(.colorSpace) { block.setInteger(1, of: entry) }
    guard let lead = directory.first(.interoperability), let start = block.integer(of: lead),
      let entry = block.directory(at: start)?.first(.interoperabilityIndex), entry.type == 2, entry.count == 4
    else { return }
    let place = entry.valueOffset..<entry.valueOffset + 4
    guard place.upperBound <= block.bytes.count, isFree(place) else { return }
    block.bytes.replaceSubrange(place, with: Array("R98\0".utf8))
  }
}
