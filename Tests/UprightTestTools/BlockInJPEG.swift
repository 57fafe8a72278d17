// A JPEG around a block, because an Exif block alone would be read as a TIFF file (EXIF 2.32, 4.5.4; XMP part 3,
// 1.1.3).

/// The smallest JPEG header that can be probed, around any block.
package enum BlockInJPEG {
  private static let image: [UInt8] = [
    0xFF, 0xC0, 0, 11, 8, 0, 2, 0, 3, 1, 1, 0x11, 0,
    0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0xFF, 0xD9,
  ]

  /// A JPEG with an Exif segment of these bytes, or with an XMP segment if they begin with `<`.
  package static func bytes(around block: [UInt8]) -> [UInt8] {
    let head = block.first == 0x3C ? Array("http://ns.adobe.com/xap/1.0/\0".utf8) : Array("Exif\0\0".utf8)
    let payload = (head + block).prefix(65_533)
    let length = payload.count + 2
    return [0xFF, 0xD8, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + payload + image
  }
}
