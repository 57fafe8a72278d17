// Core Graphics' points, sizes and rectangles, whose space nobody knows until a type names it.

public import Foundation
public import UprightGeometry

extension Point2D {
  /// A point of Core Graphics in space `S`; the caller knows which space it is.
  public init(_ point: CGPoint) { self.init(x: Double(point.x), y: Double(point.y)) }
}

extension Size2D {
  /// A size of Core Graphics in space `S`.
  public init(_ size: CGSize) { self.init(width: Double(size.width), height: Double(size.height)) }
}

extension Rect2D {
  /// A rectangle of Core Graphics in space `S`; the caller knows which space it is. `CGRect.null` stays null (`isNull`).
  public init(_ rect: CGRect) {
    self.init(
      x: Double(rect.origin.x), y: Double(rect.origin.y), width: Double(rect.size.width),
      height: Double(rect.size.height))
  }
}

extension CGPoint {
  /// The point without its space.
  public init<S: Space>(_ point: Point2D<S>) { self.init(x: point.x, y: point.y) }
}

extension CGSize {
  /// The size without its space.
  public init<S: Space>(_ size: Size2D<S>) { self.init(width: size.width, height: size.height) }
}

extension CGRect {
  /// The rectangle without its space.
  public init<S: Space>(_ rect: Rect2D<S>) {
    self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
  }
}
