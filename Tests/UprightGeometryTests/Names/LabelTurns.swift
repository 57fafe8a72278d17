// Rotations and mirrors of labeled pixels, by moving them one by one: the reference for all names of rotations and
// mirrors.

import UprightTestTools

extension CornerRule {
  /// 0 1 2 / 3 4 5.
  static let upright: Labels = [[0, 1, 2], [3, 4, 5]]

  /// Left and right swapped.
  static func leftRight(_ labels: Labels) -> Labels { labels.map { $0.reversed() } }

  /// Top and bottom swapped.
  static func topBottom(_ labels: Labels) -> Labels { labels.reversed() }

  /// Rows become columns.
  static func transposed(_ labels: Labels) -> Labels {
    labels[0].indices.map { column in labels.map { $0[column] } }
  }

  /// This many quarter turns clockwise: the left becomes the top.
  static func clockwise(_ labels: Labels, quarters: Int = 1) -> Labels {
    (0..<quarters).reduce(labels) { image, _ in
      image[0].indices.map { column in image.reversed().map { $0[column] } }
    }
  }
}
