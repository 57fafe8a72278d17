// The part of a polygon on one side of a line, and the area of a polygon, both exact for polygons that are concave, have
// holes or cross themselves: by the even-odd rule (SVG 1.1, 11.3, `evenodd`; COCO API, maskApi.c, fills rings by it).

public import UprightGeometry

extension Polygon {
  /// The part inside a rectangle; nil if there is none.
  ///
  /// Each ring of a union is filled by the even-odd rule. Parts that the rectangle separates are rings of their own.
  public func clipped(to bounds: Rect2D<S>) -> Polygon? {
    let sides = [
      HalfPlane<S>(isAcross: true, edge: bounds.x, keepsLarger: true),
      HalfPlane<S>(isAcross: true, edge: bounds.maxX, keepsLarger: false),
      HalfPlane<S>(isAcross: false, edge: bounds.y, keepsLarger: true),
      HalfPlane<S>(isAcross: false, edge: bounds.maxY, keepsLarger: false),
    ]
    let groups = filling == .union ? rings.map { [$0] } : [rings]
    let parts = groups.map { group in
      let rings = sides.reduce(group) { $1.part(of: $0) }.filter { Self.hasArea($0) }
      return filling == .union ? Self.separate(rings) : rings
    }
    let kept = Polygon(rings: parts.flatMap(\.self), filling: filling)
    return kept.area > 0 ? kept : nil
  }

  /// The parts of one ring, as rings that are each filled. If that would fill more than the even-odd rule, because the
  /// ring crosses itself, they become one ring: ways to and fro add nothing.
  private static func separate(_ parts: [[Point2D<S>]]) -> [[Point2D<S>]] {
    guard parts.count > 1 else { return parts }
    let (each, all) = (Polygon(rings: parts).area, Polygon(rings: parts, filling: .evenOdd).area)
    guard each > all * (1 + 1e-9) else { return parts }
    let starts = parts.compactMap(\.first)
    return [zip(parts, starts).flatMap { $0 + [$1] } + starts.reversed()]
  }

  private static func hasArea(_ ring: [Point2D<S>]) -> Bool {
    guard ring.count > 2, let box = Rect2D(around: ring) else { return false }
    return box.width > 0 && box.height > 0
  }
}

/// What is on one side of a vertical or horizontal line, with the line itself.
private struct HalfPlane<S: Space> {
  /// Whether the line is vertical, so that it divides what is across.
  let isAcross: Bool
  let edge: Double
  let keepsLarger: Bool

  /// A piece of a ring inside, from where it enters to where it leaves.
  private struct Chain {
    var points: [Point2D<S>]
  }

  /// Whether a point is inside, and not on the line: a side along it bounds nothing there.
  private func contains(_ point: Point2D<S>) -> Bool {
    let place = isAcross ? point.x : point.y
    return keepsLarger ? place > edge : place < edge
  }

  private func isBeyond(_ point: Point2D<S>) -> Bool {
    let place = isAcross ? point.x : point.y
    return keepsLarger ? place < edge : place > edge
  }

  private func along(_ point: Point2D<S>) -> Double { isAcross ? point.y : point.x }

  /// Where a side crosses the line.
  private func crossing(_ from: Point2D<S>, _ to: Point2D<S>) -> Point2D<S> {
    // From the same end whichever way the side is walked, so that neighbors that share it meet.
    let (low, high) = along(from) < along(to) ? (from, to) : (to, from)
    let (start, end) = isAcross ? (low.x, high.x) : (low.y, high.y)
    let place = min(along(high), along(low) + (along(high) - along(low)) * ((edge - start) / (end - start)))
    return isAcross ? Point2D(x: edge, y: place) : Point2D(x: place, y: edge)
  }

  /// The rings of the part inside. Along the line, the inside is between every odd crossing and the next one.
  func part(of rings: [[Point2D<S>]]) -> [[Point2D<S>]] {
    var (whole, chains): ([[Point2D<S>]], [Chain]) = ([], [])
    for ring in rings {
      guard ring.contains(where: isBeyond), let outside = ring.firstIndex(where: { !contains($0) }) else {
        whole.append(ring)
        continue
      }
      addChains(of: ring, from: outside, to: &chains)
    }
    return whole + joined(chains)
  }

