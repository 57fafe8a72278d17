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
