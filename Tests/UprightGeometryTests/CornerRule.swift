// An oracle that knows nothing of turns and mirrors: only where the tag says that row 0 and column 0 are displayed
// (TIFF 6.0, page 36: "The 0th row represents the visual … of the image, and the 0th column represents the visual …").

/// A side of the picture as displayed.
enum Side { case top, bottom, left, right }

/// Labelled pixels, row by row.
typealias Labels = [[Int]]

/// On which displayed sides row 0 and column 0 lie, by tag number.
let sidesByTag: [Int: (row0: Side, column0: Side)] = [
  1: (.top, .left), 2: (.top, .right), 3: (.bottom, .right), 4: (.bottom, .left),
  5: (.left, .top), 6: (.right, .top), 7: (.right, .bottom), 8: (.left, .bottom),
]

/// Where the pixel of a stored row and column is displayed, in a displayed picture of `width` and `height`.
func displayedPlace(row: Int, column: Int, tag: Int, width: Int, height: Int) -> (x: Int, y: Int) {
  guard let sides = sidesByTag[tag] else { return (-1, -1) }
  var place = (x: 0, y: 0)
  for (side, distance) in [(sides.row0, row), (sides.column0, column)] {
    switch side {
    case .top: place.y = distance
    case .bottom: place.y = height - 1 - distance
    case .left: place.x = distance
    case .right: place.x = width - 1 - distance
    }
  }
  return place
}

/// The picture that is displayed for a stored one with this tag, pixel by pixel.
func displayed(_ stored: Labels, tag: Int) -> Labels {
  let (rows, columns) = (stored.count, stored[0].count)
  let lying = sidesByTag[tag].map { $0.row0 == .left || $0.row0 == .right } ?? false
  let (width, height) = lying ? (rows, columns) : (columns, rows)
  var picture = Labels(repeating: [Int](repeating: -1, count: width), count: height)
  for row in 0..<rows {
    for column in 0..<columns {
      let place = displayedPlace(row: row, column: column, tag: tag, width: width, height: height)
      picture[place.y][place.x] = stored[row][column]
    }
  }
  return picture
}

/// Different labels in a grid of `width` by `height`: 0, 1, 2 … row by row.
func numbered(width: Int, height: Int) -> Labels {
  (0..<height).map { row in (0..<width).map { row * width + $0 } }
}
