// The picture of the cases: nine cells in colors that no coding confuses; all eight orientations of it differ.

package import UprightFixtures
import UprightGeometry

/// The picture, as displayed.
package enum CasePicture {
  /// Clockwise from the top left, the corners are red, green, blue and yellow, as in the samples. Each sample is 0 or
  /// 255.
  private static let colors: [[UInt8]] = [
    [255, 0, 0], [0, 255, 255], [0, 255, 0],
    [0, 0, 0], [255, 255, 255], [255, 0, 255],
    [255, 255, 0], [255, 255, 255], [0, 0, 255],
  ]

  /// The picture in a size.
  package static func image(width: Int, height: Int) -> TinyImage {
    var image = TinyImage(width: width, height: height, filledWith: [0, 0, 0])
    for (place, color) in colors.enumerated() {
      let (row, column) = place.quotientAndRemainder(dividingBy: 3)
      let (left, top) = (column * width / 3, row * height / 3)
      image.fill(
        x: left, y: top, width: (column + 1) * width / 3 - left, height: (row + 1) * height / 3 - top, with: color)
    }
    return image
  }
}

/// The sizes of the picture, as displayed.
package enum CaseSize: String, CaseIterable, Sendable {
  /// 64 × 64: a wrong rotation does not show in the size.
  case square
  /// 96 × 64: whole blocks of 16 × 16, so that a JPEG can be reoriented without loss.
  case whole
  /// 88 × 56: whole blocks of 8 × 8, but not of 16 × 16.
  case partial
  /// 75 × 53: odd.
  case odd

  /// The picture in this size.
  package var picture: TinyImage {
    switch self {
    case .square: CasePicture.image(width: 64, height: 64)
    case .whole: CasePicture.image(width: 96, height: 64)
    case .partial: CasePicture.image(width: 88, height: 56)
    case .odd: CasePicture.image(width: 75, height: 53)
    }
  }
}
