// A reference for views: which pixel of an image is under a point of the view, searched pixel by pixel in integers.

import UprightGeometry
import UprightTestTools

/// A view that shows an image, all in quarters of a point; nothing is rounded, no map is inverted.
struct SimulatedView {
  /// The pixels of the image along one direction: pixel i covers `start + i * step ..< start + (i + 1) * step`, in
  /// units of which `parts` make a quarter of a point.
  struct Row {
    let count, start, step, parts: Int

    /// The pixel under a point, or nil outside the image.
    func pixel(at place: Int) -> Int? {
      (0..<count).first { start + $0 * step <= place * parts && place * parts < start + ($0 + 1) * step }
    }

    /// The pixels in an interval: touched by it, with their center inside, or fully inside.
    func pixels(from low: Int, to high: Int, _ rounding: PixelRounding) -> [Int] {
      (0..<count).filter { pixel in
        let (first, end) = (start + pixel * step, start + (pixel + 1) * step)
        return switch rounding {
        case .outward: first < high * parts && low * parts < end
        case .nearest: 2 * low * parts < first + end && first + end <= 2 * high * parts
        case .inward: low * parts <= first && end <= high * parts
        }
      }
    }
  }

  let columns, rows: Row

  /// An image of `width` × `height` pixels, `density` per point, in a view given in quarters of a point.
  init(
    _ width: Int, _ height: Int, x: Int, y: Int, wide: Int, high: Int, _ mode: ViewContentMode, density: Int = 1
  ) {
    // Quarters of a point per pixel, as fractions.
    let byWidth = (wide, width), byHeight = (high, height)
    let isWiderThanView = width * high > wide * height
    let (across, down) =
      switch mode {
      case .scaleToFill, .redraw: (byWidth, byHeight)
      case .scaleAspectFit: isWiderThanView ? (byWidth, byWidth) : (byHeight, byHeight)
      case .scaleAspectFill: isWiderThanView ? (byHeight, byHeight) : (byWidth, byWidth)
      default: ((4, density), (4, density))
      }
    // Halves of the free space before the image.
    let (left, top) =
      switch mode {
      case .topLeft: (0, 0)
      case .top: (1, 0)
      case .topRight: (2, 0)
      case .left: (0, 1)
      case .right: (2, 1)
      case .bottomLeft: (0, 2)
      case .bottom: (1, 2)
      case .bottomRight: (2, 2)
      case .scaleToFill, .scaleAspectFit, .scaleAspectFill, .redraw, .center: (1, 1)
      }
    columns = Self.row(of: width, at: x, wide, scaledBy: across, halvesBefore: left)
    rows = Self.row(of: height, at: y, high, scaledBy: down, halvesBefore: top)
  }

  private static func row(
    of count: Int, at place: Int, _ extent: Int, scaledBy scale: (quarters: Int, pixels: Int), halvesBefore: Int
  ) -> Row {
    let free = extent * scale.pixels - count * scale.quarters
    return Row(
      count: count, start: 2 * place * scale.pixels + halvesBefore * free, step: 2 * scale.quarters,
      parts: 2 * scale.pixels)
  }

  /// A rectangle in quarters of a point as one in points.
  static func points<S: Space>(x: Int, y: Int, width: Int, height: Int) -> Rect2D<S> {
    Rect2D(x: Double(x) / 4, y: Double(y) / 4, width: Double(width) / 4, height: Double(height) / 4)
  }
}
