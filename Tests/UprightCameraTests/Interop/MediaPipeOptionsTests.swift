// MediaPipe's options: the region is in the stored buffer, and is cut out before the rotation.

import Testing
import UprightCamera
import UprightGeometry

@Suite struct MediaPipeOptionsTests {
  private func capture(_ sensor: QuarterTurn, _ facing: Facing, _ mirror: MirrorMode = .off) -> CaptureSnapshot {
    CaptureSnapshot(
      mount: CameraMount(sensorTurn: sensor, facing: facing), pose: .natural, mirror: mirror,
      storedSize: PixelSize(width: 400, height: 300))
  }

  // The upper left quarter of an image of 300 × 400 as displayed, by hand in a buffer of 400 × 300.
  @Test(arguments: [
    (QuarterTurn.clockwise, Facing.back, MirrorMode.off, 90, 0.0, 0.5),
    (.counterclockwise, .front, .off, 270, 0.5, 0.0),
    (.counterclockwise, .front, .on, 270, 0.5, 0.5), (.clockwise, .front, .on, 90, 0.0, 0.0),
  ])
  func aRegionIsCutOutBeforeItIsTurned(
    _ sensor: QuarterTurn, _ facing: Facing, _ mirror: MirrorMode, _ degrees: Int, _ x: Double, _ y: Double
  ) throws {
    let capture = capture(sensor, facing, mirror)
    let options = try #require(
      Interop.MediaPipeOptions(capture, region: Rect2D(x: 0, y: 0, width: 150, height: 200)))
    #expect(options.rotationDegrees == degrees)
    #expect(options.region == Rect2D(x: x, y: y, width: 0.5, height: 0.5))
    #expect(options.losesMirror == (mirror == .on))
  }

  @Test func aRegionIsCutAtTheImagesEdge() {
    let upright = capture(.clockwise, .back)
    #expect(Interop.MediaPipeOptions(upright).region == nil)
    #expect(Interop.MediaPipeOptions(upright).rotationDegrees == 90)
    #expect(
      Interop.MediaPipeOptions(upright, region: Rect2D(x: 150, y: -100, width: 300, height: 300))?.region
        == Rect2D(x: 0, y: 0, width: 0.5, height: 0.5))
    #expect(Interop.MediaPipeOptions(upright, region: Rect2D(x: 300, y: 0, width: 9, height: 9)) == nil)
  }
}
