// Camera points of both platforms, by hand and there and back, and iOS' result.

import Testing
import UprightCamera
import UprightGeometry
import UprightTestTools

@Suite struct VisionCameraPointsTests {
  typealias Points = Interop.VisionCameraPoints

  private static let sensor = PixelSize<Sensor>(width: 4_000, height: 3_000)
  private static let wide = Rect2D<Sensor>(x: 0, y: 375, width: 4_000, height: 2_250)

  private func capture(_ facing: Facing = .back, pose: DevicePose = .natural, mirror: MirrorMode = .off)
    -> CaptureSnapshot
  {
    CaptureSnapshot(
      mount: CameraMount(sensorTurn: .clockwise, facing: facing), pose: pose, mirror: mirror,
      storedSize: PixelSize(width: 1920, height: 1080))
  }

  // A phone held upright: its image of 1080 × 1920 in a view of half that size, cut out of the sensor's center.
  @Test(arguments: [
    (0.0, 0.0, 540.0, 0.0, 0.0, 375.0, 0.0, 0.125), (1920, 1080, 0, 960, 4_000, 2_625, 1, 0.875),
    (480, 270, 405, 240, 1_000, 937.5, 0.25, 0.3125), (960, 540, 270, 480, 2_000, 1_500, 0.5, 0.5),
  ])
  func aPlaceIsOneCameraPoint(
    _ x: Double, _ y: Double, _ right: Double, _ down: Double, _ column: Double, _ row: Double, _ across: Double,
    _ along: Double
  ) throws {
    let points = Points(capture(), crop: Self.wide, of: Self.sensor)
    let view = Rect2D<Viewport>(x: 0, y: 0, width: 540, height: 960)
    let (frame, seen) = (Point2D<Stored>(x: x, y: y), Point2D<Viewport>(x: right, y: down))
    let (pixel, share) = (
      Point2D<Sensor>(x: column, y: row), Point2D<Normalized<Sensor>>(x: across, y: along)
    )
    let (frameToArray, frameToShare) = (try #require(points.frameToArray), try #require(points.frameToShare))
    let viewToArray = try #require(points.viewToArray(in: view, mode: .fit))
    let viewToShare = try #require(points.viewToShare(in: view, mode: .fit))
    #expect(isClose(frameToArray.apply(frame), pixel) && isClose(viewToArray.apply(seen), pixel))
    #expect(isClose(frameToShare.apply(frame), share) && isClose(viewToShare.apply(seen), share))
    #expect(isClose(try #require(frameToArray.inverse).apply(pixel), frame))
    #expect(isClose(try #require(frameToShare.inverse).apply(share), frame))
    #expect(isClose(try #require(viewToArray.inverse).apply(pixel), seen))
    #expect(isClose(try #require(viewToShare.inverse).apply(share), seen))
  }

  // A frame and a preview of one camera: another size, crop, pose, mirror, and pixels already rotated. Their camera
  // points agree.
  @Test func framesAndPreviewsMeetInOnePoint() throws {
    var random = SplitMix64(seed: 5)
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    let previews = AllCaptures.captures(PixelSize(width: 320, height: 240))
    for (frame, preview) in zip(AllCaptures.captures(PixelSize(width: 160, height: 90)), previews.reversed()) {
      let place = Point2D<Sensor>(x: number(1_000...3_000), y: number(1_000...2_000))
      func points(_ capture: CaptureSnapshot) -> Points {
        Points(
          capture,
          crop: Rect2D(
            x: number(0...500), y: number(0...500), width: number(3_000...3_400), height: number(2_000...2_400)),
          of: Self.sensor)
      }
      let (first, second) = (points(frame), points(preview))
      let view = Rect2D<Viewport>(x: 3, y: 7, width: number(50...900), height: number(50...900))
      let inFrame = try #require(frame.sensorToStored(crop: first.crop)).apply(place)
      let inView = try #require(preview.sensorToStored(crop: second.crop))
        .then(preview.preview(in: view, mode: .fill)).apply(place)
      #expect(isClose(try #require(first.frameToArray).apply(inFrame), place))
      #expect(isClose(try #require(second.viewToArray(in: view, mode: .fill)).apply(inView), place))
      let shares = [
        try #require(first.frameToShare).apply(inFrame),
        try #require(second.viewToShare(in: view, mode: .fill)).apply(inView),
      ]
      for share in shares {
        #expect(abs(share.x - place.x / 4_000) < 1e-9 && abs(share.y - place.y / 3_000) < 1e-9)
      }
    }
  }

  // A square of 108 pixels around the center of a frame at 16:9, shown whole and as large in a view of 1080 × 1920 by
  // its camera points.
  @Test func iOSMakesASquareOfAFrameLong() throws {
    let size = PixelSize<Sensor>(width: 1920, height: 1080)
    let points = Points(capture(), crop: size.bounds.rect, of: size)
    let shareToView = try #require(
      points.viewToShare(in: Rect2D(x: 0, y: 0, width: 1080, height: 1920), mode: .fit)?.inverse)
    let square = Rect2D<Stored>(x: 906, y: 486, width: 108, height: 108)
    let right = square.applying(try #require(points.frameToShare).then(shareToView))
    #expect(abs(right.width - 108) < 1e-9 && abs(right.height - 108) < 1e-9)
    let said = square.applying(try #require(points.frameToShareOnIOS).then(shareToView))
    #expect(abs(said.width - 60.75) < 1e-9 && abs(said.height - 192) < 1e-9)
    #expect(abs(said.height / said.width - 256.0 / 81) < 1e-9)
    // The center stays, the first pixel of the buffer moves to another corner: (1 - y, x).
    let corner = try #require(points.frameToShareOnIOS).apply(Point2D(x: 0, y: 0))
    #expect(isClose(corner, Point2D(x: 1, y: 0)))
    #expect(isClose(try #require(points.frameToShare).apply(Point2D(x: 0, y: 0)), Point2D(x: 0, y: 0)))
  }

  // The rule of each term, for a point at a quarter across and three quarters down; a mirror comes before it.
  @Test(arguments: [
    (0, MirrorMode.off, 0.25, 0.25), (90, .off, 0.75, 0.25), (180, .off, 0.75, 0.75), (270, .off, 0.25, 0.75),
    (0, .on, 0.25, 0.75), (90, .on, 0.25, 0.25), (180, .on, 0.75, 0.25), (270, .on, 0.75, 0.75),
  ])
  func iOSTurnsIntoTheUprightSquare(_ pose: Int, _ mirror: MirrorMode, _ x: Double, _ y: Double) throws {
    let size = PixelSize<Sensor>(width: 1920, height: 1080)
    let held = DevicePose(turn: try #require(QuarterTurn(degrees: pose)))
    let points = Points(capture(pose: held, mirror: mirror), crop: size.bounds.rect, of: size)
    let said = try #require(points.frameToShareOnIOS).apply(Point2D(x: 480, y: 810))
    #expect(isClose(said, Point2D(x: x, y: y)))
    #expect(isClose(try #require(points.frameToShare).apply(Point2D(x: 480, y: 810)), Point2D(x: 0.25, y: 0.75)))
  }

  @Test func ofNothingThereAreNoPoints() {
    let empty = Points(capture(), crop: Rect2D(x: 0, y: 0, width: 0, height: 1), of: Self.sensor)
    #expect(empty.frameToArray == nil && empty.frameToShare == nil)
    #expect(empty.viewToArray(in: Rect2D(x: 0, y: 0, width: 1, height: 1), mode: .fit) == nil)
    let noSensor = Points(capture(), crop: Self.wide, of: PixelSize(width: 0, height: 3))
    #expect(noSensor.frameToShare == nil)
    #expect(
      Points(capture(), crop: Self.wide, of: Self.sensor).viewToArray(
        in: Rect2D(x: 0, y: 0, width: 0, height: 1), mode: .fit) == nil)
    var turned = capture()
    turned.applied = Orientation(clockwise: 1)
    #expect(Points(turned, crop: Self.wide, of: Self.sensor).frameToShareOnIOS == nil)
  }

  private func isClose<S: Space>(_ one: Point2D<S>, _ other: Point2D<S>) -> Bool {
    abs(one.x - other.x) < 1e-6 && abs(one.y - other.y) < 1e-6
  }
}