  private func addChains(of ring: [Point2D<S>], from outside: Int, to chains: inout [Chain]) {
    var (previous, chain): (Point2D<S>, Chain?) = (ring[outside], nil)
    for step in 1...ring.count {
      let point = ring[(outside + step) % ring.count]
      switch (chain == nil, contains(point)) {
      case (true, true): chain = Chain(points: [crossing(previous, point), point])
      case (false, true): chain?.points.append(point)
      case (false, false):
        chain?.points.append(crossing(previous, point))
        if let ended = chain { chains.append(ended) }
        chain = nil
      case (true, false): break
      }
      previous = point
    }
  }

  /// Joins the ends of chains along the line.
  private func joined(_ chains: [Chain]) -> [[Point2D<S>]] {
    // Ends are numbered: the start of chain n is 2n, its end 2n + 1.
    func place(_ end: Int) -> Double {
      let points = chains[end / 2].points
      return along(points[end % 2 == 0 ? 0 : points.count - 1])
    }
    let sorted = (0..<2 * chains.count).sorted { (place($0), $0) < (place($1), $1) }
    var partner = [Int](repeating: 0, count: sorted.count)
    for index in stride(from: 0, to: sorted.count, by: 2) {
      (partner[sorted[index]], partner[sorted[index + 1]]) = (sorted[index + 1], sorted[index])
    }
    var (rings, isUsed): ([[Point2D<S>]], [Bool]) = ([], [Bool](repeating: false, count: chains.count))
    for first in chains.indices where !isUsed[first] {
      var (ring, start): ([Point2D<S>], Int) = ([], 2 * first)
      while !isUsed[start / 2] {
        isUsed[start / 2] = true
        let points = chains[start / 2].points
        ring += start % 2 == 0 ? points : points.reversed()
        start = partner[start ^ 1]
      }
      rings.append(ring)
    }
    return rings
  }
}

extension Polygon {
  /// The corners of the smallest rectangle around all rings; nil without a side.
  ///
  /// One of its sides is along a side of the convex hull (H. Freeman, R. Shapira, 1975), so all sides are tried.
  var smallestRectangle: [Point2D<S>]? {
    let points = rings.flatMap(\.self)
    let sides = rings.flatMap { ring in zip(ring, ring.dropFirst() + ring.prefix(1)) }
    let candidates = sides.compactMap { Self.rectangle(around: points, along: $0.0, $0.1) }
    return candidates.min { $0.area < $1.area }?.corners
  }

  private static func rectangle(
    around points: [Point2D<S>], along one: Point2D<S>, _ other: Point2D<S>
  ) -> (area: Double, corners: [Point2D<S>])? {
    let (across, down) = (other.x - one.x, other.y - one.y)
    let length = (across * across + down * down).squareRoot()
    guard length > 0 else { return nil }
    let (cosine, sine) = (across / length, down / length)
    let turned = points.map { Point2D<S>(x: $0.x * cosine + $0.y * sine, y: $0.y * cosine - $0.x * sine) }
    guard let box = Rect2D(around: turned) else { return nil }
    let corners = [(box.x, box.y), (box.maxX, box.y), (box.maxX, box.maxY), (box.x, box.maxY)].map { x, y in
      Point2D<S>(x: x * cosine - y * sine, y: x * sine + y * cosine)
    }
    return (box.width * box.height, corners)
  }
}

extension Polygon {
  /// The area that it fills, in square pixels. Overlaps count once.
  ///
  /// Of polygons with so many sides that this takes too long, the sum of the rings' areas, as if none met.
  public var area: Double {
    var sweep = AreaSweep<S>(rings, filling: filling)
    return sweep.area() ?? rings.reduce(0) { $0 + Self.area(of: $1).magnitude }
  }

