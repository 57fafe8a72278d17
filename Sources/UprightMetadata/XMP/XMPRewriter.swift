// Makes an XMP packet true of a new picture: tiff:Orientation 1 and its size (XMP Specification Part 2, 2.3 and 2.4).

internal import UprightGeometry

/// Rewrites the values of an XMP packet's simple properties about orientation and size.
enum XMPRewriter {
  /// The packet with orientation 1 and the new size, wherever it states them.
  static func rewritten(_ packet: [UInt8], size: PixelSize<Output>) -> [UInt8] {
    let values: [(String, Int)] = [
      ("tiff:Orientation", 1), ("tiff:ImageWidth", size.width), ("tiff:ImageLength", size.height),
      ("exif:PixelXDimension", size.width), ("exif:PixelYDimension", size.height),
    ]
    return values.reduce(into: packet) { result, property in
      if let place = XMPProperty.valueRange(of: property.0, in: result), isNumber(result[place]) {
        result.replaceSubrange(place, with: Array(String(property.1).utf8))
      }
    }
  }

  private static func isNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
    !bytes.isEmpty && bytes.allSatisfy { (0x30...0x39).contains($0) }
  }
}
