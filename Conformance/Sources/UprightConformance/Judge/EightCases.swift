// The eight ways in which a stored image is displayed, written out for the judge alone: what the rest of this program
// has for them is judged (TIFF 6.0, page 36, tag 274; EXIF 2.32, 4.6.4.A).

package import UprightFixtures
package import UprightGeometry

/// The judge's table of the tags.
enum EightCases {
  /// The stored column and row of the pixel that is displayed at a column and row, for a stored image of `width` ×
  /// `height`.
  static func source(_ tag: ExifOrientation, _ x: Int, _ y: Int, width: Int, height: Int) -> (x: Int, y: Int) {
    switch tag {
    case .topLeft: (x, y)
    case .topRight: (width - 1 - x, y)
    case .bottomRight: (width - 1 - x, height - 1 - y)
    case .bottomLeft: (x, height - 1 - y)
    case .leftTop: (y, x)
    case .rightTop: (y, height - 1 - x)
    case .rightBottom: (width - 1 - y, height - 1 - x)
    case .leftBottom: (width - 1 - y, x)
    }
  }

  /// Whether rows are displayed as columns.
  static func swapsSides(_ tag: ExifOrientation) -> Bool { tag.rawValue > 4 }
}

extension TinyImage {
  /// What a stored image with this tag is displayed as.
  package func displayed(as tag: ExifOrientation) -> TinyImage {
    let (wide, high) = EightCases.swapsSides(tag) ? (height, width) : (width, height)
    var turned: [UInt8] = []
    turned.reserveCapacity(samples.count)
    for y in 0..<high {
      for x in 0..<wide {
        let source = EightCases.source(tag, x, y, width: width, height: height)
        let start = (source.y * width + source.x) * channels
        for channel in 0..<channels { turned.append(samples[start + channel]) }
      }
    }
    return TinyImage(width: wide, height: high, channels: channels, samples: turned) ?? self
  }
}

/// A rotation or mirror as a matrix of signs: x' = a x + c y, y' = b x + d y, with y downward.
struct SignMatrix: Hashable {
  let a, b, c, d: Int

  /// Nothing.
  static let identity = SignMatrix(a: 1, b: 0, c: 0, d: 1)

  /// This one, and then another.
  func then(_ other: SignMatrix) -> SignMatrix {
    SignMatrix(
      a: a * other.a + b * other.c, b: a * other.b + b * other.d,
      c: c * other.a + d * other.c, d: c * other.b + d * other.d)
  }

  /// The tag whose orientation this is; nil if this is not an orientation.
  var tag: ExifOrientation? {
    switch (a, b, c, d) {
    case (1, 0, 0, 1): .topLeft
    case (-1, 0, 0, 1): .topRight
    case (-1, 0, 0, -1): .bottomRight
    case (1, 0, 0, -1): .bottomLeft
    case (0, 1, 1, 0): .leftTop
    case (0, 1, -1, 0): .rightTop
    case (0, -1, -1, 0): .rightBottom
    case (0, -1, 1, 0): .leftBottom
    default: nil
    }
  }
}

// How far edges between colors are from their places: blur changes an edge's width, but not where half of it is.

/// The offsets of the straight edges of an image from those of the expected image, in pixels.
struct EdgeOffsets {
  /// The pixels on each side of an edge that are looked at.
  private static let reach = 4
  /// The lines that an edge must cross to be measured.
  private static let fewest = 4

  private let actual: PackedImage
  private let expected: PackedImage

  /// The offsets; both images have the same size.
  init(of actual: PackedImage, from expected: PackedImage) { (self.actual, self.expected) = (actual, expected) }

  /// The offset of the edge that is farthest from its place; nil if there is no edge to measure.
  var farthest: Double? {
    let columns = groups(lines: expected.height, length: expected.width) { line, place in (place, line) }
    let rows = groups(lines: expected.width, length: expected.height) { line, place in (line, place) }
    return (columns + rows).map { abs($0) }.max()
  }

  /// The offset of each edge that is perpendicular to lines. An edge between two cells is one group, because neighbors
  /// may be displaced differently.
  private func groups(lines: Int, length: Int, at pixel: (_ line: Int, _ place: Int) -> (x: Int, y: Int)) -> [Double] {
    struct Edge: Hashable {
      let place: Int
      let before, after: UInt32
    }
    var offsets: [Edge: [Double]] = [:]
    func color(_ image: PackedImage, _ line: Int, _ place: Int) -> UInt32 {
      let (x, y) = pixel(line, place)
      return image[x, y]
    }
    for line in 0..<lines {
      let row = (0..<length).map { color(expected, line, $0) }
      for place in row.indices.dropFirst() where row[place] != row[place - 1] {
        let (before, after) = (row[place - 1], row[place])
        let left = (1...Self.reach).prefix { place - $0 >= 0 && row[place - $0] == before }.count
        let right = (0..<Self.reach).prefix { place + $0 < length && row[place + $0] == after }.count
        let reach = min(left, right)
        guard reach >= 3 else { continue }
        let shares = (place - reach..<place + reach).map { share(color(actual, line, $0), from: before, to: after) }
        let offset = Double(reach) - shares.reduce(0, +)
        offsets[Edge(place: place, before: before, after: after), default: []].append(offset)
      }
    }
    return offsets.values.compactMap { values in
      values.count < Self.fewest ? nil : values.sorted()[values.count / 2]
    }
  }

  /// Where a color is between two others, from 0 to 1.
  private func share(_ color: UInt32, from before: UInt32, to after: UInt32) -> Double {
    var (length, covered) = (0, 0)
    for channel in 0..<3 {
      let start = PackedImage.sample(before, channel)
      let step = PackedImage.sample(after, channel) - start
      length += step * step
      covered += step * (PackedImage.sample(color, channel) - start)
    }
    return max(-0.25, min(1.25, Double(covered) / Double(length)))
  }
}