  private static func area(of ring: [Point2D<S>]) -> Double {
    guard let origin = ring.first else { return 0 }
    return ring.indices.reduce(0) { sum, index in
      let (one, next) = (ring[index], ring[index + 1 < ring.count ? index + 1 : 0])
      return sum + ((one.x - origin.x) * (next.y - origin.y) - (next.x - origin.x) * (one.y - origin.y)) / 2
    }
  }
}

/// Adds the filled parts of horizontal bands, between neighboring corners from top to bottom.
private struct AreaSweep<S: Space> {
  private struct Side {
    let top, bottom: Point2D<S>
    /// The ring that it belongs to by the rule for unions; 0 for all by the even-odd rule.
    let ring: Int

    func x(at y: Double) -> Double {
      if y == bottom.y { return bottom.x }
      return top.x + (bottom.x - top.x) * ((y - top.y) / (bottom.y - top.y))
    }
  }

  private let sides: [Side]
  private let heights: [Double]
  /// Whether a row is inside each ring; every ring is left again before a row ends.
  private var isInside: [Bool]
  /// Sides of bands that may still be looked at.
  private var work = 1 << 20

  init(_ rings: [[Point2D<S>]], filling: Polygon<S>.Filling) {
    var sides: [Side] = []
    for (number, ring) in rings.enumerated() {
      for index in ring.indices {
        let (one, next) = (ring[index], ring[index + 1 < ring.count ? index + 1 : 0])
        guard one.y != next.y else { continue }
        let (top, bottom) = one.y < next.y ? (one, next) : (next, one)
        sides.append(Side(top: top, bottom: bottom, ring: filling == .union ? number : 0))
      }
    }
    self.sides = sides.sorted { $0.top.y < $1.top.y }
    isInside = [Bool](repeating: false, count: filling == .union ? rings.count : 1)
    var heights: [Double] = []
    for height in (sides.map(\.top.y) + sides.map(\.bottom.y)).sorted() where heights.last != height {
      heights.append(height)
    }
    self.heights = heights
  }

  /// nil if it takes too long.
  mutating func area() -> Double? {
    var (sum, next, active): (Double, Int, [Side]) = (0, 0, [])
    for (top, bottom) in zip(heights, heights.dropFirst()) {
      active.removeAll { $0.bottom.y <= top }
      while next < sides.count, sides[next].top.y <= top {
        active.append(sides[next])
        next += 1
      }
      work -= active.count
      guard work > 0, let part = band(active, top, bottom) else { return nil }
      sum += part
    }
    return sum
  }

  /// The filled part of a band in which no side begins or ends; it is divided where sides cross.
  private mutating func band(_ active: [Side], _ top: Double, _ bottom: Double) -> Double? {
    let ordered = active.map { (above: $0.x(at: top), below: $0.x(at: bottom), side: $0) }
      .sorted { ($0.above, $0.below) < ($1.above, $1.below) }
    var cuts = [top, bottom]
    if zip(ordered, ordered.dropFirst()).contains(where: { $0.below > $1.below }) {
      work -= ordered.count * ordered.count
      guard work > 0 else { return nil }
      for (index, one) in ordered.enumerated() {
        for other in ordered[(index + 1)...] where one.below > other.below {
          let share = (other.above - one.above) / ((other.above - one.above) + (one.below - other.below))
          cuts.append(top + (bottom - top) * share)
        }
      }
      cuts.sort()
      work -= cuts.count * ordered.count
      guard work > 0 else { return nil }
    }
    var sum = 0.0
    for (start, end) in zip(cuts, cuts.dropFirst()) { sum += (end - start) * width(active, at: (start + end) / 2) }
    return sum
  }

  /// How much of a row is filled.
  private mutating func width(_ active: [Side], at y: Double) -> Double {
    var (sum, depth, start) = (0.0, 0, 0.0)
    for crossing in active.map({ (x: $0.x(at: y), ring: $0.ring) }).sorted(by: { $0.x < $1.x }) {
      isInside[crossing.ring].toggle()
      let isEntered = isInside[crossing.ring]
      if isEntered, depth == 0 { start = crossing.x }
      depth += isEntered ? 1 : -1
      if depth == 0 { sum += crossing.x - start }
    }
    return sum
  }
}
