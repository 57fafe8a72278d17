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

// A GIF of several images written in code, each with its own colors (GIF 89a, 20 to 23, appendix E for interlaced
// rows).

/// A GIF file of images on a screen.
package struct TinyGIFFrames: Sendable {
  /// One image.
  package struct Frame: Sendable {
    /// The disposal before the next frame, as in the file.
    package enum Disposal: UInt8, CaseIterable, Sendable {
      case unspecified, keep, clear, restore
    }

    /// The image, RGB, with at most 127 colors; black is transparent if `hasTransparency`.
    package var image: TinyImage
    /// Its position.
    package var x = 0, y = 0
    /// Its disposal.
    package var disposal = Disposal.unspecified
    /// Whether black is transparent.
    package var hasTransparency = false
    /// Whether its rows are interlaced in four passes.
    package var isInterlaced = false

    /// An image in the screen's corner.
    package init(_ image: TinyImage) { self.image = image }
  }

  /// The size of the screen.
  package var width: Int, height: Int
  /// The images.
  package var frames: [Frame]
  /// Blocks between the screen descriptor and the images.
  package var extensions: [UInt8] = []

  /// A file of these images.
  package init(width: Int, height: Int, _ frames: [Frame]) {
    (self.width, self.height, self.frames) = (width, height, frames)
  }

  /// The whole file.
  package var bytes: [UInt8] {
    let order = TinyTIFF.ByteOrder.little
    let screen = order.bytes(width, width: 2) + order.bytes(height, width: 2) + [0x70, 0, 0]
    return Array("GIF89a".utf8) + screen + extensions + frames.flatMap(\.bytes) + [0x3B]
  }

  /// A comment (GIF 89a, 24).
  package static func comment(_ text: String) -> [UInt8] { [0x21, 0xFE, UInt8(text.utf8.count)] + text.utf8 + [0] }

  /// An ICC profile in an application extension (ICC.1, B.6).
  package static func profile(_ profile: [UInt8]) -> [UInt8] {
    [0x21, 0xFF, 11] + Array("ICCRGBG1012".utf8) + TinyGIF.blocks(profile)
  }
}

extension TinyGIFFrames.Frame {
  /// Its control extension, descriptor, colors and data.
  fileprivate var bytes: [UInt8] {
    let order = TinyTIFF.ByteOrder.little
    let black: [UInt8] = [0, 0, 0]
    let turns = isInterlaced ? [(0, 8), (4, 8), (2, 4), (1, 2)] : [(0, 1)]
    let rows = turns.flatMap { stride(from: $0, to: image.height, by: $1) }
    let pixels = rows.flatMap { y in (0..<image.width).map { image[$0, y] } }
    var colors: [[UInt8]] = [black]
    for pixel in pixels where !colors.contains(pixel) { colors.append(pixel) }
    let table = (0..<128).flatMap { $0 < colors.count ? colors[$0] : black }
    let place = [x, y, image.width, image.height].flatMap { order.bytes($0, width: 2) }
    let control: [UInt8] = [0x21, 0xF9, 4, disposal.rawValue << 2 | (hasTransparency ? 1 : 0), 5, 0, 0, 0]
    return control + [0x2C] + place + [isInterlaced ? 0xC6 : 0x86] + table + [7]
      + TinyGIF.coded(pixels.map { UInt8(colors.firstIndex(of: $0) ?? 0) })
  }
}
