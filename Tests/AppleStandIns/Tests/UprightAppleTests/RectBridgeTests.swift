// Rectangles and maps: every number stays, and the label states the space.

import CoreGraphics
import Testing
import UprightApple
import UprightGeometry

@Suite struct RectBridgeTests {
  private let plain = CGRect(x: 1.5, y: 2, width: 3, height: 4)

  @Test func rectanglesKeepTheirNumbers() {
    #expect(CGRect(displayed: Rect2D(displayed: plain)) == plain)
    #expect(CGRect(stored: Rect2D(stored: plain)) == plain)
    #expect(CGRect(viewport: Rect2D(viewport: plain)) == plain)
    #expect(CGRect(output: Rect2D(output: plain)) == plain)
    #expect(CGRect(yUpOutput: Rect2D(yUpOutput: plain)) == plain)
    #expect(CGRect(vision: Rect2D(vision: plain)) == plain)
    #expect(CGRect(normalizedStored: Rect2D(normalizedStored: plain)) == plain)
    #expect(CGRect(stored: PixelRect(x: 1, y: 2, width: 3, height: 4)) == CGRect(x: 1, y: 2, width: 3, height: 4))
    #expect(Rect2D(displayed: CGRect.null).isNull)
    #expect(CGPoint(viewport: Point2D(viewport: plain.origin)) == plain.origin)
    #expect(CGPoint(displayed: Point2D(displayed: plain.origin)) == plain.origin)
  }

  /// The corners of a stored image of 4 × 2, mapped by Core Graphics, are where the tag's sides say.
  @Test(arguments: ExifOrientation.allCases)
  func mapsMoveTheFirstCornerToItsSides(_ tag: ExifOrientation) {
    let size = PixelSize<Stored>(width: 4, height: 2)
    let map = CGAffineTransform(storedToDisplayed: Orientation(exif: tag), in: size)
    let shown = CGRect(x: 0, y: 0, width: 4, height: 2).applying(map)
    #expect(shown.origin == .zero && shown.width == (tag.rawValue >= 5 ? 2 : 4))
    let corner = CGPoint.zero.applying(map)
    let sides = [tag.row0, tag.column0]
    #expect(corner.x == (sides.contains(.right) ? shown.width : 0))
    #expect(corner.y == (sides.contains(.bottom) ? shown.height : 0))
    let back = Transform2D(storedToDisplayed: map)
    #expect(back == Transform2D(Orientation(exif: tag), in: size))
    #expect(Orientation(classifying: back) == Orientation(exif: tag))
  }
}
