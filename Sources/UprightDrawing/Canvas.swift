// A small drawing surface: filled rectangles, frames, images and dot-matrix text, 8-bit RGB.

package import Upright
import UprightCodecs
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

// Lines between any two points of a drawing, with a square pen; parts outside cost nothing.
extension Canvas {
  /// Draws a line, `width` pixels wide, between two points; NaN draws nothing.
  package mutating func line(from start: Point2D<Output>, to end: Point2D<Output>, width: Int, color: Color) {
    guard let (start, end) = clipped(start, end, slack: Double(width)) else { return }
    let (across, down) = (end.x - start.x, end.y - start.y)
    if across == 0 || down == 0 { return stroke(from: start, to: end, width: width, color: color) }
    let count = max(abs(across), abs(down)).rounded(.up)
    for step in stride(from: 0, through: count, by: 1) {
      let place = Point2D<Output>(x: start.x + across * step / count, y: start.y + down * step / count)
      stroke(from: place, to: place, width: width, color: color)
    }
  }

  /// Draws lines from each point to the next, and from the last to the first if closed.
  package mutating func path(_ points: [Point2D<Output>], isClosed: Bool, width: Int, color: Color) {
    for (one, other) in zip(points, points.dropFirst()) { line(from: one, to: other, width: width, color: color) }
    guard isClosed, let last = points.last else { return }
    line(from: last, to: points[0], width: width, color: color)
  }

  /// Draws a filled square around a point.
  package mutating func dot(at place: Point2D<Output>, width: Int, color: Color) {
    line(from: place, to: place, width: width, color: color)
  }

  /// Fills the area covered by a pen that moves along an axis or not at all.
  private mutating func stroke(from start: Point2D<Output>, to end: Point2D<Output>, width: Int, color: Color) {
    let half = Double(width) / 2
    func pixel(_ number: Double) -> Int { Int((number - half + 0.5).rounded(.down)) }
    let (left, top) = (pixel(min(start.x, end.x)), pixel(min(start.y, end.y)))
    let (right, bottom) = (pixel(max(start.x, end.x)), pixel(max(start.y, end.y)))
    fill(PixelRect(x: left, y: top, width: right - left + width, height: bottom - top + width), with: color)
  }

  /// The point, clamped so that its coordinates keep enough precision for the surface.
  private func near(_ point: Point2D<Output>) -> Point2D<Output> {
    let far = 1e9
    return Point2D(x: min(max(point.x, -far), far), y: min(max(point.y, -far), far))
  }

  /// The part of a line on the surface, or within the pen's reach (Liang-Barsky); nil if there is none.
  private func clipped(
    _ start: Point2D<Output>, _ end: Point2D<Output>, slack: Double
  ) -> (Point2D<Output>, Point2D<Output>)? {
    guard start.x.isFinite, start.y.isFinite, end.x.isFinite, end.y.isFinite else { return nil }
    let (start, end) = (near(start), near(end))
    let (across, down) = (end.x - start.x, end.y - start.y)
    var (first, last) = (0.0, 1.0)
    let edges = [
      (-across, start.x + slack), (across, Double(size.width) + slack - start.x), (-down, start.y + slack),
      (down, Double(size.height) + slack - start.y),
    ]
    for (speed, room) in edges {
      if speed == 0, room < 0 { return nil }
      if speed < 0 { first = max(first, room / speed) }
      if speed > 0 { last = min(last, room / speed) }
    }
    guard first <= last else { return nil }
    func place(_ share: Double) -> Point2D<Output> {
      Point2D(
        x: min(max(start.x + across * share, -slack), Double(size.width) + slack),
        y: min(max(start.y + down * share, -slack), Double(size.height) + slack))
    }
    return (first == 0 ? start : place(first), last == 1 ? end : place(last))
  }
}

// Drawings as PNG and JPEG files (ITU-T T.81), by the project's own codecs.

// Drawings as PNG files, by the project's own codec.

/// A drawing, and the Exif block of its PNG.
package struct DrawnPNG {
  package let canvas: Canvas
  package var exif: [UInt8]?

  /// Memberwise initializer.
  package init(canvas: Canvas, exif: [UInt8]? = nil) {
    (self.canvas, self.exif) = (canvas, exif)
  }

  /// Encodes it.
  ///
  /// - Throws: Errors of the codec; `.limit` if out of memory.
  package func write(into sink: inout some ByteSink, limits: Limits = Limits()) throws(UprightError) {
    let size = canvas.size
    guard let raster = Raster<Output>(size: size, layout: SampleLayout(.rgb), bytes: canvas.bytes) else {
      throw .limit(.memory, asked: canvas.bytes.count, allowed: limits.memoryBytes)
    }
    let settings = EncodeSettings(
      format: .png, fidelity: .level(100), sampling: EncodeSettings.Sampling(horizontal: 1, vertical: 1))
    try PNGCodec().encode(
      raster, settings: settings, metadata: CarriedMetadata(exif: exif), limits: limits, into: &sink)
  }
}

// Drawings as JPEG files (ITU-T T.81), by the project's own codec.

/// A drawing, and the quality of its JPEG.
package struct DrawnJPEG {
  package let canvas: Canvas
  /// The quality on libjpeg's scale, 1…100.
  package var quality = 80
  /// Whether each pixel keeps its color; otherwise chroma is subsampled 2 × 2.
  package var keepsColors = false

  /// Memberwise initializer.
  package init(canvas: Canvas, quality: Int = 80, keepsColors: Bool = false) {
    (self.canvas, self.quality, self.keepsColors) = (canvas, quality, keepsColors)
  }

  /// Encodes it.
  ///
  /// - Throws: Errors of the codec; `.limit` if out of memory.
  package func write(into sink: inout some ByteSink, limits: Limits = Limits()) throws(UprightError) {
    guard let raster = Raster<Output>(size: canvas.size, layout: SampleLayout(.rgb), bytes: canvas.bytes) else {
      throw .limit(.memory, asked: canvas.bytes.count, allowed: limits.memoryBytes)
    }
    let factor = keepsColors ? 1 : 2
    let settings = EncodeSettings(
      format: .jpeg, fidelity: .level(quality),
      sampling: EncodeSettings.Sampling(horizontal: factor, vertical: factor))
    try JPEGCodec().encode(raster, settings: settings, metadata: CarriedMetadata(), limits: limits, into: &sink)
  }
}
