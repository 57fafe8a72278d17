// A continuous width and height.

import Testing
import UprightGeometry

@Suite struct Size2DTests {
  @Test func widthIsNotHeight() {
    let size = Size2D<Viewport>(width: 390, height: 844)
    #expect(size.width == 390 && size.height == 844)
    #expect(size != Size2D(width: 844, height: 390))
  }

  @Test func pixelsHaveAnExtent() {
    #expect(Size2D(PixelSize<Stored>(width: 4032, height: 3024)) == Size2D(width: 4032, height: 3024))
  }
}
