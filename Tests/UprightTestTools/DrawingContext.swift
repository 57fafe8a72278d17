// A drawing context in software: for each pixel of a canvas, by its center, it finds the pixel of an image that is
// drawn there.

package import UprightGeometry

/// A kind of drawing context, by the direction of its y axis and by how it draws images.
package enum DrawingContext: Sendable, CaseIterable {
  /// Core Graphics' bitmap contexts: y points up, and an image's top row is at the rectangle's greatest y.
  case bitmap
  /// UIKit's contexts: y points down, and `CGContext.draw` still puts the top row at the greatest y.
  case uiKit
  /// HTML's canvas and similar ones: y points down, and the top row is at the rectangle's smallest y.
  case topDown

  /// A canvas of `size`, -1 where nothing was drawn: the labeled pixels of `image` in `rect`, mapped by `map`.
  package func draw<User: Space, Canvas: Space>(
    _ image: CornerRule.Labels, in rect: Rect2D<User>, through map: Transform2D<User, Canvas>,
    on size: PixelSize<Output>
  ) -> CornerRule.Labels {
    let (rows, columns) = (image.count, image[0].count)
    let blank = CornerRule.Labels(repeating: [Int](repeating: -1, count: size.width), count: size.height)
    guard let back = map.inverse, rect.width > 0, rect.height > 0 else { return blank }
    var canvas = blank
    for y in 0..<size.height {
      for x in 0..<size.width {
        let down = Double(y) + 0.5
        let centre = Point2D<Canvas>(x: Double(x) + 0.5, y: self == .bitmap ? Double(size.height) - down : down)
        let place = back.apply(centre)
        let column = ((place.x - rect.x) / rect.width * Double(columns)).rounded(.down)
        let depth = (self == .topDown ? place.y - rect.y : rect.maxY - place.y) / rect.height
        let row = (depth * Double(rows)).rounded(.down)
        guard column >= 0, row >= 0, column < Double(columns), row < Double(rows) else { continue }
        canvas[y][x] = image[Int(row)][Int(column)]
      }
    }
    return canvas
  }
}

extension CornerRule {
  /// The fraction of a canvas that is not drawn on, 0…1.
  package static func uncovered(_ canvas: Labels) -> Double {
    let pixels = canvas.joined()
    return Double(pixels.count { $0 < 0 }) / Double(pixels.count)
  }
}
