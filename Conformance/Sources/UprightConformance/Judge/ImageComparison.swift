// Whether an image is the expected one, apart from what lossy coding and scaling change.

package import UprightFixtures

/// Compares an image with the expected one: colors away from edges, and the places of edges.
package struct ImageComparison {
  /// How exactly edges must be where they are expected.
  package enum Precision: Sendable {
    /// No step is lossy: an edge that is half a pixel off is wrong.
    case lossless
    /// A step is lossy. Chroma of half the size moves edges by up to a pixel if it is made twice at odd sides.
    case lossy
    /// The image was scaled, so that its size may differ by a pixel, and edges by rounding.
    case scaled

    /// The farthest that an edge may be from its place, in pixels.
    var farthest: Double {
      switch self {
      case .lossless: 0.5
      case .lossy: 1.5
      case .scaled: 1.6
      }
    }
  }

  /// The largest difference of a sample: less than half of that between the picture's values, 0 and 255.
  static let tolerance = 80

  private let expected: PackedImage
  private let actual: PackedImage
  private let radius: Int

  /// The comparison; sizes may differ by one pixel if the result was scaled.
  private init?(_ actual: TinyImage, _ expected: TinyImage, _ precision: Precision) {
    let slack = precision == .scaled ? 1 : 0
    guard abs(actual.width - expected.width) <= slack, abs(actual.height - expected.height) <= slack else {
      return nil
    }
    self.actual = PackedImage(actual)
    self.expected = PackedImage(
      precision == .scaled ? expected.resampled(width: actual.width, height: actual.height) : expected)
    let short = min(expected.width, expected.height)
    radius = short < 5 ? 0 : max(1, min(3, short / 9))
  }

  /// Whether `actual` is the expected image: nearly all pixels away from edges, most of each side's outermost line, and
  /// all edges in their places.
  package static func holds(_ actual: TinyImage, _ expected: TinyImage, _ precision: Precision) -> Bool {
    guard let comparison = ImageComparison(actual, expected, precision) else { return false }
    return comparison.holds && comparison.displacement(precision) == nil
  }

  /// By how many pixels edges are displaced, if only their places are wrong; nil if colors are wrong, too.
  static func displacement(_ actual: TinyImage, _ expected: TinyImage, _ precision: Precision) -> Double? {
    guard let comparison = ImageComparison(actual, expected, precision), comparison.holds else { return nil }
    return comparison.displacement(precision)
  }

  private func displacement(_ precision: Precision) -> Double? {
    let offset = EdgeOffsets(of: actual, from: expected).farthest ?? 0
    return offset > precision.farthest || (precision != .scaled && fitsBetterWhenMoved) ? offset : nil
  }

  /// Whether the image fits clearly better when it is moved by one pixel: that of an image without blur is seen also
  /// where a step is lossy.
  private var fitsBetterWhenMoved: Bool {
    guard min(expected.width, expected.height) >= 8 else { return false }
    let own = difference(0, 0)
    return [(1, 0), (-1, 0), (0, 1), (0, -1)].contains { difference($0.0, $0.1) < 0.75 * own }
  }

  /// The mean difference of samples, without the outermost pixels, from the image moved by `dx` columns and `dy` rows.
  private func difference(_ dx: Int, _ dy: Int) -> Double {
    var sum = 0
    for y in 1..<expected.height - 1 {
      for x in 1..<expected.width - 1 {
        sum += (0..<3).reduce(0) { $0 + abs(actual[x + dx, y + dy, $1] - expected[x, y, $1]) }
      }
    }
    return Double(sum) / Double(3 * (expected.width - 2) * (expected.height - 2))
  }

  private var holds: Bool {
    let (right, bottom) = (expected.width - 1, expected.height - 1)
    let columns = Array(0...right)
    let rows = Array(0...bottom)
    guard let all = share(of: rows.flatMap { y in columns.map { (x: $0, y: y) } }) else { return false }
    let sides = [
      columns.map { (x: $0, y: 0) }, columns.map { (x: $0, y: bottom) }, rows.map { (x: 0, y: $0) },
      rows.map { (x: right, y: $0) },
    ]
    return all >= 0.98 && sides.allSatisfy { share(of: $0) ?? 1 >= 0.8 }
  }

  /// The share of pixels that are as expected, among those that are compared; nil if none is.
  private func share(of pixels: [(x: Int, y: Int)]) -> Double? {
    let compared = pixels.filter { isFlat($0.x, $0.y) }
    guard !compared.isEmpty else { return nil }
    let same = compared.count { pixel in
      (0..<3).allSatisfy { abs(actual[pixel.x, pixel.y, $0] - expected[pixel.x, pixel.y, $0]) <= Self.tolerance }
    }
    return Double(same) / Double(compared.count)
  }

  /// Whether all pixels around are of one color in the expected image.
  private func isFlat(_ x: Int, _ y: Int) -> Bool {
    let color = expected[x, y]
    for row in max(0, y - radius)...min(expected.height - 1, y + radius) {
      for column in max(0, x - radius)...min(expected.width - 1, x + radius) where expected[column, row] != color {
        return false
      }
    }
    return true
  }
}
