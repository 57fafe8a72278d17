// Whether an image is the expected one, apart from what lossy coding and scaling change.

package import UprightSamples

/// Compares an image with the expected one, pixel by pixel, away from edges between colors.
package struct ImageComparison {
  /// The largest difference of a sample: less than half of that between the picture's values, 0 and 255.
  static let tolerance = 80

  private let expected: TinyImage
  private let actual: TinyImage
  private let radius: Int

  /// The comparison; sizes may differ by one pixel if the result was scaled.
  init(_ actual: TinyImage, with expected: TinyImage, isScaled: Bool) {
    self.actual = actual
    self.expected =
      isScaled ? expected.resampled(width: actual.width, height: actual.height) : expected
    let short = min(expected.width, expected.height)
    radius = short < 5 ? 0 : max(1, min(3, short / 9))
  }

  /// Whether `actual` is the expected image: nearly all pixels, and most of each side's outermost line; and, unless it
  /// is scaled, it does not fit better when it is moved by one pixel.
  package static func holds(_ actual: TinyImage, _ expected: TinyImage, isScaled: Bool) -> Bool {
    let slack = isScaled ? 1 : 0
    guard abs(actual.width - expected.width) <= slack, abs(actual.height - expected.height) <= slack else {
      return false
    }
    let comparison = ImageComparison(actual, with: expected, isScaled: isScaled)
    return comparison.holds && (isScaled || !comparison.isDisplaced)
  }

  /// Whether the image fits clearly better when it is moved by one pixel.
  private var isDisplaced: Bool {
    guard min(expected.width, expected.height) >= 8 else { return false }
    let own = difference(0, 0)
    return [(1, 0), (-1, 0), (0, 1), (0, -1)].contains { difference($0.0, $0.1) < 0.75 * own }
  }

  /// The mean difference of samples, without the outermost pixels, from the image moved by `dx` columns and `dy` rows.
  private func difference(_ dx: Int, _ dy: Int) -> Double {
    var sum = 0
    for y in 1..<expected.height - 1 {
      for x in 1..<expected.width - 1 {
        sum += zip(actual[x + dx, y + dy], expected[x, y]).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
      }
    }
    return Double(sum) / Double(3 * (expected.width - 2) * (expected.height - 2))
  }

  private var holds: Bool {
    let (right, bottom) = (expected.width - 1, expected.height - 1)
    let columns = Array(0...right)
    let rows = Array(0...bottom)
    let all = share(of: rows.flatMap { y in columns.map { (x: $0, y: y) } })
    let sides = [
      columns.map { (x: $0, y: 0) }, columns.map { (x: $0, y: bottom) }, rows.map { (x: 0, y: $0) },
      rows.map { (x: right, y: $0) },
    ]
    return all >= 0.98 && sides.allSatisfy { share(of: $0) >= 0.8 }
  }

  /// The share of pixels that are as expected, among those that are compared; 1 if none is.
  private func share(of pixels: [(x: Int, y: Int)]) -> Double {
    let compared = pixels.filter { isFlat($0.x, $0.y) }
    guard !compared.isEmpty else { return 1 }
    let same = compared.count { pixel in
      zip(actual[pixel.x, pixel.y], expected[pixel.x, pixel.y]).allSatisfy { abs(Int($0) - Int($1)) <= Self.tolerance }
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
