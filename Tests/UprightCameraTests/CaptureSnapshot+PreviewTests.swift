// What a preview shows of the photo, and where it shows what was found on the sensor.

import Testing
import UprightCamera
import UprightGeometry

@Suite struct CaptureSnapshotPreviewTests {
  private let sensor = PixelSize<Sensor>(width: 400, height: 300)
  private let whole = Rect2D<Sensor>(x: 0, y: 0, width: 400, height: 300)
  private let view = Rect2D<Viewport>(x: 10, y: 20, width: 150, height: 400)

  private func capture(_ mirror: MirrorMode) -> CaptureSnapshot {
    CaptureSnapshot(
      mount: CameraMount(sensorTurn: .clockwise, facing: .front), pose: .natural, mirror: mirror,
      storedSize: PixelSize(width: 400, height: 300))
  }

  /// 300 × 400 as displayed fills 150 × 400 points: half of its width is visible.
  @Test func aSnapshotIsWhatThePreviewShows() throws {
    let filled = try #require(capture(.off).previewed(in: view, mode: .fill))
    #expect(filled.area == Rect2D(x: 0.25, y: 0, width: 0.5, height: 1))
    let fitted = try #require(capture(.on).previewed(in: view, mode: .fit))
    #expect(fitted.area == Rect2D(x: 0, y: 0, width: 1, height: 1))
    #expect(capture(.on).previewed(in: Rect2D(x: 0, y: 0, width: 0, height: 1), mode: .fit) == nil)
  }

  /// The sensor's top left corner is at the displayed top right one, unless the preview is a mirror.
  @Test func aScannedCodeIsFoundInTheView() throws {
    let code = Rect2D<Normalized<Sensor>>(x: 0, y: 0, width: 0.25, height: 0.5)
    func area(_ mirror: MirrorMode) -> Rect2D<Viewport>? {
      capture(mirror).previewArea(ofScanned: code, in: view, mode: .stretch, crop: whole, of: sensor)
    }
    #expect(area(.off) == Rect2D(x: 85, y: 20, width: 75, height: 100))
    #expect(area(.on) == Rect2D(x: 10, y: 20, width: 75, height: 100))
    let corners = [Point2D<Normalized<Sensor>>(x: 0, y: 0), Point2D(x: 1, y: 0), Point2D(x: 1, y: 1)]
    let shown = capture(.on).previewCorners(ofScanned: corners, in: view, mode: .stretch, crop: whole, of: sensor)
    #expect(shown == [Point2D(x: 10, y: 20), Point2D(x: 10, y: 420), Point2D(x: 160, y: 420)])
    #expect(
      capture(.on).previewArea(
        ofScanned: code, in: view, mode: .fit, crop: whole, of: PixelSize(width: 0, height: 1)) == nil)
    #expect(
      capture(.on).previewArea(
        ofScanned: code, in: Rect2D(x: 0, y: 0, width: 0, height: 0), mode: .fit, crop: whole, of: sensor) == nil)
  }

  /// A round trip through every capture: what is metered in the view is the same area of the sensor.
  @Test func meteringLeadsBack() throws {
    for turn in QuarterTurn.allCases {
      for pose in DevicePose.allCases {
        for (facing, mirror) in [(Facing.back, MirrorMode.off), (.front, .on), (.front, .off)] {
          let capture = CaptureSnapshot(
            mount: CameraMount(sensorTurn: turn, facing: facing), pose: pose, mirror: mirror,
            storedSize: PixelSize(width: 400, height: 300))
          let code = Rect2D<Normalized<Sensor>>(x: 0.5, y: 0.25, width: 0.125, height: 0.25)
          let shown = try #require(
            capture.previewArea(ofScanned: code, in: view, mode: .fit, crop: whole, of: sensor))
          let back = try #require(capture.meteringArea(shown, in: view, mode: .fit, crop: whole, of: sensor))
          #expect(abs(back.x - code.x) < 1e-9 && abs(back.y - code.y) < 1e-9)
          #expect(abs(back.width - code.width) < 1e-9 && abs(back.height - code.height) < 1e-9)
        }
      }
    }
  }

  /// Whatever the frame's pose, mirror, rotation and size: the place is that of the same area of the sensor.
  @Test func whatAFrameShowsIsFoundInThePreview() throws {
    let code = Rect2D<Normalized<Sensor>>(x: 0.5, y: 0.25, width: 0.125, height: 0.5)
    var frames = 0
    for turn in QuarterTurn.allCases {
      for facing in [Facing.back, .front] {
        let screen = CaptureSnapshot(
          mount: CameraMount(sensorTurn: turn, facing: facing), pose: .natural, mirror: .frontOnly,
          storedSize: PixelSize(width: 400, height: 300))
        let expected = try #require(
          screen.previewArea(ofScanned: code, in: view, mode: .fill, crop: whole, of: sensor))
        for (pose, mirror) in DevicePose.allCases.flatMap({ pose in MirrorMode.allCases.map { (pose, $0) } }) {
          for applied in Orientation<Sensor, Stored>.all {
            let size = applied.applied(to: PixelSize<Sensor>(width: 200, height: 150))
            let frame = CaptureSnapshot(
              mount: screen.mount, pose: pose, mirror: mirror, storedSize: size, applied: applied)
            let map = try #require(frame.sensorToDisplayed(crop: whole))
            let found = try #require(
              Selection(code.denormalized(in: sensor).applying(map), in: frame.displayedSize))
            let shown = try #require(screen.previewArea(of: found, in: frame, view: view, mode: .fill))
            #expect(abs(shown.x - expected.x) < 1e-9 && abs(shown.y - expected.y) < 1e-9)
            #expect(abs(shown.width - expected.width) < 1e-9 && abs(shown.height - expected.height) < 1e-9)
            frames += 1
          }
        }
        let nowhere = Rect2D<Viewport>(x: 0, y: 0, width: 0, height: 0)
        let all = try #require(Selection(Rect2D<Normalized<Displayed>>(x: 0, y: 0, width: 1, height: 1)))
        #expect(screen.previewArea(of: all, in: screen, view: nowhere, mode: .fit) == nil)
      }
    }
    #expect(frames == 4 * 2 * 4 * 3 * 8)
  }
}
