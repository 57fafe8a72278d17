// Images in canvases of another shape: numbers computed by hand, margins, and canvases measured from below.

import Testing
import UprightGeometry

@Suite struct LetterboxTests {
  private let canvas = PixelSize<Output>(width: 512, height: 512)

  @Test func aWideImageHasMarginsAboveAndBelow() {
    let content = Size2D<Displayed>(width: 320, height: 200)
    let rows: [(ContentAnchor.Position, Double, Double)] = [(.near, 0, 192), (.middle, 96, 96), (.far, 192, 0)]
    for (place, top, bottom) in rows {
      let laid = Letterbox(content, in: canvas, at: ContentAnchor(.middle, place))
      #expect(laid.image == Rect2D(x: 0, y: top, width: 512, height: 320))
      #expect(laid.margins == (top: top, left: 0, bottom: bottom, right: 0))
      #expect(laid.yUp == Rect2D(x: 0, y: bottom, width: 512, height: 320))
      #expect(laid.pixels == PixelRect(x: 0, y: Int(top), width: 512, height: 320))
    }
  }

  @Test func aTallImageHasMarginsLeftAndRight() {
    let laid = Letterbox(Size2D<Stored>(width: 200, height: 320), in: canvas, at: ContentAnchor(.near, .far))
    #expect(laid.image == Rect2D(x: 0, y: 0, width: 320, height: 512))
    #expect(laid.margins == (top: 0, left: 0, bottom: 0, right: 192))
  }

  @Test func anyCanvasAndAnEqualShape() {
    let wide = Letterbox(Size2D<Displayed>(width: 300, height: 300), in: PixelSize(width: 400, height: 100))
    #expect(wide.image == Rect2D(x: 150, y: 0, width: 100, height: 100))
    let same = Letterbox(Size2D<Displayed>(width: 3, height: 4), in: PixelSize(width: 300, height: 400))
    #expect(same.margins == (top: 0, left: 0, bottom: 0, right: 0))
    #expect(same.pixels == same.canvas.bounds)
  }

  @Test func nothingLiesNowhere() {
    for content in [(0.0, 3.0), (3, 0), (-1, 2), (.nan, 1), (.infinity, 3), (3, .infinity)] {
      let laid = Letterbox(Size2D<Displayed>(width: content.0, height: content.1), in: canvas)
      #expect(laid.pixels.isEmpty && laid.image == Rect2D(x: 256, y: 256, width: 0, height: 0))
    }
    let nowhere = Letterbox(Size2D<Displayed>(width: 3, height: 4), in: PixelSize(width: 0, height: 5))
    #expect(nowhere.pixels.isEmpty)
  }
}
