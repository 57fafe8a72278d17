// The displayed image, computed pixel by pixel from the corner rule of TIFF 6.0 (page 36, tag 274): a reference without
// any of the library's geometry.

import Testing
import Upright
import UprightFixtures

/// Rotates, crops and enumerates images by the positions of their corners.
enum ExpectedPixels {
  /// The tag of an image that appears as `turn` leaves an upright one, by IIIF's name of the rotation.
  private static let tags: [String: ExifOrientation] = [
    "0": .topLeft, "!0": .topRight, "180": .bottomRight, "!180": .bottomLeft,
    "!270": .leftTop, "90": .rightTop, "!90": .rightBottom, "270": .leftBottom,
  ]

  /// The tag that undoes a tag: quarter turns undo one another, everything else itself.
  private static func undoing(_ tag: ExifOrientation) -> ExifOrientation {
    switch tag {
    case .rightTop: .leftBottom
    case .leftBottom: .rightTop
    default: tag
    }
  }

  /// The stored image as a viewer that uses `tag` shows it.
  static func displayed(_ stored: TinyImage, _ tag: ExifOrientation) -> TinyImage { stored.stored(as: undoing(tag)) }

  /// The image after `turn`.
  static func turned<From: Space, To: Space>(_ image: TinyImage, by turn: Orientation<From, To>) throws -> TinyImage {
    displayed(image, try #require(tags[turn.description]))
  }

  /// A region of the image; outside it is `fill`.
  static func cropped<S: Space>(_ image: TinyImage, to region: PixelRect<S>, fill: [UInt8] = []) -> TinyImage {
    let blank = fill.isEmpty ? Array(repeating: 0, count: image.channels) : fill
    var part = TinyImage(width: region.width, height: region.height, filledWith: blank)
    for y in 0..<region.height where (0..<image.height).contains(region.y + y) {
      for x in 0..<region.width where (0..<image.width).contains(region.x + x) {
        part[x, y] = image[region.x + x, region.y + y]
      }
    }
    return part
  }

  /// An image in which every pixel states its position: column, row, and something to distinguish neighbors.
  static func places(width: Int, height: Int) -> TinyImage {
    var image = TinyImage(width: width, height: height, filledWith: [0, 0, 0])
    for y in 0..<height {
      for x in 0..<width { image[x, y] = [UInt8(x), UInt8(y), UInt8(truncatingIfNeeded: x &* 37 ^ y &* 101)] }
    }
    return image
  }
}

extension TinyImage {
  /// The same image as a raster, 8 bits per sample.
  func raster<S: Space>(_ space: S.Type = S.self) throws -> Raster<S> {
    let channels: SampleLayout.Channels = self.channels == 1 ? .gray : self.channels == 3 ? .rgb : .cmyk
    return try #require(
      Raster<S>(size: PixelSize(width: width, height: height), layout: SampleLayout(channels), bytes: samples))
  }

  /// An 8-bit raster as an image.
  init<S: Space>(_ raster: Raster<S>) {
    let channels = raster.layout.channels.count
    self.init(width: raster.size.width, height: raster.size.height, filledWith: Array(repeating: 0, count: channels))
    for y in 0..<height {
      for x in 0..<width { self[x, y] = raster.pixel(x: x, y: y).map { UInt8($0) } }
    }
  }
}
