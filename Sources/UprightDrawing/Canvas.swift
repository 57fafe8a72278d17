// A small drawing surface: filled rectangles, frames, images and dot-matrix text, 8-bit RGB.

package import Upright
package import UprightSamples

/// Rows of red, green and blue bytes to draw on; drawing outside is clipped.
package struct Canvas {
  /// A color of three bytes.
  package struct Color: Hashable {
    package let red, green, blue: UInt8

    /// Memberwise initializer.
    package init(red: UInt8, green: UInt8, blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }

    /// From a number such as 0xE8E8E4.
    package init(_ value: UInt32) {
      (red, green, blue) = (
        UInt8(truncatingIfNeeded: value >> 16), UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)
      )
    }

    /// What images, text and curves are drawn on.
    package static let paper = Self(0xFBFBFA)
    /// Backgrounds of images, and other areas that contrast with the paper.
    package static let panel = Self(0xEEEEEB)
    /// Thin lines, less visible than frames.
    package static let line = Self(0xC6C6C2)
    /// Frames of images and plots.
    package static let frame = Self(0x8E8E8A)
    /// Text and curves.
    package static let ink = Self(0x22221F)
    /// Less important text.
    package static let quiet = Self(0x74746F)
    /// Text and areas that stand out.
    package static let blue = Self(0x1D5FA6)
    /// Findings.
    package static let amber = Self(0x9A5B00)
  }

  package let size: PixelSize<Output>
  package private(set) var bytes: [UInt8]

  /// A surface of one color.
  package init(size: PixelSize<Output>, color: Color) {
    self.size = size
    bytes = [UInt8](repeating: 0, count: size.width * size.height * 3)
    fill(size.bounds, with: color)
  }

  /// The color of a pixel inside.
  package func color(x: Int, y: Int) -> Color {
    let at = (y * size.width + x) * 3
    return Color(red: bytes[at], green: bytes[at + 1], blue: bytes[at + 2])
  }

  package mutating func fill(_ area: PixelRect<Output>, with color: Color) {
    guard let area = area.clipped(to: size) else { return }
    for row in area.y..<area.maxY {
      for column in area.x..<area.maxX {
        let at = (row * size.width + column) * 3
        (bytes[at], bytes[at + 1], bytes[at + 2]) = (color.red, color.green, color.blue)
      }
    }
  }

  /// Mixes each pixel of `area` half and half with `color`.
  package mutating func tint(_ area: PixelRect<Output>, with color: Color) {
    guard let area = area.clipped(to: size) else { return }
    for row in area.y..<area.maxY {
      for column in area.x..<area.maxX {
        let at = (row * size.width + column) * 3
        for (part, value) in [color.red, color.green, color.blue].enumerated() {
          bytes[at + part] = UInt8((Int(bytes[at + part]) + Int(value) + 1) / 2)
        }
      }
    }
  }

  /// Draws a line one pixel wide just inside the edges of `area`.
  package mutating func frame(_ area: PixelRect<Output>, with color: Color) {
    fill(PixelRect(x: area.x, y: area.y, width: area.width, height: 1), with: color)
    fill(PixelRect(x: area.x, y: area.maxY - 1, width: area.width, height: 1), with: color)
    fill(PixelRect(x: area.x, y: area.y, width: 1, height: area.height), with: color)
    fill(PixelRect(x: area.maxX - 1, y: area.y, width: 1, height: area.height), with: color)
  }

  /// Draws an image with its top left corner at (`x`, `y`).
  package mutating func draw(_ image: Canvas, x: Int, y: Int) {
    guard
      let area = PixelRect<Output>(x: x, y: y, width: image.size.width, height: image.size.height)
        .clipped(to: size)
    else { return }
    for row in area.y..<area.maxY {
      let from = ((row - y) * image.size.width + area.x - x) * 3
      let to = (row * size.width + area.x) * 3
      bytes.replaceSubrange(to..<to + area.width * 3, with: image.bytes[from..<from + area.width * 3])
    }
  }

  /// The pixels of an 8-bit RGB image in any space; nil for other layouts.
  package init?<S: Space>(_ image: Raster<S>) {
    guard image.layout == SampleLayout(.rgb) else { return nil }
    self.init(size: PixelSize(width: image.size.width, height: image.size.height), bytes: image.bytes)
  }

  /// The pixels of an RGB image that was drawn elsewhere, in any space.
  package init(_ image: TinyImage) {
    precondition(image.channels == 3, "red, green and blue")
    size = PixelSize(width: image.width, height: image.height)
    bytes = image.samples
  }

  /// Pixels from three bytes each; nil if their number does not match `size`.
  package init?(size: PixelSize<Output>, bytes: [UInt8]) {
    guard let count = size.pixelCount, bytes.count == count * 3 else { return nil }
    self.size = size
    self.bytes = bytes
  }
}

extension Canvas {
  /// Pixels per dot of the letters.
  package static let dot = 2
  /// Pixels from one letter to the next.
  package static let advance = 6 * dot
  /// Pixels from the top of a capital letter to the baseline.
  package static let capHeight = 7 * dot

  /// Writes text whose capitals have their top left corner at (`x`, `y`).
  package mutating func write(_ text: String, x: Int, y: Int, dot: Int = Self.dot, color: Color) {
    for (index, character) in text.enumerated() {
      for (row, dots) in SampleFont.rows(of: character).enumerated() {
        for column in 0..<5 where dots & (0b10000 >> UInt8(column)) != 0 {
          let place = PixelRect<Output>(
            x: x + (index * 6 + column) * dot, y: y + row * dot, width: dot, height: dot)
          fill(place, with: color)
        }
      }
    }
  }

  /// The text, with its middle omitted if it is wider than `width` pixels.
  package static func shortened(_ text: String, to width: Int) -> String {
    let room = (width + dot) / advance
    guard text.count > room, room > 2 else { return String(text.prefix(max(0, room))) }
    let head = (room - 1) / 2
    return text.prefix(head) + "…" + text.suffix(room - 1 - head)
  }
}
