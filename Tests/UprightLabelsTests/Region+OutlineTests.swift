// When an outline is but its box: four corners in any order around it, and nothing else.

import Testing
import UprightGeometry

@testable import UprightLabels

@Suite struct RegionOutlineTests {
  private let box = Rect2D<Stored>(x: 10, y: 20, width: 30, height: 40)

  private func saysMore(_ outline: Outline<Stored>?) -> Bool { Region(box: box, outline: outline).hasMoreThanBox }

  private func polygon(_ numbers: [Double]) -> Outline<Stored> {
    let ring = stride(from: 0, to: numbers.count, by: 2).map { Point2D<Stored>(x: numbers[$0], y: numbers[$0 + 1]) }
    return .polygon(Polygon(rings: [ring]))
  }

  @Test("Corners in either direction, from any of them on, once more the first at the end")
  func corners() {
    let corners: [(Double, Double)] = [(10, 20), (40, 20), (40, 60), (10, 60)]
    for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 3, 0, 1], [1, 0, 3, 2], [0, 1, 2, 3, 0]] {
      #expect(!saysMore(polygon(order.flatMap { [corners[$0].0, corners[$0].1] })), "\(order)")
    }
    for order in [[0, 2, 1, 3], [0, 1, 3, 2], [0, 1, 2, 2], [0, 1, 0, 1], [0, 1, 2], [0, 1, 2, 3, 1]] {
      #expect(saysMore(polygon(order.flatMap { [corners[$0].0, corners[$0].1] })), "\(order)")
    }
    #expect(saysMore(polygon([11, 20, 40, 20, 40, 60, 10, 60])))
    #expect(!saysMore(nil))
  }

  @Test("Other shapes say more, but for a rectangle that is not turned")
  func shapes() {
    let center = Point2D<Stored>(x: 25, y: 40)
    let size = Size2D<Stored>(width: 30, height: 40)
    #expect(!saysMore(.rotated(RotatedRect(center: center, size: size, degrees: 0))))
    #expect(saysMore(.rotated(RotatedRect(center: center, size: size, degrees: 5))))
    #expect(saysMore(.ellipse(RotatedRect(center: center, size: size, degrees: 0))))
    #expect(saysMore(.points([center])) && saysMore(.line([center, center])))
  }
}
