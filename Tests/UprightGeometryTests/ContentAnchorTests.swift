// Positions along an edge, and the fractions of a margin before the content.

import Testing

@testable import UprightGeometry

@Suite struct ContentAnchorTests {
  @Test func theMarginIsBehindInTheMiddleOrBefore() {
    #expect(ContentAnchor.Position.allCases.map(\.share) == [0, 0.5, 1])
    #expect(ContentAnchor.Position.allCases == [.near, .middle, .far])
  }

  @Test func nothingSaidIsTheMiddle() {
    #expect(ContentAnchor() == .center)
    #expect(ContentAnchor.center == ContentAnchor(.middle, .middle))
    #expect(ContentAnchor(.far) == ContentAnchor(.far, .middle))
  }

  // An image of 2 × 4 shown at twice its size, in a box of 20 × 10 at (100, 200).
  @Test func contentKeepsToItsPlace() {
    let size = PixelSize<Displayed>(width: 2, height: 4)
    let box = Rect2D<Viewport>(x: 100, y: 200, width: 20, height: 10)
    for (horizontal, left) in zip(ContentAnchor.Position.allCases, [100.0, 108, 116]) {
      for (vertical, top) in zip(ContentAnchor.Position.allCases, [200.0, 201, 202]) {
        let laid = Transform2D.placing(size, scaledBy: (2, 2), in: box, at: ContentAnchor(horizontal, vertical))
        #expect(size.bounds.rect.applying(laid) == Rect2D(x: left, y: top, width: 4, height: 8))
      }
    }
  }

  // Shown at ten times its size it is larger than the box: the overflow is on the other side.
  @Test func overflowingContentKeepsToItsPlaceToo() {
    let size = PixelSize<Displayed>(width: 4, height: 2)
    let box = Rect2D<Viewport>(x: 100, y: 200, width: 20, height: 10)
    for (horizontal, left) in zip(ContentAnchor.Position.allCases, [100.0, 90, 80]) {
      for (vertical, top) in zip(ContentAnchor.Position.allCases, [200.0, 195, 190]) {
        let laid = Transform2D.placing(size, scaledBy: (10, 10), in: box, at: ContentAnchor(horizontal, vertical))
        #expect(size.bounds.rect.applying(laid) == Rect2D(x: left, y: top, width: 40, height: 20))
      }
    }
  }
}
