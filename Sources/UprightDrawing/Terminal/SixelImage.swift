// An image in sixels: rows of six pixels, one palette color after another (VT330/VT340 Programmer Reference, 14).

import Upright

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
