// Photos of known colors: a BMP written byte by byte, which the library's codecs make a JPEG or PNG of.

import Upright
import UprightCodecs

/// An image as stored.
struct TestPhoto {
  let width, height: Int
  /// Red, green and blue of each pixel, row by row from the top.
  private var samples: [UInt8]

  /// An image of one color.
  init(width: Int, height: Int, color: [UInt8]) {
    (self.width, self.height) = (width, height)
    samples = (0..<width * height).flatMap { _ in color }
  }

  /// Fields of 16 pixels: red, green, blue over yellow, magenta, white where the image is displayed by a tag.
  init(tag: Int) {
    let labels = Self.labels[tag - 1]
    self.init(width: 16 * labels[0].count, height: 16 * labels.count, color: [0, 0, 0])
    for y in 0..<height {
      for x in 0..<width { self[x, y] = ServerFolder.six[labels[y / 16][x / 16]].map { UInt8($0 * 255) } }
    }
  }

  /// The stored fields that are displayed as 0 1 2 / 3 4 5, for tags 1…8 (Exif 3.0, "Orientation").
  static let labels = [
    [[0, 1, 2], [3, 4, 5]], [[2, 1, 0], [5, 4, 3]], [[5, 4, 3], [2, 1, 0]], [[3, 4, 5], [0, 1, 2]],
    [[0, 3], [1, 4], [2, 5]], [[2, 5], [1, 4], [0, 3]], [[5, 2], [4, 1], [3, 0]], [[3, 0], [4, 1], [5, 2]],
  ]

  /// Red, green and blue of a pixel.
  subscript(x: Int, y: Int) -> [UInt8] {
    get { Array(samples[(y * width + x) * 3..<(y * width + x) * 3 + 3]) }
    set { samples.replaceSubrange((y * width + x) * 3..<(y * width + x) * 3 + 3, with: newValue) }
  }

  /// A JPEG with this tag in its Exif data.
  func jpeg(tag: Int) throws -> [UInt8] {
    let bytes = try encoded(as: .jpeg)
    let tiff: [UInt8] =
      Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(tag), 0, 0, 0, 0, 0, 0]
    let exif = Array("Exif".utf8) + [0, 0] + tiff
    return Array(bytes[..<2]) + [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif + bytes[2...]
  }

  /// A PNG.
  func png() throws -> [UInt8] { try encoded(as: .png) }

  private func encoded(as format: ContainerFormat) throws -> [UInt8] {
    try Pipeline(codecs: SystemCodecs.all).run(Rendition(quality: .level(100), format: format), on: bmp)
  }

  /// A BMP with 24 bits for each pixel, rows from the bottom.
  private var bmp: [UInt8] {
    func little(_ number: Int, _ count: Int = 4) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    let padding = [UInt8](repeating: 0, count: (4 - width * 3 % 4) % 4)
    var rows: [UInt8] = []
    for y in (0..<height).reversed() {
      for x in 0..<width { rows += self[x, y].reversed() }
      rows += padding
    }
    let head = Array("BM".utf8) + little(54 + rows.count) + little(0) + little(54)
    let size = little(40) + little(width) + little(height) + little(1, 2) + little(24, 2)
    return head + size + little(0) + little(rows.count) + little(2_835) + little(2_835) + little(0) + little(0) + rows
  }
}
