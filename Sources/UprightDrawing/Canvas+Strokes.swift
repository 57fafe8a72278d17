// Lines between any two points of a drawing, with a square pen; parts outside cost nothing.

package import Upright

extension Canvas {
  /// Draws a line, `width` pixels wide, between two points; NaN draws nothing.
  package mutating func line(from start: Point2D<Output>, to end: Point2D<Output>, width: Int, color: Color) {
    guard let (start, end) = clipped(start, end, slack: Double(width)) else { return }
    let (across, down) = (end.x - start.x, end.y - start.y)
    if across == 0 || down == 0 { return stroke(from: start, to: end, width: width, color: color) }
    let count = max(abs(across), abs(down)).rounded(.up)
    for step in stride(from: 0, through: count, by: 1) {
      let place = Point2D<Output>(x: start.x + across * step / count, y: start.y + down * step / count)
      stroke(from: place, to: place, width: width, color: color)
    }
  }

  /// Draws lines from each point to the next, and from the last to the first if closed.
  package mutating func path(_ points: [Point2D<Output>], isClosed: Bool, width: Int, color: Color) {
    for (one, other) in zip(points, points.dropFirst()) { line(from: one, to: other, width: width, color: color) }
    guard isClosed, let last = points.last else { return }
    line(from: last, to: points[0], width: width, color: color)
  }

  /// Draws a filled square around a point.
  package mutating func dot(at place: Point2D<Output>, width: Int, color: Color) {
    line(from: place, to: place, width: width, color: color)
  }

  /// Fills the area covered by a pen that moves along an axis or not at all.
  private mutating func stroke(from start: Point2D<Output>, to end: Point2D<Output>, width: Int, color: Color) {
    let half = Double(width) / 2
    func pixel(_ number: Double) -> Int { Int((number - half + 0.5).rounded(.down)) }
    let (left, top) = (pixel(min(start.x, end.x)), pixel(min(start.y, end.y)))
    let (right, bottom) = (pixel(max(start.x, end.x)), pixel(max(start.y, end.y)))
    fill(PixelRect(x: left, y: top, width: right - left + width, height: bottom - top + width), with: color)
  }

  /// The point, clamped so that its coordinates keep enough precision for the surface.
  private func near(_ point: Point2D<Output>) -> Point2D<Output> {
    let far = 1e9
    return Point2D(x: min(max(point.x, -far), far), y: min(max(point.y, -far), far))
  }

  /// The part of a line on the surface, or within the pen's reach (Liang-Barsky); nil if there is none.
  private func clipped(
    _ start: Point2D<Output>, _ end: Point2D<Output>, slack: Double
  ) -> (Point2D<Output>, Point2D<Output>)? {
    guard start.x.isFinite, start.y.isFinite, end.x.isFinite, end.y.isFinite else { return nil }
    let (start, end) = (near(start), near(end))
    let (across, down) = (end.x - start.x, end.y - start.y)
    var (first, last) = (0.0, 1.0)
    let edges = [
      (-across, start.x + slack), (across, Double(size.width) + slack - start.x), (-down, start.y + slack),
      (down, Double(size.height) + slack - start.y),
    ]
    for (speed, room) in edges {
      if speed == 0, room < 0 { return nil }
      if speed < 0 { first = max(first, room / speed) }
      if speed > 0 { last = min(last, room / speed) }
    }
    guard first <= last else { return nil }
    func place(_ share: Double) -> Point2D<Output> {
      Point2D(
        x: min(max(start.x + across * share, -slack), Double(size.width) + slack),
        y: min(max(start.y + down * share, -slack), Double(size.height) + slack))
    }
    return (first == 0 ? start : place(first), last == 1 ? end : place(last))
  }
}
