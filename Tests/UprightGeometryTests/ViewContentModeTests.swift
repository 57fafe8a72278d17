// The thirteen modes by UIKit's names and numbers, and their effect on an image smaller and one larger than its view.

import Testing
import UprightGeometry
import UprightTestTools

@Suite struct ViewContentModeTests {
  @Test func theNumbersAreThoseOfUIKit() {
    let names = [
      "scaleToFill", "scaleAspectFit", "scaleAspectFill", "redraw", "center", "top", "bottom", "left", "right",
      "topLeft", "topRight", "bottomLeft", "bottomRight",
    ]
    #expect(ViewContentMode.allCases.map { "\($0)" } == names)
    #expect(ViewContentMode.allCases.map(\.rawValue) == Array(0...12))
    #expect(ViewContentMode(rawValue: 13) == nil)
  }

  @Test func fourModesScale() {
    #expect(
      ViewContentMode.allCases.map(\.scaling) == [.stretch, .fit, .fill, .stretch] + Array(repeating: nil, count: 9))
  }

  @Test func theNamesSayThePlace() {
    for mode in ViewContentMode.allCases {
      let name = "\(mode)".lowercased()
      let isScaled = mode.scaling != nil
      let horizontal: ContentAnchor.Position =
        isScaled ? .middle : name.hasSuffix("left") ? .near : name.hasSuffix("right") ? .far : .middle
      let vertical: ContentAnchor.Position =
        isScaled ? .middle : name.hasPrefix("top") ? .near : name.hasPrefix("bottom") ? .far : .middle
      #expect(mode.anchor == ContentAnchor(horizontal, vertical), "\(mode)")
    }
  }

  // An image of 4 × 2 pixels, two per point, in a view of 12 × 12 points: x, y, width, height of the visible part.
  @Test(arguments: [
    (ViewContentMode.scaleToFill, [0.0, 0, 12, 12]), (.redraw, [0, 0, 12, 12]), (.scaleAspectFit, [0, 3, 12, 6]),
    (.scaleAspectFill, [-6, 0, 24, 12]), (.center, [5, 5.5, 2, 1]), (.top, [5, 0, 2, 1]), (.bottom, [5, 11, 2, 1]),
    (.left, [0, 5.5, 2, 1]), (.right, [10, 5.5, 2, 1]), (.topLeft, [0, 0, 2, 1]), (.topRight, [10, 0, 2, 1]),
    (.bottomLeft, [0, 11, 2, 1]), (.bottomRight, [10, 11, 2, 1]),
  ])
  func aSmallImage(mode: ViewContentMode, seen: [Double]) { expect(4, 2, in: 12, mode, seen) }

  // 40 × 20 pixels in 4 × 4 points: the image extends beyond the view.
  @Test(arguments: [
    (ViewContentMode.scaleToFill, [0.0, 0, 4, 4]), (.redraw, [0, 0, 4, 4]), (.scaleAspectFit, [0, 1, 4, 2]),
    (.scaleAspectFill, [-2, 0, 8, 4]), (.center, [-8, -3, 20, 10]), (.top, [-8, 0, 20, 10]),
    (.bottom, [-8, -6, 20, 10]), (.left, [0, -3, 20, 10]), (.right, [-16, -3, 20, 10]), (.topLeft, [0, 0, 20, 10]),
    (.topRight, [-16, 0, 20, 10]), (.bottomLeft, [0, -6, 20, 10]), (.bottomRight, [-16, -6, 20, 10]),
  ])
  func aLargeImage(mode: ViewContentMode, seen: [Double]) { expect(40, 20, in: 4, mode, seen) }

  private func expect(_ width: Int, _ height: Int, in side: Double, _ mode: ViewContentMode, _ seen: [Double]) {
    let placement = Placement(
      of: PixelSize(width: width, height: height), in: Rect2D<Viewport>(x: 0, y: 0, width: side, height: side),
      mode: mode, pixelsPerPoint: 2)
    let image = placement.size.bounds.rect.applying(placement.toView)
    #expect([image.x, image.y, image.width, image.height] == seen)
  }
}
