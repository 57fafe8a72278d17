// Random shapes that are the same on every run.

import UprightGeometry
import UprightTestTools

@testable import UprightLabels

extension SplitMix64 {
  mutating func place<S: Space>(in size: PixelSize<S>) -> Point2D<S> {
    Point2D(
      x: Double.random(in: 0..<Double(size.width), using: &self),
      y: Double.random(in: 0..<Double(size.height), using: &self))
  }

  mutating func size<S: Space>() -> PixelSize<S> {
    PixelSize(width: Int.random(in: 3...19, using: &self), height: Int.random(in: 3...17, using: &self))
  }

  mutating func box<S: Space>(in size: PixelSize<S>) -> Rect2D<S> {
    let (one, two) = (place(in: size), place(in: size))
    return Rect2D(x: one.x, y: one.y, width: two.x - one.x, height: two.y - one.y).standardized
  }

  mutating func rotated<S: Space>(in size: PixelSize<S>) -> RotatedRect<S> {
    RotatedRect(
      center: place(in: size),
      size: Size2D(width: Double.random(in: 1..<12, using: &self), height: Double.random(in: 1..<12, using: &self)),
      degrees: Double.random(in: -400..<400, using: &self))
  }

  mutating func ring<S: Space>(in size: PixelSize<S>) -> [Point2D<S>] {
    (0..<Int.random(in: 3...7, using: &self)).map { _ in place(in: size) }
  }

  mutating func mask<S: Space>(in size: PixelSize<S>) -> RunMask<S> {
    var bits = Set<Int>()
    for _ in 0..<Int.random(in: 0...size.width * size.height, using: &self) {
      bits.insert(Int.random(in: 0..<size.width * size.height, using: &self))
    }
    return RunMask(size: size) { bits.contains($0 * size.height + $1) }!
  }

  /// One outline of every kind.
  mutating func outlines<S: Space>(in size: PixelSize<S>) -> [Outline<S>] {
    [
      .rotated(rotated(in: size)), .ellipse(rotated(in: size)), .polygon(Polygon(rings: [ring(in: size)])),
      .polygon(Polygon(rings: [ring(in: size), ring(in: size)])),
      .polygon(Polygon(rings: [ring(in: size), ring(in: size), ring(in: size)], filling: .evenOdd)),
      .mask(mask(in: size)), .line(ring(in: size)), .points(ring(in: size)),
    ]
  }

  /// A decimal as in files: 0…`places` digits after the point, less than `bound`.
  mutating func decimal(below bound: Int, places: Int) -> String {
    let whole = Int.random(in: 0..<max(1, bound), using: &self)
    guard places > 0 else { return String(whole) }
    let scale = (0..<places).reduce(1) { all, _ in all * 10 }
    let digits = String(Int.random(in: 0..<scale, using: &self) + scale).dropFirst()
    return "\(whole).\(digits)"
  }
}
