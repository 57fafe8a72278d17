// Tiny pictures of letters: each pixel has a color, rows are separated by slashes, the top one is first.

import CoreGraphics
import Testing
import UprightGeometry

enum Picture {
  /// The picture that every test should see upright.
  static let upright = "rgb/ywk"

  /// How a file with each tag stores it: by the sides of row 0 and column 0 in TIFF 6.0, written by hand.
  static let stored: [ExifOrientation: String] = [
    .topLeft: "rgb/ywk", .topRight: "bgr/kwy", .bottomRight: "kwy/bgr", .bottomLeft: "ywk/rgb",
    .leftTop: "ry/gw/bk", .rightTop: "bk/gw/ry", .rightBottom: "kb/wg/yr", .leftBottom: "yr/wg/kb",
  ]

  private static let colors: [Character: [CGFloat]] = [
    "r": [1, 0, 0, 1], "g": [0, 1, 0, 1], "b": [0, 0, 1, 1], "y": [1, 1, 0, 1], "w": [1, 1, 1, 1], "k": [0, 0, 0, 1],
    ".": [0, 0, 0, 0],
  ]

  static func context(_ width: Int, _ height: Int, space: CFString = CGColorSpace.sRGB) throws -> CGContext {
    let space = try #require(CGColorSpace(name: space))
    return try #require(
      CGContext(
        data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0, space: space,
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
  }

  /// An image whose pixels are these letters, each `times` as wide and high.
  static func image(_ text: String, times: Int = 1, space: CFString = CGColorSpace.sRGB) throws -> CGImage {
    let rows = text.split(separator: "/")
    let context = try context(rows[0].count * times, rows.count * times, space: space)
    for (row, letters) in rows.enumerated() {
      for (column, letter) in letters.enumerated() {
        let color = try #require(colors[letter])
        context.setFillColor(red: color[0], green: color[1], blue: color[2], alpha: color[3])
        context.fill(
          CGRect(x: column * times, y: (rows.count - 1 - row) * times, width: times, height: times))
      }
    }
    return try #require(context.makeImage())
  }

  /// The image as a file with this tag stores it.
  static func image(storedAs tag: ExifOrientation, times: Int = 1, space: CFString = CGColorSpace.sRGB) throws
    -> CGImage
  { try image(#require(stored[tag]), times: times, space: space) }

  /// The letters of an image's pixels, of every `step`th one from the middle of the first.
  static func letters(_ image: CGImage, every step: Int = 1) throws -> String {
    let context = try context(image.width, image.height)
    context.draw(image, in: CGRect(x: 0, y: 0, width: image.width, height: image.height))
    return try letters(context, every: step)
  }

  static func letters(_ context: CGContext, every step: Int = 1) throws -> String {
    let data = try #require(context.data)
    let rows = stride(from: step / 2, to: context.height, by: step).map { row in
      String(
        stride(from: step / 2, to: context.width, by: step).map { column in
          let bytes = (0..<4).map {
            data.load(fromByteOffset: row * context.bytesPerRow + column * 4 + $0, as: UInt8.self)
          }
          let near = colors.first { $0.value.map { $0 > 0.5 } == bytes.map { $0 > 127 } }
          return near?.key ?? "?"
        })
    }
    return rows.joined(separator: "/")
  }
}
