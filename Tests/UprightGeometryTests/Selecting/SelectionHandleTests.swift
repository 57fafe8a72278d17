// Handles: their positions, and that there are eight.

import Testing
import UprightGeometry

@Suite struct SelectionHandleTests {
  @Test func eachLiesWhereItsNameSays() {
    let rect = Rect2D<Viewport>(x: 10, y: 20, width: 40, height: 60)
    let places: [(SelectionHandle, Double, Double)] = [
      (.topLeft, 10, 20), (.top, 30, 20), (.topRight, 50, 20), (.left, 10, 50), (.right, 50, 50),
      (.bottomLeft, 10, 80), (.bottom, 30, 80), (.bottomRight, 50, 80),
    ]
    for (handle, x, y) in places { #expect(handle.point(on: rect) == Point2D(x: x, y: y)) }
    #expect(Set(SelectionHandle.allCases) == Set(places.map(\.0)))
    #expect(SelectionHandle.allCases.count == 8)
  }

  @Test func cornersComeFirst() {
    #expect(SelectionHandle.allCases.prefix(4).allSatisfy { $0.horizontal != .middle && $0.vertical != .middle })
    #expect(SelectionHandle.allCases.dropFirst(4).allSatisfy { $0.horizontal == .middle || $0.vertical == .middle })
  }
}
