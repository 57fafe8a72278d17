// A reference without rotations and mirrors: only where the tag puts row 0 and column 0 on display (TIFF 6.0, page 36:
// "The 0th row represents the visual … of the image, and the 0th column represents the visual …").

/// The eight tags, in the standard's own words, on labeled pixels.
package enum CornerRule {
  /// A side of the displayed image.
  package enum Side: Sendable { case top, bottom, left, right }

  /// Labeled pixels, row by row.
  package typealias Labels = [[Int]]

  /// The displayed sides of row 0 and column 0, by tag number.
  package static let sides: [Int: (row0: Side, column0: Side)] = [
    1: (.top, .left), 2: (.top, .right), 3: (.bottom, .right), 4: (.bottom, .left),
    5: (.left, .top), 6: (.right, .top), 7: (.right, .bottom), 8: (.left, .bottom),
  ]

  /// The stored image that displays as 0 1 2 / 3 4 5, for tags 1…8.
  package static let stored: [Labels] = [
    [[0, 1, 2], [3, 4, 5]],
    [[2, 1, 0], [5, 4, 3]],
    [[5, 4, 3], [2, 1, 0]],
    [[3, 4, 5], [0, 1, 2]],
    [[0, 3], [1, 4], [2, 5]],
    [[2, 5], [1, 4], [0, 3]],
    [[5, 2], [4, 1], [3, 0]],
    [[3, 0], [4, 1], [5, 2]],
  ]

  /// The displayed form of 0 1 2 / 3 4 5 stored with tags 1…8.
  package static let shown: [Labels] = [
    [[0, 1, 2], [3, 4, 5]],
    [[2, 1, 0], [5, 4, 3]],
    [[5, 4, 3], [2, 1, 0]],
    [[3, 4, 5], [0, 1, 2]],
    [[0, 3], [1, 4], [2, 5]],
    [[3, 0], [4, 1], [5, 2]],
    [[5, 2], [4, 1], [3, 0]],
    [[2, 5], [1, 4], [0, 3]],
  ]

  /// Where the pixel of a stored row and column is displayed, in a displayed image of `width` and `height`.
  package static func place(row: Int, column: Int, tag: Int, width: Int, height: Int) -> (x: Int, y: Int) {
    guard let lying = sides[tag] else { return (-1, -1) }
    var place = (x: 0, y: 0)
    for (side, distance) in [(lying.row0, row), (lying.column0, column)] {
      switch side {
      case .top: place.y = distance
      case .bottom: place.y = height - 1 - distance
      case .left: place.x = distance
      case .right: place.x = width - 1 - distance
      }
    }
    return place
  }

  /// The image displayed for a stored one with this tag, pixel by pixel.
  package static func displayed(_ stored: Labels, tag: Int) -> Labels {
    let (rows, columns) = (stored.count, stored[0].count)
    let lying = sides[tag].map { $0.row0 == .left || $0.row0 == .right } ?? false
    let (width, height) = lying ? (rows, columns) : (columns, rows)
    var image = Labels(repeating: [Int](repeating: -1, count: width), count: height)
    for row in 0..<rows {
      for column in 0..<columns {
        let place = place(row: row, column: column, tag: tag, width: width, height: height)
        image[place.y][place.x] = stored[row][column]
      }
    }
    return image
  }

  /// Different labels in a grid of `width` by `height`: 0, 1, 2 … row by row.
  package static func numbered(width: Int, height: Int) -> Labels {
    (0..<height).map { row in (0..<width).map { row * width + $0 } }
  }
}
