// What the samples show: four corners in four colours, an arrow that points up, a number, an F, and lines of text.

import UprightGeometry

/// One sample picture, drawn as it shall be seen.
struct SamplePicture {
  let size: PixelSize<Displayed>
  let title: String
  let number: Int

  private let ink: [UInt8] = [28, 32, 44]
  private let corner = 64

  var image: TinyImage {
    var image = sky
    drawCorners(on: &image)
    drawArrow(on: &image, x: size.width / 4, y: 112)
    let middle = size.height / 2 - 70
    image.write("\(number)", x: size.width * 3 / 4 - 44, y: middle, dot: 16, color: ink)
    write("TAG \(number)", on: &image, centredAt: size.width / 2, y: 24, dot: 6)
    write("F", on: &image, centredAt: size.width / 2, y: size.height - 132, dot: 8)
    write(title, on: &image, centredAt: size.width / 2, y: size.height - 44, dot: 4)
    return image
  }

  /// Bright at the top, green at the bottom, darker to the right: smooth, so that coding it is not all flat blocks.
  private var sky: TinyImage {
    var image = TinyImage(width: size.width, height: size.height, filledWith: [0, 0, 0])
    for y in 0..<size.height {
      let down = y * 80 / size.height
      for x in 0..<size.width {
        let across = x * 40 / size.width
        image[x, y] = [UInt8(235 - down - across), UInt8(242 - across), UInt8(250 - 2 * down)]
      }
    }
    return image
  }

  /// Red, green, blue and yellow, clockwise from the top left.
  private func drawCorners(on image: inout TinyImage) {
    let (right, bottom) = (size.width - corner, size.height - corner)
    image.fill(x: 0, y: 0, width: corner, height: corner, with: [214, 40, 40])
    image.fill(x: right, y: 0, width: corner, height: corner, with: [40, 160, 60])
    image.fill(x: right, y: bottom, width: corner, height: corner, with: [40, 70, 200])
    image.fill(x: 0, y: bottom, width: corner, height: corner, with: [250, 205, 30])
  }

  /// An arrow about `x`, its tip at `y`, with the word beneath it.
  private func drawArrow(on image: inout TinyImage, x: Int, y: Int) {
    for row in 0..<48 { image.fill(x: x - row, y: y + row, width: 2 * row + 1, height: 1, with: ink) }
    image.fill(x: x - 16, y: y + 48, width: 33, height: 56, with: ink)
    write("UP", on: &image, centredAt: x, y: y + 116, dot: 5)
  }

  private func write(_ text: String, on image: inout TinyImage, centredAt x: Int, y: Int, dot: Int) {
    image.write(text, x: x - (text.count * 6 - 1) * dot / 2, y: y, dot: dot, color: ink)
  }
}
