// The eight maps written out pixel by pixel (TIFF 6.0, tag 274), without the library's arithmetic: the reference for
// everything else.

import Foundation
import UprightGeometry
import UprightTestTools

@testable import UprightLabels

/// The positions of pixels with a tag.
struct PixelTable {
  let tag: Int
  let width: Int
  let height: Int

  /// The displayed size.
  var displayed: (width: Int, height: Int) { tag >= 5 ? (height, width) : (width, height) }

  /// The displayed column and row of a stored pixel.
  func place(_ x: Int, _ y: Int) -> (x: Int, y: Int) {
    switch tag {
    case 1: (x, y)
    case 2: (width - 1 - x, y)
    case 3: (width - 1 - x, height - 1 - y)
    case 4: (x, height - 1 - y)
    case 5: (y, x)
    case 6: (height - 1 - y, x)
    case 7: (height - 1 - y, width - 1 - x)
    default: (y, width - 1 - x)
    }
  }

  /// A stored raster as displayed.
  func turned(_ raster: [[Bool]]) -> [[Bool]] {
    var result = [[Bool]](repeating: [Bool](repeating: false, count: displayed.width), count: displayed.height)
    for y in 0..<height {
      for x in 0..<width {
        let to = place(x, y)
        result[to.y][to.x] = raster[y][x]
      }
    }
    return result
  }

  static var all: [(tag: Int, orientation: Orientation<Stored, Displayed>)] {
    ExifOrientation.allCases.map { (Int($0.rawValue), Orientation(exif: $0)) }
  }
}

/// Which pixels have their center inside a shape, found without the library.
enum Raster {
  static func of(_ width: Int, _ height: Int, _ contains: (Double, Double) -> Bool) -> [[Bool]] {
    (0..<height).map { y in (0..<width).map { x in contains(Double(x) + 0.5, Double(y) + 0.5) } }
  }

  static func of<S: Space>(_ box: Rect2D<S>, _ width: Int, _ height: Int) -> [[Bool]] {
    of(width, height) { x, y in x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height }
  }

  static func of<S: Space>(_ outline: Outline<S>, _ width: Int, _ height: Int) -> [[Bool]] {
    of(width, height) { contains(outline, $0, $1) }
  }

  static func contains<S: Space>(_ outline: Outline<S>, _ x: Double, _ y: Double) -> Bool {
    switch outline {
    case .rotated(let rect):
      let (along, across) = own(rect, x, y)
      return abs(along) < rect.size.width / 2 && abs(across) < rect.size.height / 2
    case .ellipse(let rect):
      let (along, across) = own(rect, x, y)
      let (a, b) = (2 * along / rect.size.width, 2 * across / rect.size.height)
      return a * a + b * b < 1
    case .polygon(let polygon):
      let insides = polygon.rings.map { isInside($0, x, y) }
      return polygon.filling == .union ? insides.contains(true) : insides.count { $0 } % 2 == 1
    case .mask(let mask): return contains(mask, x, y)
    case .line(let points):
      return zip(points, points.dropFirst()).contains { distance($0, $1, x, y) < 0.8 }
    case .points(let points): return points.contains { abs($0.x - x) < 0.7 && abs($0.y - y) < 0.7 }
    }
  }

  /// By the definition of runs: the pixel's number down the columns.
  static func contains<S: Space>(_ mask: RunMask<S>, _ x: Double, _ y: Double) -> Bool {
    var (rest, isInside) = (Int(x) * mask.size.height + Int(y), false)
    for run in mask.runs {
      if rest < run { return isInside }
      rest -= run
      isInside.toggle()
    }
    return false
  }

  private static func own<S: Space>(_ rect: RotatedRect<S>, _ x: Double, _ y: Double) -> (Double, Double) {
    let angle = rect.degrees * Double.pi / 180
    let (dx, dy) = (x - rect.center.x, y - rect.center.y)
    return (dx * cosine(angle) + dy * sine(angle), -dx * sine(angle) + dy * cosine(angle))
  }

  static func sine(_ angle: Double) -> Double { Foundation.sin(angle) }
  static func cosine(_ angle: Double) -> Double { Foundation.cos(angle) }

  private static func isInside<S: Space>(_ ring: [Point2D<S>], _ x: Double, _ y: Double) -> Bool {
    var inside = false
    for index in ring.indices {
      let (one, two) = (ring[index], ring[(index + 1) % ring.count])
      guard (one.y > y) != (two.y > y) else { continue }
      if x < (two.x - one.x) * (y - one.y) / (two.y - one.y) + one.x { inside.toggle() }
    }
    return inside
  }

  private static func distance<S: Space>(_ one: Point2D<S>, _ two: Point2D<S>, _ x: Double, _ y: Double) -> Double {
    let (dx, dy) = (two.x - one.x, two.y - one.y)
    let length = dx * dx + dy * dy
    let along = length == 0 ? 0 : max(0, min(1, ((x - one.x) * dx + (y - one.y) * dy) / length))
    let (ox, oy) = (x - one.x - along * dx, y - one.y - along * dy)
    return (ox * ox + oy * oy).squareRoot()
  }

  /// A raster as lines of `#` and `.`, for messages.
  static func drawing(_ raster: [[Bool]]) -> String {
    raster.map { String($0.map { $0 ? "#" : "." }) }.joined(separator: "\n")
  }
}
