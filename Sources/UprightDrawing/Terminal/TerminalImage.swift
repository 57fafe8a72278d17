// An image on the terminal, with a line below it.

package import Upright
package import UprightBatch
package import UprightFiles

/// An image as a terminal shows it.
package enum ShownImage {
  /// The image and the line below it, and whether only a part of the image could be read.
  package static func text(
    _ file: InputFile, _ frame: Rendition.Frame, within room: PixelSize<Output>, bothSides: Bool, _ pipeline: Pipeline,
    bytes: (Canvas) throws(UprightError) -> [UInt8]
  ) throws(UprightError) -> (text: String, damage: SourceDamage) {
    do throws(UprightError) {
      let source = try FileBytes(file.location)
      let probe = try source.probe()
      let side = max(1, min((room.width - 1) / 2, room.height))
      let box = bothSides ? PixelSize(width: side, height: side) : room
      let pair = try ImagePair(of: probe, from: source, pipeline, within: box, frame: frame)
      let shown = try bytes(bothSides ? pair.sideBySide : pair.displayed)
      let tag = probe.orientation.exif
      let text =
        String(decoding: shown, as: UTF8.self)
        + "\(TerminalText.plain(file.relativePath)): \(probe.displayedSize), tag \(tag.rawValue)"
        + (probe.frame(frame).map { ", \($0.words)" } ?? "")
        + (probe.staleTag.map { " (\($0.message); the tag was followed)" } ?? "")
      return (text, pair.damage)
    } catch {
      throw error.naming(file.path)
    }
  }
}

// How terminals receive images (kitty's protocol; iTerm2's OSC 1337; sixels, VT330/VT340 chapter 14; U+2580).

/// A protocol that shows an image on a terminal.
package enum ImageProtocol: String, CaseIterable, Sendable {
  /// PNG in kitty's graphics protocol.
  case kitty
  /// PNG in iTerm2's inline images.
  case iterm2
  /// DEC's sixels.
  case sixel
  /// Two pixels per cell, in any terminal with colors.
  case blocks

  /// The best protocol that the terminal is known to support.
  package init(_ window: TerminalWindow) {
    let hints = window.hints
    if hints.contains(.nested) {
      self = .blocks
    } else if hints.contains(.kitty) {
      self = .kitty
    } else if hints.contains(.iTerm2) {
      self = .iterm2
    } else {
      self = hints.contains(.sixel) ? .sixel : .blocks
    }
  }

  /// The maximum image size that fills `columns` and stays inside the window, with two lines left for text.
  package func maxSize(_ window: TerminalWindow, columns: Int) -> PixelSize<Output> {
    let lines = max(1, window.rows - 2)
    switch self {
    case .blocks: return PixelSize(width: columns, height: 2 * lines)
    case .kitty, .iterm2, .sixel:
      return PixelSize(width: columns * window.cellWidth, height: lines * window.cellHeight)
    }
  }

  /// The bytes that show `image`, followed by a line end.
  ///
  /// - Throws: `.codec`, `.limit`.
  package func bytes(_ image: Canvas, _ window: TerminalWindow) throws(UprightError) -> [UInt8] {
    switch self {
    case .kitty: try KittyImage.bytes(png: Self.png(image))
    case .iterm2: try ITermImage.bytes(png: Self.png(image), size: image.size)
    case .sixel: SixelImage(image).bytes
    case .blocks: BlockImage(image, isTrueColor: window.hints.contains(.trueColor)).bytes
    }
  }

  private static func png(_ image: Canvas) throws(UprightError) -> [UInt8] {
    var bytes: [UInt8] = []
    try DrawnPNG(canvas: image).write(into: &bytes)
    return bytes
  }
}

// A PNG as an inline image of iTerm2 (OSC 1337 ; File=), which WezTerm, mintty and others also read.

package enum ITermImage {
  /// The escape sequence that shows a PNG of `size` pixel by pixel.
  package static func bytes(png: [UInt8], size: PixelSize<Output>) -> [UInt8] {
    let keys = "inline=1;size=\(png.count);width=\(size.width)px;height=\(size.height)px;preserveAspectRatio=1"
    return Array("\u{1B}]1337;File=\(keys):\(Base64.text(png))\u{07}\n".utf8)
  }
}

// A PNG in kitty's terminal graphics protocol: "a=T,f=100", Base64 in chunks of at most 4,096 characters.

