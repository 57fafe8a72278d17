// Core Graphics' names for parts of a rectangle.

import Testing
import UprightGeometry

@Suite struct Rect2DPartsTests {
  typealias Seen = Rect2D<Displayed>

  @Test func originAndSizeAreTheFourNumbers() {
    var rect = Seen(x: 1, y: 2, width: 3, height: 4)
    #expect(rect == Seen(origin: rect.origin, size: rect.size))
    #expect(rect.center == Point2D(x: 2.5, y: 4))
    rect.origin = Point2D(x: 7, y: 8)
    rect.size = Size2D(width: 9, height: 10)
    #expect(rect == Seen(x: 7, y: 8, width: 9, height: 10))
  }

  @Test func onlyAPlaceIsNotNull() {
    #expect(!Seen(x: 0, y: 0, width: 0, height: 0).isNull)
    #expect(!Seen(x: 5, y: 5, width: -3, height: 1).isNull)
    for number in [Double.nan, .infinity, -.infinity] {
      #expect(Seen(x: number, y: 0, width: 1, height: 1).isNull)
      #expect(Seen(x: 0, y: number, width: 1, height: 1).isNull)
    }
    #expect(Seen(x: 0, y: 0, width: .nan, height: 1).isNull && Seen(x: 0, y: 0, width: .nan, height: 1).isEmpty)
    #expect(Seen(x: 0, y: 0, width: 0, height: 1).isEmpty && Seen(x: 0, y: 0, width: 1, height: 0).isEmpty)
    #expect(!Seen(x: 5, y: 5, width: -3, height: 1).isEmpty)
  }

  @Test func wholeNumbersAreAroundIt() {
    #expect(Seen(x: 1.2, y: -0.5, width: 1, height: 1).integral == Seen(x: 1, y: -1, width: 2, height: 2))
    #expect(Seen(x: 1, y: 2, width: 3 + 1e-9, height: 4).integral == Seen(x: 1, y: 2, width: 3, height: 4))
    #expect(Seen(x: 4, y: 4, width: -1.5, height: 1).integral == Seen(x: 2, y: 4, width: 2, height: 1))
    #expect(Seen(x: .infinity, y: 0, width: 1, height: 1).integral.isNull)
  }
}
