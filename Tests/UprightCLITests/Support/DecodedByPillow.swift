// Images as Pillow decodes them: an independent reader.

import Foundation
import Testing
import UprightTestTools

/// An image as Pillow decodes it.
struct DecodedByPillow {
  /// The tag in its Exif block, 0 if there is none.
  let tag: Int
  let width, height: Int
  /// Red, green and blue, row by row.
  let samples: [UInt8]

  /// An image of these samples.
  init(tag: Int = 0, width: Int, height: Int, samples: [UInt8]) {
    (self.tag, self.width, self.height, self.samples) = (tag, width, height, samples)
  }

  subscript(x: Int, y: Int) -> [UInt8] {
    let start = (y * width + x) * 3
    return Array(samples[start..<start + 3])
  }

  /// The part whose top left corner is at (`x`, `y`).
  func cropped(x: Int, y: Int, width: Int, height: Int) -> DecodedByPillow {
    let rows = (y..<y + height).map { row in samples[((row * self.width) + x) * 3..<(row * self.width + x + width) * 3]
    }
    return DecodedByPillow(tag: tag, width: width, height: height, samples: Array(rows.joined()))
  }

  /// The mean difference of the samples of two images of one size; 256 if the sizes differ.
  func distance(to other: DecodedByPillow) -> Double {
    guard width == other.width, height == other.height else { return 256 }
    let sum = zip(samples, other.samples).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    return Double(sum) / Double(max(1, samples.count))
  }
}

extension DecodedByPillow {
  /// The colors of samples and photos by a letter each.
  private static let palette: [(Character, [Int])] = [
    ("R", [214, 40, 40]), ("G", [40, 160, 60]), ("B", [40, 70, 200]), ("Y", [250, 205, 30]),
    ("r", [255, 0, 0]), ("g", [0, 255, 0]), ("b", [0, 0, 255]), ("y", [255, 255, 0]), ("m", [255, 0, 255]),
    ("w", [255, 255, 255]),
  ]

  /// The letter of the color at a point; `?` for any other.
  func letter(x: Int, y: Int) -> Character {
    let pixel = self[x, y].map(Int.init)
    return Self.palette.first { zip($0.1, pixel).allSatisfy { abs($0.0 - $0.1) < 14 } }?.0 ?? "?"
  }

  /// The letters of the four corners clockwise from the top left, `inset` pixels inside.
  func corners(inset: Int) -> String {
    let (right, bottom) = (width - 1 - inset, height - 1 - inset)
    return String([
      letter(x: inset, y: inset), letter(x: right, y: inset), letter(x: right, y: bottom), letter(x: inset, y: bottom),
    ])
  }

  /// The four corners after a rotation or mirror as displayed, by the argument of `rotate`; computed by hand.
  static func corners(_ corners: String, after operation: String) -> String {
    let order: [String: [Int]] = [
      "mirror-horizontal": [1, 0, 3, 2], "mirror-vertical": [3, 2, 1, 0], "cw": [3, 0, 1, 2], "ccw": [1, 2, 3, 0],
      "180": [2, 3, 0, 1], "transpose": [0, 3, 2, 1], "transverse": [2, 1, 0, 3],
    ]
    return String((order[operation] ?? []).map { Array(corners)[$0] })
  }
}

extension DecodedByPillow {
  private static let script = """
    import sys, PIL.Image, PIL.ImageOps
    how = sys.argv[1]
    ways = {2: 0, 3: 3, 4: 1, 5: 5, 6: 4, 7: 6, 8: 2}
    for name in sys.argv[2:]:
      p = PIL.Image.open(name)
      tag = p.getexif().get(274, 0)
      if how.startswith('crop:'):
        x, y, w, h = map(int, how[5:].split(','))
        q = p.crop((x, y, x + w, y + h))
        if tag > 1: q = q.transpose(ways[tag])
      else:
        q = PIL.ImageOps.exif_transpose(p) if how == 'displayed' else p
      q = q.convert('RGB')
      sys.stdout.buffer.write(f'{tag} {q.width} {q.height}\\n'.encode() + q.tobytes())
    """

  /// How to read an image.
  enum View {
    /// Rotated by its tag.
    case displayed
    /// The grid of the file, ignoring the tag.
    case stored
    /// A region of the stored grid, rotated by the tag.
    case crop(x: Int, y: Int, width: Int, height: Int)

    fileprivate var word: String {
      switch self {
      case .displayed: "displayed"
      case .stored: "stored"
      case .crop(let x, let y, let width, let height): "crop:\(x),\(y),\(width),\(height)"
      }
    }
  }

  /// The images with these names in a folder, all read in one run.
  static func of(_ names: [String], in folder: ScratchFolder, as view: View) throws -> [DecodedByPillow] {
    let answer = try OutsideTool.pillow.run(["-c", script, view.word] + names, in: folder)
    try #require(answer.status == 0, "\(answer.complaints)")
    var sights: [DecodedByPillow] = []
    var rest = answer.output[...]
    while let end = rest.firstIndex(of: 10) {
      let numbers = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ").compactMap { Int($0) }
      let count = numbers[1] * numbers[2] * 3
      let samples = Array(rest[(end + 1)..<(end + 1 + count)])
      sights.append(DecodedByPillow(tag: numbers[0], width: numbers[1], height: numbers[2], samples: samples))
      rest = rest[(end + 1 + count)...]
    }
    try #require(sights.count == names.count)
    return sights
  }
}
