// Handles: their positions, and that there are eight.

import Testing
@testable import UprightGeometry

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

// Grid lines that edges snap to: pixels, and blocks counted from the stored corner, however the image is rotated.

@Suite struct SelectionSnappingTests {
  let size = PixelSize<Stored>(width: 100, height: 70)
  let nowhere = Rect2D<Stored>(x: -1, y: -1, width: 0.25, height: 0.25)

  @Test func nothingIsLeftAlone() {
    let rect = Rect2D<Stored>(x: 3.3, y: 4.4, width: 20.2, height: 10.1)
    #expect(SelectionSnapping.none.resized(rect, from: nowhere, in: size) == rect)
    #expect(SelectionSnapping.none.moved(rect, in: size) == rect)
    let empty = SelectionSnapping.blocks(PixelSize(width: 0, height: 8))
    #expect(empty.resized(rect, from: nowhere, in: size) == rect && empty.moved(rect, in: size) == rect)
  }

  @Test func pixelsAreTheNearest() {
    let rect = Rect2D<Stored>(x: 3.4, y: 4.6, width: 20.2, height: 10.1)
    #expect(
      SelectionSnapping.pixels.resized(rect, from: nowhere, in: size) == Rect2D(x: 3, y: 5, width: 21, height: 10))
    #expect(SelectionSnapping.pixels.moved(rect, in: size) == Rect2D(x: 3, y: 5, width: 20.2, height: 10.1))
  }

  @Test func blocksEndAtTheImagesOwnEdge() {
    let blocks = SelectionSnapping.blocks(PixelSize(width: 16, height: 8))
    let rect = Rect2D<Stored>(x: 20, y: 30, width: 79, height: 39.5)
    #expect(blocks.resized(rect, from: nowhere, in: size) == Rect2D(x: 16, y: 32, width: 84, height: 38))
    #expect(
      blocks.resized(Rect2D(x: 97, y: 65, width: 2, height: 4), from: nowhere, in: size)
        == Rect2D(x: 96, y: 64, width: 4, height: 6))
  }

  @Test func edgesThatStayAreNotMoved() {
    let start = Rect2D<Stored>(x: 3.5, y: 5.5, width: 20, height: 20)
    let dragged = Rect2D<Stored>(x: 3.5, y: 5.5, width: 40.4, height: 30.3)
    let snapped = SelectionSnapping.pixels.resized(dragged, from: start, in: size)
    #expect(snapped == Rect2D(x: 3.5, y: 5.5, width: 40.5, height: 30.5))
  }

  @Test func whatIsThinnerThanAUnitBecomesOne() {
    let blocks = SelectionSnapping.blocks(PixelSize(width: 16, height: 16))
    for x in stride(from: 0.0, through: 99, by: 0.5) {
      for start in [nowhere, Rect2D(x: x, y: -1, width: 0.25, height: 0.25)] {
        let snapped = blocks.resized(Rect2D(x: x, y: 3, width: 0.5, height: 60), from: start, in: size)
        #expect(snapped.width > 0.25 && snapped.x >= 0 && snapped.maxX <= 100, "\(x) \(start)")
        #expect(snapped.width <= 32)
      }
    }
  }

  @Test func whatIsMovedStaysInsideOnALine() {
    let blocks = SelectionSnapping.blocks(PixelSize(width: 16, height: 16))
    for x in stride(from: 0.0, through: 75, by: 0.25) {
      let moved = blocks.moved(Rect2D(x: x, y: 0, width: 25, height: 70), in: size)
      #expect(moved.x.truncatingRemainder(dividingBy: 16) == 0 && moved.x >= 0 && moved.maxX <= 100)
      #expect(moved.width == 25 && moved.y == 0)
      #expect((moved.x - x).magnitude <= 11.25)
    }
  }
}
