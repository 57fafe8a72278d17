// Makes an XMP packet true of a new picture: tiff:Orientation 1 and its size (XMP Specification Part 2, 2.3 and 2.4).

internal import UprightGeometry

/// Rewrites the values of an XMP packet's simple properties about orientation and size.
enum XMPRewriter {
  /// The packet with orientation 1 and the new size, wherever it states them; one that would outgrow `limit` bytes keeps
  /// its old size, because a packet too large for its segment would be lost whole.
  static func rewritten(_ packet: [UInt8], size: PixelSize<Output>, limit: Int) -> [UInt8] {
    let upright = replacing([("tiff:Orientation", 1)], in: packet)
    let whole = replacing(
      [
        ("tiff:ImageWidth", size.width), ("tiff:ImageLength", size.height),
        ("exif:PixelXDimension", size.width), ("exif:PixelYDimension", size.height),
      ], in: upright)
    return whole.count <= limit ? whole : upright
  }

  private static func replacing(_ values: [(String, Int)], in packet: [UInt8]) -> [UInt8] {
    values.reduce(into: packet) { result, property in
      for place in XMPProperty.valueRanges(of: property.0, in: result).reversed() where isNumber(result[place]) {
        result.replaceSubrange(place, with: Array(String(property.1).utf8))
      }
    }
  }

  private static func isNumber(_ bytes: ArraySlice<UInt8>) -> Bool {
    !bytes.isEmpty && bytes.allSatisfy { (0x30...0x39).contains($0) }
  }
}
