// VisionCamera's terms for buffers: the documentation's for all 64 captures, and where its platforms and components
// differ.

import Testing
import UprightCamera
import UprightGeometry
import UprightTestTools

@Suite struct VisionCameraFrameTests {
  typealias Frame = Interop.VisionCameraFrame
  typealias Reading = Interop.VisionCameraInterpretation
  typealias Row = CaptureSnapshotTests.Row

  private func snapshot(
    _ facing: Facing, _ pose: DevicePose = .natural, mirror: MirrorMode = .off, sensor: QuarterTurn = .clockwise
  ) -> CaptureSnapshot {
    CaptureSnapshot(
      mount: CameraMount(sensorTurn: sensor, facing: facing), pose: pose, mirror: mirror,
      storedSize: PixelSize(width: 4, height: 3))
  }

  @Test(arguments: Row.all(of: "camera-vectors.csv"))
  func aFrameIsAsItsRowSays(_ row: Row) throws {
    let snapshot = try row.snapshot(pose: "target_cw", width: "stored_w", height: "stored_h")
    let frame = Frame(snapshot.orientation)
    #expect(frame.orientation.rawValue == (try row.text("frame_orientation")))
    #expect(frame.isMirrored == (try row.number("frame_is_mirrored") == 1))
    #expect(Frame(android: snapshot) == frame)
    #expect(Reading.documentation.orientation(of: frame) == snapshot.orientation)
  }

  // Disagreement 3: the frame and the photo of one upright phone.
  @Test func aPhotoIsNamedTheOtherWayOnIOS() {
    let upright = snapshot(.back).orientation
    #expect(upright.exif == .rightTop)
    #expect(Frame(upright) == Frame(orientation: .left, isMirrored: false))
    #expect(Frame(photo: upright, on: .iOS) == Frame(orientation: .right, isMirrored: false))
    #expect(Frame(photo: upright, on: .android) == Frame(orientation: .left, isMirrored: false))
    for orientation in Orientation<Stored, Displayed>.all {
      let photo = Frame(photo: orientation, on: .iOS)
      let name = photo.orientation.rawValue + (photo.isMirrored ? "Mirrored" : "")
      #expect(AppleOrientation(rawValue: name)?.exif == orientation.exif)
    }
  }

  // Disagreement 4: the four readings, as clockwise rotations with the mirror after them.
  @Test(arguments: [
    (Reading.documentation, [90, 90, 270, 270]), (.sameWordUIImage, [270, 90, 90, 270]),
    (.androidImage, [270, 270, 90, 90]), (.cameraMatrix, [90, 270, 270, 90]),
  ])
  func componentsReadOnePairInFourWays(_ reading: Reading, _ turns: [Int]) {
    let frames = [(Interop.VisionCameraOrientation.left, false), (.left, true), (.right, false), (.right, true)]
      .map { Frame(orientation: $0.0, isMirrored: $0.1) }
    for (frame, turn) in zip(frames, turns) {
      let (quarters, mirrored) = reading.orientation(of: frame).rotateFirst
      #expect(quarters * 90 == turn && mirrored == frame.isMirrored)
    }
    for word in [Interop.VisionCameraOrientation.up, .down] {
      for isMirrored in [false, true] {
        let frame = Frame(orientation: word, isMirrored: isMirrored)
        #expect(reading.orientation(of: frame) == Reading.documentation.orientation(of: frame))
      }
    }
  }

  typealias Errors = (sensor: Int, back: [Int], front: [Int])

  private static let iOSErrors: [Errors] = [
    (0, [90, 90, 90, 90], [270, 90, 270, 90]),
    (90, [0, 0, 0, 0], [180, 0, 180, 0]),
    (180, [270, 270, 270, 270], [90, 270, 90, 270]),
    (270, [180, 180, 180, 180], [0, 180, 0, 180]),
  ]

