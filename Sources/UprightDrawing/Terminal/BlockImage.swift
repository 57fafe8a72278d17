// An image in text cells: the upper half block (U+2580) in two colors (ECMA-48, 8.3.117; ITU T.416, 13.1.8).

import Upright

/// Two rows of pixels in each line of text.
package struct BlockImage {
  private let image: Canvas
  private let isTrueColor: Bool

  /// In 24-bit color, or in the nearest of the 240 colors that most terminals have.
  package init(_ image: Canvas, isTrueColor: Bool) {
    self.image = image
    self.isTrueColor = isTrueColor
  }

  /// The lines, each of which ends by resetting the terminal's colors.
  package var bytes: [UInt8] {
    var text = ""
    for row in stride(from: 0, to: image.size.height, by: 2) {
      var (upper, lower) = (Canvas.Color?.none, Canvas.Color?.none)
      let hasLower = row + 1 < image.size.height
      for column in 0..<image.size.width {
        let color = image.color(x: column, y: row)
        if color != upper { text += select(color, code: 38) }
        upper = color
        if hasLower {
          let below = image.color(x: column, y: row + 1)
          if below != lower { text += select(below, code: 48) }
          lower = below
        }
        text += "\u{2580}"
      }
      text += "\u{1B}[0m\n"
    }
    return Array(text.utf8)
  }

  private func select(_ color: Canvas.Color, code: Int) -> String {
    guard !isTrueColor else { return "\u{1B}[\(code);2;\(color.red);\(color.green);\(color.blue)m" }
    return "\u{1B}[\(code);5;\(Self.index(color))m"
  }

  /// The nearest of xterm's colors: a cube of six steps per channel from 16, 24 grays from 232.
  package static func index(_ color: Canvas.Color) -> Int {
    let parts = [color.red, color.green, color.blue].map(Int.init)
    let steps = parts.map { value in cube.indices.min { abs(cube[$0] - value) < abs(cube[$1] - value) } ?? 0 }
    let inCube = zip(parts, steps).map { abs($0 - cube[$1]) }.reduce(0, +)
    let grays = (0..<24).map { gray in parts.map { abs($0 - (8 + 10 * gray)) }.reduce(0, +) }
    let (gray, inGrays) = grays.enumerated().min { $0.element < $1.element } ?? (0, .max)
    return inGrays < inCube ? 232 + gray : 16 + 36 * steps[0] + 6 * steps[1] + steps[2]
  }

  private static let cube = [0, 95, 135, 175, 215, 255]
}
