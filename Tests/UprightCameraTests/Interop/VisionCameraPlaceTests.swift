// Sizes and corners in the wrong space: the right answer beside VisionCamera's.

import Testing
import UprightCamera
import UprightGeometry

@Suite struct VisionCameraPlaceTests {
  // Disagreement 12: a phone held upright, its picture of 400 × 300 seen whole in a view of 300 × 400, and a spot of 30 points.
  @Test func aSpotHasOneSizeWhereverItIs() throws {
    let capture = CaptureSnapshot(
      mount: CameraMount(sensorTurn: .clockwise, facing: .back), pose: .natural,
      storedSize: PixelSize(width: 400, height: 300))
    let sensor = PixelSize<Sensor>(width: 400, height: 300)
    let whole = Rect2D<Sensor>(x: 0, y: 0, width: 400, height: 300)
    let view = Rect2D<Viewport>(x: 0, y: 0, width: 300, height: 400)
    var sizes: [Double] = []
    for (x, y) in [(150.0, 40.0), (150, 360), (30, 200)] {
      let spot = Rect2D<Viewport>(x: x - 15, y: y - 15, width: 30, height: 30)
      let area = try #require(capture.meteringArea(spot, in: view, mode: .fit, crop: whole, of: sensor))
      #expect(abs(area.width - 30.0 / 400) < 1e-12 && abs(area.height - 30.0 / 300) < 1e-12)
      let share = Point2D<Normalized<Sensor>>(x: area.x + area.width / 2, y: area.y + area.height / 2)
      // The view's y runs along the sensor's x.
      #expect(abs(share.x - y / 400) < 1e-12)
      sizes.append(Interop.visionCameraMeteringSize(30, at: Point2D(x: x, y: y), on: share, platform: .iOS))
      #expect(Interop.visionCameraMeteringSize(30, at: Point2D(x: x, y: y), on: share, platform: .android) == 30)
    }
    for (size, expected) in zip(sizes, [0.02, 0.18, 0.5]) { #expect(abs(size - expected) < 1e-9) }
    func atEdge(_ share: Double) -> Double {
      Interop.visionCameraMeteringSize(30, at: Point2D(x: 0, y: 40), on: Point2D(x: share, y: 1), platform: .iOS)
    }
    #expect(atEdge(0.1) == .infinity && atEdge(0).isNaN)
  }

  // Disagreement 14: a code that fills the middle of the buffer; as pixels its shares are all the first one.
  @Test func cornersAreSharesBeforeTheyArePixels() {
    let buffer = PixelSize<Stored>(width: 1_920, height: 1_080)
    let code = Rect2D<Normalized<Stored>>(x: 0.25, y: 0.25, width: 0.5, height: 0.5)
    #expect(code.denormalized(in: buffer) == Rect2D<Stored>(x: 480, y: 270, width: 960, height: 540))
    for (x, y) in [(0.25, 0.25), (0.75, 0.25), (0.75, 0.75), (0.25, 0.75)] {
      let corner = Interop.visionCameraDocumentedCorner(Point2D(x: x, y: y))
      #expect(Rect2D<Stored>(x: corner.x, y: corner.y, width: 0, height: 0).pixels(.outward).x == 0)
      #expect(corner == Point2D(x: x, y: y))
    }
  }
}