  // Disagreement 6: the rule of iOS ignores the mount and the facing. Its error, clockwise, in the poses 0, 90, 180,
  // 270.
  @Test(arguments: iOSErrors)
  func theRuleOfIOSIsOffBy(_ row: Errors) throws {
    let sensor = try #require(QuarterTurn(degrees: row.sensor))
    func errors(_ facing: Facing) throws -> [Int] {
      try DevicePose.allCases.map { pose in
        let capture = snapshot(facing, pose, sensor: sensor)
        let said = Reading.documentation.orientation(of: try #require(Frame(iOS: capture)))
        return capture.orientation.inverse.then(said).clockwiseQuarters * 90
      }
    }
    #expect(try errors(.back) == row.back)
    #expect(try errors(.front) == row.front)
  }

  // Disagreement 6, as terms: a phone whose sensors are both at 90.
  @Test func iOSTurnsUprightFrontFramesUpsideDown() {
    func said(_ facing: Facing) -> [Interop.VisionCameraOrientation?] {
      DevicePose.allCases.map { Frame(iOS: snapshot(facing, $0))?.orientation }
    }
    func right(_ facing: Facing) -> [Interop.VisionCameraOrientation] {
      DevicePose.allCases.map { Frame(snapshot(facing, $0).orientation).orientation }
    }
    #expect(right(.back) == [.left, .down, .right, .up])
    #expect(said(.back) == [.left, .down, .right, .up])
    #expect(right(.front) == [.left, .up, .right, .down])
    #expect(said(.front) == [.right, .up, .left, .down])
  }

  @Test(arguments: Orientation<Sensor, Stored>.all)
  func theRuleOfIOSIsOneOfRawBuffers(_ applied: Orientation<Sensor, Stored>) {
    var capture = snapshot(.front)
    capture.applied = applied
    #expect((Frame(iOS: capture) == nil) == !applied.isIdentity)
  }

  // Disagreement 7: "auto" mirrors a front preview, and both platforms report its frames as not mirrored.
  @Test func framesOfAnAutomaticMirrorDoNotSaySo() {
    let selfie = snapshot(.front, mirror: .frontOnly)
    #expect(Frame(selfie.orientation).isMirrored)
    #expect(Frame(iOS: selfie)?.isMirrored == false)
    #expect(!Frame(android: selfie).isMirrored)
    let away = snapshot(.back, mirror: .frontOnly)
    #expect(!Frame(away.orientation).isMirrored && !Frame(android: away).isMirrored)
    #expect(Frame(iOS: away)?.isMirrored == false)
  }

  // Disagreement 8: pixels that were rotated but not mirrored must still be mirrored.
  @Test func turnedPixelsAreStillToBeMirrored() {
    for pose in DevicePose.allCases {
      var selfie = snapshot(.front, pose, mirror: .on)
      selfie.applied = Orientation(clockwise: selfie.rotateFirst.turn.quarters)
      #expect(Frame(selfie.orientation) == Frame(orientation: .up, isMirrored: true))
      #expect(Frame(android: selfie) == Frame(orientation: .up, isMirrored: true))
      let whole = selfie.sensorToDisplayed
      selfie.applied = Orientation(mirrored: whole.isMirrored, clockwise: whole.clockwiseQuarters)
      #expect(Frame(selfie.orientation) == Frame(orientation: .up, isMirrored: false))
    }
  }

  typealias Depth = (
    facing: Facing, pose: Int, mirror: MirrorMode, said: Interop.VisionCameraOrientation, isMirrored: Bool
  )

  private static let depths: [Depth] = [
    (.back, 0, .off, .left, false), (.back, 90, .off, .down, false), (.back, 180, .off, .right, false),
    (.back, 270, .off, .up, false), (.back, 0, .on, .left, true), (.back, 0, .frontOnly, .left, false),
    (.front, 0, .off, .right, false), (.front, 90, .off, .up, false), (.front, 180, .off, .left, false),
    (.front, 270, .off, .down, false), (.front, 0, .on, .right, true), (.front, 0, .frontOnly, .right, false),
  ]

  // Disagreement 11: a depth map whose pixels were rotated needs no term. iOS keeps reporting that of the raw one, by
  // the rule of disagreement 6.
  @Test(arguments: depths)
  func iOSTurnsADepthMapTwice(_ row: Depth) throws {
    let pose = DevicePose(turn: try #require(QuarterTurn(degrees: row.pose)))
    let depth = turned(snapshot(row.facing, pose, mirror: row.mirror))
    #expect(Frame(depth.orientation) == Frame(orientation: .up, isMirrored: false))
    #expect(Frame(iOSRotatedDepth: depth) == Frame(orientation: row.said, isMirrored: row.isMirrored))
  }

  // Disagreement 11, continued: a depth map of a photo has the photo's term; read as a frame's it is off by 180°.
  @Test func aDepthMapOfAPhotoIsReadUpsideDown() {
    let upright = snapshot(.back).orientation
    let said = Frame(photo: upright, on: .iOS)
    #expect(said == Frame(orientation: .right, isMirrored: false))
    #expect(upright.exif == .rightTop)
    #expect(Reading.documentation.orientation(of: said).exif == .leftBottom)
  }

  // Disagreement 15: images that iOS' asset writer rotated get tag 1 and a plain matrix; by the documentation they
  // would be tagged as if not rotated.
  @Test func turnedPixelsOfAMovieNeedNoMatrix() throws {
    for facing in [Facing.back, .front] {
      for pose in DevicePose.allCases {
        for mirror in [MirrorMode.off, .on] {
          let before = snapshot(facing, pose, mirror: mirror)
          let written = turned(before)
          #expect(written.orientation.exif == .topLeft && written.trackMatrix == .identity)
          #expect(written.displayedSize == before.displayedSize)
          #expect(
            written.displayedSize == PixelSize(width: written.storedSize.width, height: written.storedSize.height))
          let documented = Interop.visionCameraDocumentation(of: written)
          #expect(documented == before)
          #expect((documented.trackMatrix == .identity) == before.orientation.isIdentity)
        }
      }
    }
  }

  /// The same capture after its platform has rotated and mirrored the pixels.
  private func turned(_ before: CaptureSnapshot) -> CaptureSnapshot {
    let (whole, shown) = (before.sensorToDisplayed, before.displayedSize)
    var after = before
    after.applied = Orientation(mirrored: whole.isMirrored, clockwise: whole.clockwiseQuarters)
    after.storedSize = PixelSize(width: shown.width, height: shown.height)
    return after
  }
}

// Camera points of both platforms, by hand and there and back, and iOS' result.

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