package enum KittyImage {
  private static let chunkSize = 4_096

  /// The escape sequences that show a PNG; the terminal is told not to reply (q=2).
  package static func bytes(png: [UInt8]) -> [UInt8] {
    let text = Array(Base64.text(png).utf8)
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: text.count, by: chunkSize) {
      let end = min(text.count, start + chunkSize)
      let keys = (start == 0 ? "a=T,f=100,q=2," : "") + "m=\(end < text.count ? 1 : 0)"
      bytes += Array("\u{1B}_G\(keys);".utf8) + text[start..<end] + Array("\u{1B}\\".utf8)
    }
    return bytes + Array("\n".utf8)
  }
}

// An image in sixels: rows of six pixels, one palette color after another (VT330/VT340 Programmer Reference, 14).

/// An image of 252 colors with error diffusion (Floyd and Steinberg, 1976).
package struct SixelImage {
  /// The number of levels of red, green and blue.
  private static let levels = [6, 7, 6]

  private let width: Int
  private let height: Int
  /// The palette index of each pixel, row by row.
  package let places: [Int]

  package init(_ image: Canvas) {
    (width, height) = (image.size.width, image.size.height)
    places = Self.dithered(image)
  }

  /// The escape sequence, and a line end.
  package var bytes: [UInt8] {
    var text = Array("\u{1B}P0;1;0q\"1;1;\(width);\(height)".utf8)
    for place in Set(places).sorted() {
      let percents = Self.color(place).map { "\(($0 * 100 + 127) / 255)" }.joined(separator: ";")
      text += Array("#\(place);2;\(percents)".utf8)
    }
    for top in stride(from: 0, to: height, by: 6) { text += band(from: top) }
    return text + Array("\u{1B}\\\n".utf8)
  }

  /// The color at an index of the palette.
  package static func color(_ place: Int) -> [Int] {
    let steps = [place / (levels[1] * levels[2]), place / levels[2] % levels[1], place % levels[2]]
    return zip(steps, levels).map { $0 * 255 / ($1 - 1) }
  }

  /// Six rows: each color that occurs in them, with a carriage return between colors, and a new line at the end.
  private func band(from top: Int) -> [UInt8] {
    let rows = top..<min(height, top + 6)
    var masks: [Int: [UInt8]] = [:]
    for row in rows {
      for column in 0..<width {
        masks[places[row * width + column], default: [UInt8](repeating: 0, count: width)][column] |= 1 << (row - top)
      }
    }
    let lines = masks.sorted { $0.key < $1.key }.map { Array("#\($0.key)".utf8) + Self.runs($0.value) }
    return Array(lines.joined(separator: Array("$".utf8))) + Array("-".utf8)
  }

  /// Sixels, with runs of four or more counted ("!" and a number); empty ones at the end are omitted.
  private static func runs(_ masks: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    var at = 0
    let end = (masks.lastIndex { $0 != 0 } ?? -1) + 1
    while at < end {
      let run = masks[at..<end].prefix { $0 == masks[at] }.count
      let sixel = masks[at] + 63
      text += run > 3 ? Array("!\(run)".utf8) + [sixel] : [UInt8](repeating: sixel, count: run)
      at += run
    }
    return text
  }

  private static func dithered(_ image: Canvas) -> [Int] {
    let (width, height) = (image.size.width, image.size.height)
    var places = [Int](repeating: 0, count: width * height)
    var (current, next) = ([Int](repeating: 0, count: (width + 2) * 3), [Int](repeating: 0, count: (width + 2) * 3))
    for row in 0..<height {
      for column in 0..<width {
        var place = 0
        for channel in 0..<3 {
          let at = (column + 1) * 3 + channel
          let wanted = Int(image.bytes[(row * width + column) * 3 + channel]) + current[at] / 16
          let last = levels[channel] - 1
          let step = max(0, min(last, (wanted * last + 127) / 255))
          place = place * levels[channel] + step
          let error = wanted - step * 255 / last
          current[at + 3] += error * 7
          next[at - 3] += error * 3
          next[at] += error * 5
          next[at + 3] += error
        }
        places[row * width + column] = place
      }
      current = next
      next = [Int](repeating: 0, count: next.count)
    }
    return places
  }
}

// An image in text cells: the upper half block (U+2580) in two colors (ECMA-48, 8.3.117; ITU T.416, 13.1.8).

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
