// Core Graphics' values there and back.

import Foundation
import Testing
import UprightFoundation

@Suite struct CGRectTests {
  @Test func everyNumberStays() {
    let rect = Rect2D<Viewport>(x: 1.5, y: -2, width: 3, height: 4.25)
    #expect(CGRect(rect) == CGRect(x: 1.5, y: -2, width: 3, height: 4.25))
    #expect(Rect2D<Viewport>(CGRect(rect)) == rect)
    #expect(CGPoint(rect.origin) == CGPoint(x: 1.5, y: -2) && Point2D<Viewport>(CGPoint(rect.origin)) == rect.origin)
    #expect(CGSize(rect.size) == CGSize(width: 3, height: 4.25) && Size2D<Viewport>(CGSize(rect.size)) == rect.size)
  }

  @Test func theNullRectangleStaysNull() {
    #expect(Rect2D<Viewport>(CGRect.null).isNull && CGRect(Rect2D<Viewport>(CGRect.null)).isNull)
    #expect(Rect2D<Viewport>(CGRect(x: 5, y: 5, width: -1, height: 1)).standardized.x == 4)
  }
}
