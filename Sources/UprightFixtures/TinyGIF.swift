// A GIF written in code: the image in eight-bit codes that never grow (GIF 89a, 17 to 27 and appendix F).

/// A GIF file.
package struct TinyGIF: Sendable {
  /// The image, with at most 128 colors.
  package var image: TinyImage
  /// Extension blocks between the screen descriptor and the image.
  package var extensions: [UInt8] = []

  /// A file of this image, gray or RGB.
  package init(_ image: TinyImage) { self.image = image }

  /// The whole file.
  package var bytes: [UInt8] {
    let order = TinyTIFF.ByteOrder.little
    let pixels = (0..<image.width * image.height).map { image[$0 % image.width, $0 / image.width] }
    var colors: [[UInt8]] = []
    for pixel in pixels where !colors.contains(pixel) { colors.append(pixel) }
    let table = (0..<128).flatMap { index in
      let color = index < colors.count ? colors[index] : [0]
      return color.count == 1 ? [color[0], color[0], color[0]] : color
    }
    let size = order.bytes(image.width, width: 2) + order.bytes(image.height, width: 2)
    let codes = pixels.map { UInt8(colors.firstIndex(of: $0) ?? 0) }
    return Array("GIF89a".utf8) + size + [0xF6, 0, 0] + table + extensions + [0x2C, 0, 0, 0, 0] + size + [0, 7]
      + Self.coded(codes) + [0x3B]
  }

  /// Codes stay at eight bits if the table is cleared (code 128) before it has 256 of them; 129 ends.
  static func coded(_ codes: [UInt8]) -> [UInt8] {
    var words: [UInt8] = []
    for (index, code) in codes.enumerated() {
      if index % 100 == 0 { words.append(128) }
      words.append(code)
    }
    words.append(129)
    return blocks(words)
  }

  /// Bytes in sub-blocks (GIF 89a, 15).
  static func blocks(_ bytes: [UInt8]) -> [UInt8] {
    stride(from: 0, to: bytes.count, by: 255).flatMap { start in
      let part = bytes[start..<min(bytes.count, start + 255)]
      return [UInt8(part.count)] + part
    } + [0]
  }

  /// An XMP packet in an application extension (XMP Specification Part 3, 1.1.2).
  package static func xmp(_ packet: [UInt8]) -> [UInt8] {
    let trailer = [1] + (0...255).reversed().map { UInt8($0) } + [0]
    return [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + packet + trailer
  }
}
