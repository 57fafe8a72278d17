// An image with a number per pixel, because comparisons read each pixel many times.

import UprightFixtures

/// Pixels as 0xRRGGBB.
struct PackedImage {
  let width: Int
  let height: Int
  private let pixels: [UInt32]

  /// The image; gray has three equal samples.
  init(_ image: TinyImage) {
    (width, height) = (image.width, image.height)
    var pixels: [UInt32] = []
    pixels.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width {
        let samples = image[x, y]
        let color = samples.count < 3 ? [samples[0], samples[0], samples[0]] : samples
        pixels.append(UInt32(color[0]) << 16 | UInt32(color[1]) << 8 | UInt32(color[2]))
      }
    }
    self.pixels = pixels
  }

  /// The color of a pixel.
  subscript(_ x: Int, _ y: Int) -> UInt32 { pixels[y * width + x] }

  /// A sample of a pixel: 0 for red, 1 for green, 2 for blue.
  subscript(_ x: Int, _ y: Int, _ channel: Int) -> Int { Self.sample(self[x, y], channel) }

  /// A sample of a color.
  static func sample(_ color: UInt32, _ channel: Int) -> Int { Int(color >> UInt32(16 - 8 * channel) & 0xFF) }
}
