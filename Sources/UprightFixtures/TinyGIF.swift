// A GIF written in code: the picture in codes of eight bits that never grow (GIF 89a, 17 to 27 and appendix F).

/// A GIF file to be.
package struct TinyGIF: Sendable {
  /// The picture, of at most 128 colours.
  package var image: TinyImage
  /// Extension blocks between the screen and the picture.
  package var extensions: [UInt8] = []

  /// A file of this picture, gray or RGB.
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
      + blocks(of: codes) + [0x3B]
  }

  /// Words of eight bits stay so as long as the table is cleared (code 128) before it has 256 of them; 129 ends.
  private func blocks(of codes: [UInt8]) -> [UInt8] {
    var words: [UInt8] = []
    for (index, code) in codes.enumerated() {
      if index % 100 == 0 { words.append(128) }
      words.append(code)
    }
    words.append(129)
    let starts = stride(from: 0, to: words.count, by: 255)
    return starts.flatMap { start in
      let part = words[start..<min(words.count, start + 255)]
      return [UInt8(part.count)] + part
    } + [0]
  }

  /// An XMP packet in an application extension (XMP Specification Part 3, 1.1.2).
  package static func xmp(_ packet: [UInt8]) -> [UInt8] {
    let trailer = [1] + (0...255).reversed().map { UInt8($0) } + [0]
    return [0x21, 0xFF, 11] + Array("XMP DataXMP".utf8) + packet + trailer
  }
}
