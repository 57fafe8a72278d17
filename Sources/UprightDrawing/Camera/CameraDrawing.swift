// A stored buffer beside its displayed image, drawn in characters.

package import Upright
import UprightBatch

/// Two frames with lettered corners and an arrow that points to the sky.
package enum CameraDrawing {
  /// The lines of the drawing: A, B, C and D are the stored image's corners, clockwise from its first pixel.
  package static func lines(_ orientation: Orientation<Stored, Displayed>, _ size: PixelSize<Stored>) -> [String] {
    let matrix = OrientationMatrix(orientation)
    let stored = frame(
      "as stored", isTall: size.height > size.width, corners: ["A", "B", "C", "D"], arrow: (-matrix.b, -matrix.d))
    let shown = orientation.applied(to: size)
    let displayed = frame(
      "as displayed", isTall: shown.height > shown.width, corners: corners(under: matrix), arrow: (0, -1))
    let height = max(stored.count, displayed.count)
    let width = stored.map(\.count).max() ?? 0
    return (0..<height).map { row in
      let left = row < stored.count ? stored[row] : ""
      let right = row < displayed.count ? displayed[row] : ""
      return right.isEmpty ? left : Columns.padded(left, to: width + 4) + right
    }
  }

  /// The letters of the displayed corners, clockwise from the top left.
  package static func corners(under matrix: OrientationMatrix) -> [Character] {
    let places = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
    let shown = places.map { (matrix.a * $0.0 + matrix.c * $0.1, matrix.b * $0.0 + matrix.d * $0.1) }
    return places.map { place in
      let letter = shown.firstIndex { $0 == place } ?? 0
      return ["A", "B", "C", "D"][letter]
    }
  }

  private static func frame(_ title: String, isTall: Bool, corners: [Character], arrow: (Int, Int)) -> [String] {
    let (width, height) = isTall ? (9, 7) : (17, 5)
    let edge = "+" + String(repeating: "-", count: width) + "+"
    let blank = "|" + String(repeating: " ", count: width) + "|"
    func row(_ left: Character, _ right: Character) -> String {
      "|" + String(left) + String(repeating: " ", count: width - 2) + String(right) + "|"
    }
    let margin = String(repeating: " ", count: width / 2)
    let middle = "|" + margin + arrowSign(arrow) + margin + "|"
    let between = Array(repeating: blank, count: (height - 3) / 2)
    return [title, edge, row(corners[0], corners[1])] + between + [middle] + between
      + [row(corners[3], corners[2]), edge]
  }

  private static func arrowSign(_ arrow: (Int, Int)) -> String {
    switch arrow {
    case (0, -1): "↑"
    case (1, 0): "→"
    case (0, 1): "↓"
    default: "←"
    }
  }
}
