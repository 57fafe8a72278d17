// Clipped polygons and their areas, by counting points and rows.

import Testing
import UprightGeometry
import UprightTestTools

@testable import UprightLabels

@Suite struct PolygonClippingTests {
  private static func polygon(_ random: inout SplitMix64, corners: ClosedRange<Int>) -> Polygon<Output> {
    let rings = (0..<Int.random(in: 1...3, using: &random)).map { _ in
      (0..<Int.random(in: corners, using: &random)).map { _ in
        Point2D<Output>(
          x: Double(Int.random(in: 0...8, using: &random)), y: Double(Int.random(in: 0...8, using: &random)))
      }
    }
    return Polygon(rings: rings, filling: Bool.random(using: &random) ? .union : .evenOdd)
  }

  @Test("A clipped polygon holds the points inside that it held, and none outside", arguments: 0..<400)
  func points(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let polygon = Self.polygon(&random, corners: 3...9)
    let (x, y) = (Double(Int.random(in: 0...6, using: &random)), Double(Int.random(in: 0...6, using: &random)))
    let bounds = Rect2D<Output>(
      x: x, y: y, width: Double(Int.random(in: 1...5, using: &random)),
      height: Double(Int.random(in: 1...5, using: &random)))
    let clipped = polygon.clipped(to: bounds)
    for step in 0..<40 * 40 {
      let (x, y) = (Double(step % 40) * 0.25 - 0.8713, Double(step / 40) * 0.25 - 0.8779)
      let isInside = x > bounds.x && x < bounds.maxX && y > bounds.y && y < bounds.maxY
      let wanted = isInside && Raster.contains(.polygon(polygon), x, y)
      let found = clipped.map { Raster.contains(.polygon($0), x, y) } ?? false
      #expect(found == wanted, "\(polygon) in \(bounds) at \(x), \(y)")
      if found != wanted { return }
    }
  }

  @Test("A polygon that an edge divides becomes separate rings")
  func parts() throws {
    // A comb with three teeth downward.
    let comb = [(0, 0), (10, 0), (10, 6), (8, 6), (8, 2), (6, 2), (6, 6), (4, 6), (4, 2), (2, 2), (2, 6), (0, 6)]
      .map { Point2D<Output>(x: Double($0.0), y: Double($0.1)) }
    let teeth = try #require(
      Polygon(rings: [comb]).clipped(to: Rect2D(x: -1, y: 4, width: 20, height: 20)))
    #expect(teeth.rings.count == 3)
    #expect(teeth.rings.allSatisfy { $0.count == 4 } && teeth.area == 12)
  }

  @Test("A side along the edge leaves no spike")
  func sidesOnTheEdge() throws {
    let ring = [(600, 100), (700, 100), (700, 300), (640, 300), (640, 200), (600, 200)]
      .map { Point2D<Output>(x: Double($0.0), y: Double($0.1)) }
    let left = try #require(Polygon(rings: [ring]).clipped(to: Rect2D(x: 0, y: 0, width: 640, height: 640)))
    #expect(left.box == Rect2D(x: 600, y: 100, width: 40, height: 100))
    let whole = Polygon(rings: [ring])
    #expect(whole.clipped(to: Rect2D(x: 600, y: 100, width: 100, height: 200)) == whole)
  }

  @Test("A hole that an edge cuts is no hole any more")
  func holes() throws {
    func square(_ low: Double, _ high: Double) -> [Point2D<Output>] {
      [Point2D(x: low, y: low), Point2D(x: high, y: low), Point2D(x: high, y: high), Point2D(x: low, y: high)]
    }
    let ring = Polygon(rings: [square(0, 9), square(3, 6)], filling: .evenOdd)
    #expect(ring.area == 72)
    let left = try #require(ring.clipped(to: Rect2D(x: 0, y: 0, width: 4.5, height: 9)))
    #expect(left.rings.count == 1 && left.area == 36)
    let whole = try #require(ring.clipped(to: Rect2D(x: 0, y: 0, width: 9, height: 9)))
    #expect(whole == ring)
    #expect(ring.clipped(to: Rect2D(x: 3, y: 3, width: 3, height: 3)) == nil)
    #expect(ring.clipped(to: Rect2D(x: 20, y: 3, width: 3, height: 3)) == nil)
  }

  @Test("The area is that of the rows", arguments: 0..<200)
  func areas(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let polygon = Self.polygon(&random, corners: 3...8)
    let rows = 4_000
    let counted = (0..<rows).reduce(0.0) { sum, row in
      let y = (Double(row) + 0.5) * 8 / Double(rows)
      return sum + Self.width(of: polygon, at: y) * 8 / Double(rows)
    }
    #expect(abs(polygon.area - counted) < 0.02, "\(polygon)")
  }

  /// How much of a row is filled, by trying the middle between all crossings.
  private static func width(of polygon: Polygon<Output>, at y: Double) -> Double {
    var crossings: [Double] = []
    for ring in polygon.rings {
      for (one, two) in zip(ring, ring.dropFirst() + ring.prefix(1)) where (one.y > y) != (two.y > y) {
        crossings.append((two.x - one.x) * (y - one.y) / (two.y - one.y) + one.x)
      }
    }
    crossings.sort()
    return zip(crossings, crossings.dropFirst()).reduce(0) { sum, ends in
      let middle = (ends.0 + ends.1) / 2
      return sum + (Raster.contains(.polygon(polygon), middle, y) ? ends.1 - ends.0 : 0)
    }
  }

  @Test("Polygons with very many crossing sides have an area in bounded time")
  func manySides() {
    var random = SplitMix64(seed: 1)
    let ring = (0..<20_000).map { _ in
      Point2D<Output>(
        x: Double.random(in: 0..<1_000, using: &random), y: Double.random(in: 0..<1_000, using: &random))
    }
    let area = Polygon(rings: [ring]).area
    #expect(area.isFinite && area >= 0)
  }
}
